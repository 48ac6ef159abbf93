// The solution of Genial for two: how its file is mapped, checked and kept.
#include "platform/genial/mapped_solution.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "players/model.h"

namespace volpe::genial {

struct MappedSolution::Header {
  char magic[16];
  u32 version, boxes, four_joker, done;
  u64 pairs;
  u64 checksums[120];  // by sum of crosses
  u64 checksum;        // of the header before this
};

namespace {

namespace fs = std::filesystem;

constexpr char magic[16] = "volpe solution";
constexpr u32 version = 1;
constexpr u64 page = 4096;

Error wrong(const std::string& path, const std::string& what) {
  return {Code::unknown_level, "the solution " + path + " " + what};
}

}  // namespace

std::string usual_solution_path(int boxes, int four_joker) {
  const std::string name =
      "genial-2-boxes" + std::to_string(boxes) + "-joker" + std::to_string(four_joker) + ".solution";
  const auto set = [](const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != 0 ? std::string(value) : std::string();
  };
  if (const std::string folder = set("VOLPE_DATA"); !folder.empty()) return folder + "/" + name;
  if (const std::string folder = set("XDG_DATA_HOME"); !folder.empty()) return folder + "/volpe/" + name;
  return set("HOME") + "/.local/share/volpe/" + name;
}

u64 MappedSolution::bytes(int boxes) {
  return page + TwoSeatSheets(boxes).pairs.count() * two_seat_outcomes * sizeof(float);
}

namespace {

float* values_in(void* memory) { return reinterpret_cast<float*>(static_cast<char*>(memory) + page); }

}  // namespace

MappedSolution::MappedSolution(int file, void* memory, u64 size, int boxes, int four_joker)
    : Solution(values_in(memory), boxes, four_joker),
      file_(file),
      memory_(memory),
      size_(size),
      header_(static_cast<Header*>(memory)),
      values_(values_in(memory)) {
  static_assert(sizeof(Header) <= page);
}

MappedSolution::~MappedSolution() {
  munmap(memory_, size_);
  close(file_);
}

int MappedSolution::layers_done() const { return int(header_->done); }

namespace {

u64 checksum_of(const void* begin, const void* end) {
  return checksum({static_cast<const u8*>(begin), static_cast<const u8*>(end)});
}

}  // namespace

bool MappedSolution::unfinished(const std::string& path) {
  Header header{};
  std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof header);
  return std::memcmp(header.magic, magic, sizeof magic) == 0 && header.done != 2 * symbols * header.boxes + 1 &&
         checksum_of(&header, &header.checksum) == header.checksum;
}

Result<std::unique_ptr<MappedSolution>> MappedSolution::open(const std::string& path, int boxes, int four_joker) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return wrong(path, "is missing: `volpe solve genial` makes it");
  const auto refused = [&](const std::string& what) {
    close(file);
    return wrong(path, what);
  };
  struct stat status {};
  Header header{};
  if (fstat(file, &status) != 0 || pread(file, &header, sizeof header, 0) != ssize_t(sizeof header) ||
      std::memcmp(header.magic, magic, sizeof magic) != 0)
    return refused("is not a solution");
  if (header.version != version) return refused("is of another version: delete it and solve again");
  if (checksum_of(&header, &header.checksum) != header.checksum) return refused("is damaged: delete it");
  if (int(header.boxes) != boxes || int(header.four_joker) != four_joker)
    return refused("is for other options: boxes=" + std::to_string(header.boxes) +
                   " four_joker=" + std::to_string(header.four_joker));
  const u64 size = page + header.pairs * two_seat_outcomes * sizeof(float);
  if (u64(status.st_size) != size) return refused("is damaged, its size is wrong: delete it");
  if (header.done != 2 * symbols * header.boxes + 1)
    return refused("is not complete: `volpe solve genial` goes on with it");
  void* memory = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return refused("cannot be mapped: " + std::string(std::strerror(errno)));
  madvise(memory, size, MADV_RANDOM);
  return std::unique_ptr<MappedSolution>(new MappedSolution(file, memory, size, boxes, four_joker));
}

Result<std::unique_ptr<MappedSolution>> MappedSolution::resume(const std::string& path, int boxes, int four_joker) {
  std::error_code error;
  if (fs::path(path).has_parent_path()) fs::create_directories(fs::path(path).parent_path(), error);
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return wrong(path, "cannot be written: " + std::string(std::strerror(errno)));
  const u64 size = bytes(boxes);
  struct stat status {};
  fstat(file, &status);
  // Worked on in memory, where large pages make it much faster, and written to the file layer by layer.
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    close(file);
    return wrong(path, "needs " + std::to_string(size >> 20) + " MB of memory, which are not there");
  }
  madvise(memory, size, MADV_HUGEPAGE);
  std::unique_ptr<MappedSolution> solution(new MappedSolution(file, memory, size, boxes, four_joker));
  Header& header = *solution->header_;
  if (status.st_size == 0) {
    header = {"", version, u32(boxes), u32(four_joker), 0, solution->pairs().count(), {}, 0};
    std::memcpy(header.magic, magic, sizeof magic);
    header.checksum = checksum_of(&header, &header.checksum);
    if (ftruncate(file, off_t(size)) == 0 && solution->write(&header, &header + 1)) return solution;
    const std::string reason = std::strerror(errno);
    unlink(path.c_str());
    return wrong(path, "cannot be written: " + reason);
  }
  if (u64(status.st_size) != size || !solution->read(&header, &header + 1) ||
      std::memcmp(header.magic, magic, sizeof magic) != 0 || header.version != version || int(header.boxes) != boxes ||
      int(header.four_joker) != four_joker)
    return wrong(path, "exists and is no solution with these options");
  if (checksum_of(&header, &header.checksum) != header.checksum || header.done > u32(solution->layers()) ||
      !solution->read_done() || !solution->verify())
    return wrong(path, "is damaged: delete it to solve anew");
  return solution;
}

bool MappedSolution::read(const void* begin, const void* end) {
  for (const char* at = static_cast<const char*>(begin); at < end;) {
    const ssize_t from = at - static_cast<char*>(memory_);
    const ssize_t got =
        pread(file_, static_cast<char*>(memory_) + from, size_t(static_cast<const char*>(end) - at), from);
    if (got <= 0) return false;
    at += got;
  }
  return true;
}

bool MappedSolution::read_done() {
  bool good = true;
  for (int n = 0; n < layers_done(); ++n)
    visit_layer(layers() - 1 - n, [&](const float* begin, const float* end) { good = good && read(begin, end); });
  return good;
}

bool MappedSolution::write(const void* begin, const void* end) const {
  for (const char* at = static_cast<const char*>(begin); at < end;) {
    const ssize_t put = pwrite(file_, at, size_t(static_cast<const char*>(end) - at), at - static_cast<char*>(memory_));
    if (put <= 0) return false;
    at += put;
  }
  return true;
}

template <class Visit>
void MappedSolution::visit_layer(int crosses, Visit&& visit) const {
  for (int first = 0; first < sheets().sorted_count(); ++first) {
    const int others = crosses - crosses_on(sheets().rows(sheets().sorted(first)));
    if (others >= 0 && others <= symbols * boxes())
      visit(row(pairs().first_with(first, others)), row(pairs().first_with(first, others + 1)));
  }
}

u64 MappedSolution::layer_checksum(int crosses) const {
  u64 sum = 0;
  visit_layer(crosses, [&](const float* begin, const float* end) { sum = mix(sum ^ checksum_of(begin, end)); });
  return sum;
}

std::string MappedSolution::finish_layer() {
  const int crosses = layers() - 1 - layers_done();
  bool written = true;
  visit_layer(crosses, [&](const float* begin, const float* end) { written = written && write(begin, end); });
  header_->checksums[crosses] = layer_checksum(crosses);
  ++header_->done;
  header_->checksum = checksum_of(header_, &header_->checksum);
  written = written && write(header_, header_ + 1);
  return written ? "" : "the solution cannot be written: " + std::string(std::strerror(errno));
}

u64 MappedSolution::pairs_done() const {
  u64 sum = 0;
  for (int n = 0; n < layers_done(); ++n)
    visit_layer(layers() - 1 - n, [&](const float* begin, const float* end) { sum += u64(end - begin); });
  return sum / two_seat_outcomes;
}

bool MappedSolution::verify() const {
  for (int n = 0; n < layers_done(); ++n) {
    const int crosses = layers() - 1 - n;
    if (header_->checksums[crosses] != layer_checksum(crosses)) return false;
  }
  return true;
}

}  // namespace volpe::genial
