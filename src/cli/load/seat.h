// A person at a table of the load: one seat, one socket, and what it has been shown.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "cli/load/run.h"
#include "client/http_client.h"
#include "client/table_message.h"
#include "client/websocket_frames.h"

namespace volpe::load {

// Thrown where the server does what it should not; ends the run with this sentence.
struct Wrong {
  std::string what;
};

// Of an answer that is an error or makes no sense.
Wrong wrong_answer(const std::string& answer);

// A text member of an answer; throws Wrong if it is missing, or the answer an error.
std::string member_of(const client::HttpResponse& response, std::string_view key);

class Seat {
 public:
  Seat(const Run& run, Counts& counts) : run_(run), counts_(counts) {}

  // Becomes a new person of the server, and opens its socket.
  boost::asio::awaitable<void> sign_in(client::HttpClient& http);

  // Sends a request, given as the members of an object without its id; returns the revision in the answer, 0 if there
  // is none. What is shown before the answer is seen.
  boost::asio::awaitable<i64> say(std::string_view members);

  // Waits for the next messages.
  boost::asio::awaitable<void> receive();

  const std::string& token() const { return token_; }
  const client::PlayerView& view() const { return view_; }

 private:
  boost::asio::awaitable<void> connect();
  void send(client::FrameType type, std::string_view payload);
  void on_message(std::string_view message);

  const Run& run_;
  Counts& counts_;
  std::string token_;
  std::optional<boost::asio::ip::tcp::socket> socket_;
  client::FrameReader reader_;
  client::PlayerView view_;
  std::string request_, frame_;
  i64 requests_ = 0, answered_ = 0;  // the numbers of the last
  i64 answer_revision_ = 0;
};

}  // namespace volpe::load
