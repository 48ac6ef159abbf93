// The real program as a server in a process of its own, for tests of its clients.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "client/api.h"
#include "client/connection.h"
#include "client/json_fields.h"

extern char** environ;  // NOLINT: the name is given

namespace volpe::client {

constexpr int never = 60'000;  // milliseconds

class RunningServer {
 public:
  RunningServer() {
    std::string name = testing::TempDir() + "volpe-client-XXXXXX";
    folder_ = mkdtemp(name.data());
    start();
  }
  ~RunningServer() {
    if (process_ > 0) kill();
    std::filesystem::remove_all(folder_);
  }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  // On the port that it had before, if it had one.
  void start() {
    int out[2] = {};
    ASSERT_EQ(pipe(out), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addclose(&actions, out[0]);
    posix_spawn_file_actions_addopen(&actions, 2, (folder_ + "/log").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
    const std::string listen = "127.0.0.1:" + server.port, store = "sqlite:" + folder_ + "/volpe.db";
    std::vector<std::string> words = {VOLPE, "serve",  "--listen", listen,   "--store",
                                      store, "--page", "none",     "--pace", "0"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ASSERT_EQ(posix_spawn(&process_, VOLPE, &actions, nullptr, arguments.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    std::string line;
    for (char c = 0; read(out[0], &c, 1) == 1 && c != '\n';) line += c;
    close(out[0]);
    ASSERT_NE(line.find("http://127.0.0.1:"), std::string::npos) << line;
    server.port = line.substr(line.rfind(':') + 1);
  }

  void kill() {
    ::kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }

  std::string person(const std::string& name) const {
    const auto made = call_api(server, Method::post, "people", "", {{"name", name}});
    return made ? text_at(*made, "token") : "";
  }

  std::string table(const std::string& token, const JsonObject& offer) const {
    const auto opened = call_api(server, Method::post, "tables", token, offer);
    return opened ? text_at(*opened, "table") : "";
  }

  // Sends a command of a person to a table; returns "done" or the code of the error.
  std::string act(const std::string& table, const std::string& token, JsonObject request) const {
    request["id"] = random_id();
    const auto done = call_api(server, Method::post, "tables/" + table, token, request);
    return done ? "done" : done.error().code;
  }

  std::int64_t revision(const std::string& table) const {
    const auto view = call_api(server, Method::get, "tables/" + table);
    return view ? view->at("revision").to_number<std::int64_t>() : -1;
  }

  const std::string& folder() const { return folder_; }

  Server server{"127.0.0.1", "0"};

 private:
  std::string folder_;
  pid_t process_ = 0;
};

}  // namespace volpe::client
