// Writes and reads records and secrets, and finds the games that can be resumed.
#include "terminal/saved_games.h"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace volpe {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".volpe";
constexpr size_t most_read = 200;  // records, of the latest

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return bool(file);
}

std::string stem(const std::string& path) {
  return path.ends_with(extension) ? path.substr(0, path.size() - extension.size()) : path;
}

std::string secret_file(const std::string& record) { return record + ".secret"; }

const Header& header_of(const AnyPlay& play) {
  return std::visit([](const auto& p) -> const Header& { return p.stated(); }, play);
}

bool is_over(const AnyPlay& play) {
  return std::visit([]<class G>(const Play<G>& p) { return G::over(p.state()); }, play);
}

// A game that is over can be resumed if the next game of its match has no file yet.
bool can_be_resumed(const SavedGame& saved) {
  if (!is_over(saved.play)) return true;
  const Header& header = header_of(saved.play);
  const int game = game_in_match(header.match);
  const std::string own = "-" + std::to_string(game + 1);
  const std::string name = stem(saved.path);
  if (game + 1 >= games_of_match(header) || !name.ends_with(own)) return false;
  return !fs::exists(numbered_path(name.substr(0, name.size() - own.size()) + std::string(extension), game + 1));
}

}  // namespace

void save_record(const std::string& path, const std::string& text) {
  std::error_code error;
  const bool special = fs::exists(path, error) && !fs::is_regular_file(path, error);  // a pipe is not replaced
  const std::string beside = special ? path : path + ".new";
  const bool written = write_file(beside, text);
  if (written && !special) fs::rename(beside, path, error);
  if (written && !error) return;
  if (!special) fs::remove(beside, error);
  throw SaveError{"the record " + quote(path) + " cannot be written"};
}

void save_secret(const std::string& record, const Bytes32& secret) {
  const mode_t before = umask(077);
  const bool written = write_file(secret_file(record), hex(secret) + "\n");
  umask(before);
  if (!written) throw SaveError{"the file " + quote(secret_file(record)) + " cannot be written"};
}

std::optional<Bytes32> load_secret(const std::string& record) {
  std::ifstream file(secret_file(record), std::ios::binary);
  std::string line;
  std::getline(file, line);
  return from_hex(line);
}

void remove_secret(const std::string& record) {
  std::error_code error;
  fs::remove(secret_file(record), error);
}

std::string numbered_path(const std::string& path, int game) {
  if (path.empty()) return path;
  const std::string name = stem(path);
  return name + "-" + std::to_string(game + 1) + path.substr(name.size());
}

std::string new_record_path(const std::string& folder, std::string_view game) {
  const std::time_t now = std::time(nullptr);
  std::tm day{};
  localtime_r(&now, &day);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d-%H%M%S", &day);
  const std::string name = folder + "/" + text + "-" + std::string(game);
  std::string path = name + std::string(extension);
  for (int n = 2; fs::exists(path) || fs::exists(numbered_path(path, 0)); ++n)
    path = name + "." + std::to_string(n) + std::string(extension);
  return path;
}

Result<SavedGame> load_saved_game(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path)) return Error{Code::bad_record, "the file " + quote(path) + " cannot be opened"};
  std::string text(longest_record + 1, '\0');
  file.read(text.data(), std::streamsize(text.size()));
  text.resize(size_t(file.gcount()));
  Result<AnyPlay> play = read_record(text);
  if (!play) return Error{Code::bad_record, path + ": " + play.error().message};
  return SavedGame{path, std::move(*play)};
}

int games_of_match(const Header& header) {
  const size_t slash = header.match.rfind('/');
  return slash == std::string::npos || slash + 1 >= header.match.size() ? 1 : header.match[slash + 1] - '0';
}

std::vector<SavedGame> unfinished_games(const std::string& folder, size_t most) {
  std::vector<std::pair<fs::file_time_type, std::string>> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == extension) files.emplace_back(entry->last_write_time(error), entry->path());
  std::sort(files.rbegin(), files.rend());
  files.resize(std::min(files.size(), most_read));
  std::vector<SavedGame> list;
  for (const auto& [time, path] : files) {
    if (list.size() == most) break;
    Result<SavedGame> saved = load_saved_game(path);
    if (saved && can_be_resumed(*saved)) list.push_back(std::move(*saved));
  }
  return list;
}

}  // namespace volpe
