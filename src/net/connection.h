// A connection of any kind: its strand, its deadline, and how it ends.
#pragma once

#include <boost/asio/post.hpp>
#include <memory>
#include <mutex>

#include "net/server_context.h"

namespace volpe::net {

// A type of our own, so that websocket_connection.cpp can say how it is closed.
class TcpSocket : public asio::basic_stream_socket<asio::ip::tcp, Strand> {
 public:
  using asio::basic_stream_socket<asio::ip::tcp, Strand>::basic_stream_socket;
  explicit TcpSocket(asio::basic_stream_socket<asio::ip::tcp, Strand>&& socket)
      : basic_stream_socket(std::move(socket)) {}

  Connection* owner = nullptr;
};

// post_to_strand(), shutdown() and close_now() may be called from any thread; everything else runs on the strand, and
// nothing runs after the end.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<ServerContext> context, Strand strand, ConnectionSlot slot);
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void shutdown();  // ends after what is due
  void close_now();
  void begin_lingering_close();  // the deadline cannot be moved after this

 protected:
  virtual TcpSocket& socket() = 0;
  virtual void begin_shutdown() = 0;      // finishes what is due, then ends
  virtual void on_timeout() { abort(); }  // the deadline has passed
  virtual void on_closed() {}             // the last call

  // Runs the task on the strand, unless the connection has ended by then.
  template <class Task>
  void post_to_strand(Task task) {
    const std::lock_guard lock(mutex_);
    post_to_strand_locked(std::move(task));
  }
  // An ended connection posts nothing: nobody might be left to run it, and it would keep itself alive.
  template <class Task>
  void post_to_strand_locked(Task task) {
    if (ended_) return;
    asio::post(strand_, [self = shared_from_this(), task = std::move(task)]() mutable {
      if (!self->ended_) task();
    });
  }

  bool ended() const { return ended_; }
  void end();
  void abort();  // discards what the kernel still holds for a slow reader

  void set_deadline(double seconds);
  void clear_deadline();

  ServerContext& context() { return *context_; }
  const ServerOptions& options() const { return context_->options; }
  const std::shared_ptr<ServerContext>& shared_context() { return context_; }
  ConnectionSlot take_slot() { return std::move(slot_); }

  std::mutex mutex_;  // guards what other threads touch

 private:
  void check_deadline();
  void arm_timer();

  std::shared_ptr<ServerContext> context_;  // made first, destroyed last
  Strand strand_;
  ConnectionSlot slot_;
  Timer timer_;
  // The deadline may lie after the timer; the timer re-arms. So moving the deadline with every message costs nothing.
  Clock::time_point deadline_ = Clock::time_point::max();
  bool timer_armed_ = false;
  bool lingering_ = false;
  bool ended_ = false;  // written on the strand with the mutex held
};

}  // namespace volpe::net
