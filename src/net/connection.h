// A connection of any kind: its event loop, its deadline, and how it ends.
#pragma once

#include <memory>

#include "net/server_context.h"

namespace volpe::net {

// A type of our own, so that websocket_connection.cpp can say how it is closed.
class TcpSocket : public asio::basic_stream_socket<asio::ip::tcp, Executor> {
 public:
  using asio::basic_stream_socket<asio::ip::tcp, Executor>::basic_stream_socket;
  explicit TcpSocket(asio::basic_stream_socket<asio::ip::tcp, Executor>&& socket)
      : basic_stream_socket(std::move(socket)) {}

  Connection* owner = nullptr;
};

// It belongs to an event loop. post(), shutdown() and close_now() may be called from any thread; everything else runs
// on the loop, and nothing runs after the end.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<ServerContext> context, EventLoop& loop, ConnectionSlot slot);
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void shutdown();  // ends after what is due
  void close_now();
  void begin_lingering_close();  // the deadline cannot be moved after this
  void begin_write();            // sets the deadline
  void end_write(error_code error);

 protected:
  virtual TcpSocket& socket() = 0;
  virtual void begin_shutdown() = 0;      // finishes what is due, then ends
  virtual void on_timeout() { abort(); }  // the deadline has passed
  virtual void on_closed() {}             // the last call

  // Runs the task on the loop, unless the connection has ended by then.
  template <class Task>
  void post(Task task) {
    loop_.post([self = shared_from_this(), task = std::move(task)]() mutable {
      if (!self->ended_) task();
    });
  }
  EventLoop& loop() { return loop_; }

  bool ended() const { return ended_; }
  void end();
  void abort();  // discards what the kernel still holds for a slow reader

  void set_deadline(double seconds);
  void clear_deadline();

  ServerContext& context() { return *context_; }
  const ServerOptions& options() const { return context_->options; }
  const std::shared_ptr<ServerContext>& shared_context() { return context_; }
  ConnectionSlot take_slot() { return std::move(slot_); }

 private:
  void check_deadline();
  void arm_timer();

  std::shared_ptr<ServerContext> context_;  // made first, destroyed last
  EventLoop& loop_;
  ConnectionSlot slot_;
  Timer timer_;
  // The deadline may lie after the timer; the timer re-arms. So moving the deadline with every message costs nothing.
  SteadyClock::time_point deadline_ = SteadyClock::time_point::max();
  bool timer_armed_ = false;
  bool lingering_ = false;
  bool ended_ = false;
};

}  // namespace volpe::net
