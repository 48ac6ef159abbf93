// Requests as text, answers by scanning.
#include "cli/load/seat.h"

#include <fmt/format.h>

#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/websocket.hpp>
#include <iterator>

#include "client/json_fields.h"

namespace volpe::load {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::awaitable;
using asio::use_awaitable;

Wrong wrong_answer(const std::string& answer) {
  const auto object = client::parse_message(answer);
  if (!object || client::error_code_in(*object).empty()) return {"the server answered " + quote(answer)};
  return {"the server says: " + client::text_at(object->at("error").get_object(), "message")};
}

std::string member_of(const client::HttpResponse& response, std::string_view key) {
  const auto object = client::parse_message(response.body);
  std::string member = object ? client::text_at(*object, key) : "";
  if (response.status >= 300 || member.empty()) throw wrong_answer(response.body);
  return member;
}

awaitable<void> Seat::sign_in(client::HttpClient& http) {
  const auto person = co_await http.exchange(client::Method::post, "/api/v1/people", "", R"({"name":"load"})");
  token_ = member_of(person, "token");
  co_await connect();
  const std::string hello = fmt::format(R"("op":"hello","token":"{}")", token_);
  co_await say(hello);
}

// Beast shakes hands. It would read each frame in several pieces, which costs more than all the rest: see receive().
awaitable<void> Seat::connect() {
  beast::tcp_stream stream(co_await asio::this_coro::executor);
  co_await client::connect_socket(stream, run_.options.server);
  beast::websocket::stream<asio::ip::tcp::socket> socket(stream.release_socket());
  co_await socket.async_handshake(run_.options.server.host_and_port(), "/ws", use_awaitable);
  socket_ = std::move(socket.next_layer());
}

awaitable<i64> Seat::say(std::string_view members) {
  request_.clear();
  fmt::format_to(std::back_inserter(request_), R"({{"id":"{}",{}}})", ++requests_, members);
  send(client::FrameType::text, request_);
  while (answered_ < requests_) co_await receive();
  co_return answer_revision_;
}

// Requests are far smaller than the buffer of a socket, and there is one at a time: writing does not wait.
void Seat::send(client::FrameType type, std::string_view payload) {
  frame_.clear();
  client::append_frame(frame_, type, payload, static_cast<u32>(requests_));
  asio::write(*socket_, asio::buffer(frame_));
}

awaitable<void> Seat::receive() {
  const client::FrameReader::Space space = reader_.prepare();
  reader_.commit(co_await socket_->async_read_some(asio::buffer(space.data, space.size), use_awaitable));
  while (const auto message = reader_.next()) {
    if (message->type == client::FrameType::text) on_message(message->payload);
    if (message->type == client::FrameType::ping) send(client::FrameType::pong, message->payload);
    if (message->type == client::FrameType::close) throw boost::system::system_error(asio::error::eof);
  }
}

void Seat::on_message(std::string_view message) {
  ++counts_.messages;
  if (run_.measured()) counts_.bytes += message.size();
  const client::MessageHead head = client::read_head(message);
  bool read = !head.type.empty();
  if (head.type == "table") read = client::read_table(message, view_);
  if (head.type == "delta") read = client::read_changes(message, view_);
  if (!read || head.type == "error") throw wrong_answer(std::string(message));
  if (head.id.empty()) return;
  answered_ = requests_;
  answer_revision_ = head.revision;
}

}  // namespace volpe::load
