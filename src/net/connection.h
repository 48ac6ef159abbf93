// The porch: what all connections of a network share, and what they have in common, of whatever kind they are.
#pragma once

#include <atomic>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_set>

#include "net/rate_limiter.h"

namespace volpe::server {

namespace asio = boost::asio;
using boost::system::error_code;

using Strand = asio::strand<asio::io_context::executor_type>;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Strand>;

class Connection;

// A type of our own, so that net_websocket.cpp can say how it is hung up.
class Wire : public asio::basic_stream_socket<asio::ip::tcp, Strand> {
 public:
  using asio::basic_stream_socket<asio::ip::tcp, Strand>::basic_stream_socket;
  explicit Wire(asio::basic_stream_socket<asio::ip::tcp, Strand>&& socket) : basic_stream_socket(std::move(socket)) {}

  Connection* owner = nullptr;
};

Clock::duration seconds(double count);

// It outlives the network for as long as a house keeps sockets: they need its io_context to be taken apart.
class Porch {
 public:
  Porch(NetOptions the_options, House& the_house);

  const NetOptions options;
  House& house;
  asio::io_context io;
  Gate gate;
  std::atomic<u64> sockets = 0, requests = 0, messages = 0, refused = 0, dropped = 0;

  bool add(std::shared_ptr<Connection> connection);  // not once it is shut
  void remove(const std::shared_ptr<Connection>& connection);
  void shut();
  std::vector<std::shared_ptr<Connection>> connections() const;
  bool wait_until_empty(Clock::duration longest) const;  // whether all left in time
  void wait_until_empty() const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable left_;
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  bool shut_ = false;
};

// Everything but enter(), leave_soon() and cut() happens on its strand, and nothing after its end.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<Porch> porch, Strand strand, Ticket ticket);
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void leave_soon();
  void cut();
  void begin_to_hang_up();  // on its strand; from now on it must end soon

 protected:
  virtual Wire& wire() = 0;
  virtual void wind_down() = 0;            // finish what is due, then end
  virtual void late() { end_abruptly(); }  // what was expected did not come
  virtual void farewell() {}               // the last thing that happens

  // From any thread: does it on the strand, unless the connection has ended by then.
  template <class Deed>
  void enter(Deed deed) {
    const std::lock_guard lock(mutex_);
    enter_locked(std::move(deed));
  }
  // An ended connection posts nothing: nobody might be left to run it, and it would keep itself alive.
  template <class Deed>
  void enter_locked(Deed deed) {
    if (ended_) return;
    asio::post(strand_, [self = shared_from_this(), deed = std::move(deed)]() mutable {
      if (!self->ended_) deed();
    });
  }

  bool ended() const { return ended_; }
  void end();
  void end_abruptly();  // what waits in the kernel for a slow reader is thrown away

  void expect_within(double seconds);
  void expect_nothing();

  Porch& porch() { return *porch_; }
  const NetOptions& options() const { return porch_->options; }
  const std::shared_ptr<Porch>& shared_porch() { return porch_; }
  Ticket take_ticket() { return std::move(ticket_); }

  std::mutex mutex_;  // of what other threads touch

 private:
  void look_at_the_clock();
  void set_alarm();

  std::shared_ptr<Porch> porch_;  // the first to be made and the last to go
  Strand strand_;
  Ticket ticket_;
  Timer alarm_;
  // Later than the alarm is fine: it looks again. So a deadline moved ahead with every message costs nothing.
  Clock::time_point due_ = Clock::time_point::max();
  bool alarm_set_ = false;
  bool hanging_up_ = false;
  bool ended_ = false;  // written on the strand with the mutex held
};

}  // namespace volpe::server
