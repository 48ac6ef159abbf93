// A request handler for tests: echoes what it gets, and checks that the server calls it as promised.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "net/server.h"

namespace volpe::net {

constexpr int never = 60;  // seconds without an event that mean that it does not come

class EchoHandler final : public RequestHandler {
 public:
  void handle(Request request, std::function<void(Reply)> reply) override {
    if (request.path == "/keep") return keep(std::move(reply));
    if (request.path == "/throw") throw std::runtime_error("a failing handler");
    if (request.path == "/late") {
      const std::lock_guard lock(mutex_);
      threads_.emplace_back([request, reply = std::move(reply)] { reply(echo(request)); });
      return;
    }
    reply(echo(request));
  }

  std::shared_ptr<SocketSession> opened(const std::shared_ptr<WebSocket>& socket) override {
    note([&] {
      EXPECT_TRUE(visits_.emplace(socket.get(), Visit{socket}).second);
      last_ = socket;
    });
    return std::make_shared<Session>(*this, socket);
  }

  void message(const std::shared_ptr<WebSocket>& socket, std::string text) {
    Visit* visit = nullptr;
    note([&] {
      visit = &visits_.at(socket.get());
      EXPECT_FALSE(std::exchange(visit->busy, true)) << "two at once";
      EXPECT_FALSE(visit->closed) << "a message after the end";
      texts_.push_back(text);
    });
    if (text == "close") socket->close(4001, "as you wish");
    if (text == "throw") {
      note([&] { visit->busy = false; });
      throw std::runtime_error("a failing handler");
    }
    socket->send(std::make_shared<const std::string>(std::move(text)));
    note([&] { visit->busy = false; });
  }

  void closed(const std::shared_ptr<WebSocket>& socket) {
    note([&] {
      Visit& visit = visits_.at(socket.get());
      EXPECT_FALSE(std::exchange(visit.closed, true)) << "closed twice";
      EXPECT_FALSE(visit.busy) << "closed during a message";
      ++closed_;
    });
  }

  ~EchoHandler() override {
    for (std::thread& thread : threads_) thread.join();
  }

  std::function<void(Reply)> kept() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(never), [&] { return !kept_.empty(); }));
    auto reply = std::move(kept_.back());
    kept_.pop_back();
    return reply;
  }
  std::shared_ptr<WebSocket> socket() {
    await([&] { return last_ != nullptr; });
    const std::lock_guard lock(mutex_);
    return last_;
  }
  void await_closed(size_t count) {
    await([&] { return closed_ >= count; });
  }
  bool all_closed() {
    const std::lock_guard lock(mutex_);
    return closed_ == visits_.size();
  }
  size_t openings() {
    const std::lock_guard lock(mutex_);
    return visits_.size();
  }
  std::vector<std::string> texts() {
    const std::lock_guard lock(mutex_);
    return texts_;
  }
  void send_all(const std::shared_ptr<const std::string>& text) {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, visit] : visits_) visit.socket->send(text);
  }

 private:
  struct Session final : SocketSession {
    Session(EchoHandler& to, std::shared_ptr<WebSocket> of) : handler(to), socket(std::move(of)) {}
    void message(std::string text) override {
      EXPECT_TRUE(socket->loop().is_current());
      handler.message(socket, std::move(text));
    }
    void closed() override { handler.closed(socket); }
    EchoHandler& handler;
    const std::shared_ptr<WebSocket> socket;
  };
  struct Visit {
    std::shared_ptr<WebSocket> socket;
    bool busy = false, closed = false;
  };

  static Reply echo(const Request& request) {
    Reply reply;
    reply.type = "text/plain";
    reply.body = request.method + " " + request.path + " " + request.query + " " + request.token + " " +
                 request.address + " " + request.body;
    if (request.path == "/cached") reply.headers.emplace_back("Cache-Control", "max-age=60");
    if (request.path == "/cut") reply.headers.emplace_back("X-Cut", "a\r\nX-Injected: b");
    if (request.path == "/large") reply.body.assign(8 << 20, 'x');
    if (request.path == "/nothing") reply.status = 204;
    return reply;
  }
  void keep(std::function<void(Reply)> reply) {
    note([&] { kept_.push_back(std::move(reply)); });
  }
  template <class Task>
  void note(Task task) {
    const std::lock_guard lock(mutex_);
    task();
    changed_.notify_all();
  }
  template <class Condition>
  void await(Condition condition) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(never), condition));
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<WebSocket*, Visit> visits_;  // keeps the sockets, so that none is met twice under one address
  std::shared_ptr<WebSocket> last_;
  size_t closed_ = 0;
  std::vector<std::string> texts_;
  std::vector<std::function<void(Reply)>> kept_;
  std::vector<std::thread> threads_;
};

}  // namespace volpe::net
