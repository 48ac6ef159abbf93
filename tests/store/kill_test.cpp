// Death in the middle: this program, started with --append ADDRESS, writes to a few tables as fast as it can and says
// what was acknowledged; the test kills it and looks for all of that.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <csignal>
#include <map>

#include "store/store_fixture.h"

namespace volpe::store {
namespace {

constexpr int victims_tables = 8;

class Victim {
 public:
  explicit Victim(const std::string& address) {
    std::array<int, 2> ends;
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    std::string program = "store_test", flag = "--append", where = address;
    std::array<char*, 4> arguments = {program.data(), flag.data(), where.data(), nullptr};
    EXPECT_EQ(posix_spawn(&pid_, "/proc/self/exe", &actions, nullptr, arguments.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    lines_ = fdopen(ends[0], "r");
  }
  Victim(const Victim&) = delete;
  Victim& operator=(const Victim&) = delete;
  ~Victim() { fclose(lines_); }

  // The next acknowledged "table revision body"; none at the end.
  std::optional<std::string> line() {
    char* text = nullptr;
    size_t size = 0;
    const ssize_t length = getline(&text, &size, lines_);
    std::optional<std::string> line;
    if (length > 0 && text[length - 1] == '\n') line.emplace(text, size_t(length - 1));
    free(text);  // NOLINT: it is getline's
    return line;
  }

  void kill() {
    ::kill(pid_, SIGKILL);
    int status = 0;
    waitpid(pid_, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it ended by itself, with " << status;
  }

 private:
  pid_t pid_ = 0;
  FILE* lines_ = nullptr;
};

TEST_P(EveryStore, LosesNothingWhenItIsKilled) {
  const char* asked = std::getenv("VOLPE_KILLS");
  const int kills = asked == nullptr ? 10 : std::atoi(asked);
  std::map<std::pair<Id, i64>, std::string> acknowledged;
  for (int round = 0; round < kills; ++round) {
    store_.reset();
    Victim victim(address_);
    const auto note = [&](const std::string& line) {
      std::istringstream words(line);
      Id table;
      i64 revision = 0;
      std::string body;
      words >> table >> revision >> body;
      ASSERT_TRUE(acknowledged.emplace(std::pair(table, revision), body).second) << "acknowledged twice: " << line;
    };
    for (int received = 0; received < 100 + 17 * round; ++received) {
      const std::optional<std::string> line = victim.line();
      ASSERT_TRUE(line) << "it ended too early";
      note(*line);
    }
    victim.kill();
    while (const std::optional<std::string> line = victim.line()) note(*line);

    store_ = opened(address_);
    std::map<Id, std::vector<std::string>> kept;
    for (int n = 0; n < victims_tables; ++n) {
      const Id table = "t" + std::to_string(n);
      kept[table] = bodies(*store_, table);
      EXPECT_EQ(revision(*store_, table), i64(kept[table].size()));
    }
    for (const auto& [place, body] : acknowledged) {
      ASSERT_GE(i64(kept[place.first].size()), place.second) << "lost in round " << round;
      EXPECT_EQ(kept[place.first][size_t(place.second - 1)], body);
    }
  }
}

[[noreturn]] void append_until_killed(const std::string& address) {
  Result<std::unique_ptr<Store>> store = open_store(address);
  if (!store) _exit(3);
  std::function<void(Id, i64)> next = [&](const Id& table, i64 after) {
    const std::string body = std::to_string(getpid()) + ":" + std::to_string(after + 1);
    (*store)->write(change(table, after, {body}), [&, table, body](const Outcome& outcome) {
      if (outcome.kind != Outcome::done) _exit(4);
      const std::string line = table + " " + std::to_string(outcome.revision) + " " + body + "\n";
      if (::write(1, line.data(), line.size()) != ssize_t(line.size())) _exit(5);
      next(table, outcome.revision);
    });
  };
  for (int n = 0; n < victims_tables; ++n) {
    const Id table = "t" + std::to_string(n);
    next(table, revision(**store, table));
  }
  for (;;) pause();
}

}  // namespace
}  // namespace volpe::store

int main(int count, char** words) {
  if (count == 3 && std::string_view(words[1]) == "--append") volpe::store::append_until_killed(words[2]);
  testing::InitGoogleTest(&count, words);
  return RUN_ALL_TESTS();
}
