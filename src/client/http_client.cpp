// HTTP requests over Beast.
#include "client/http_client.h"

#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http.hpp>
#include <utility>

namespace volpe::client {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::asio::awaitable;
using boost::asio::use_awaitable;
using Clock = std::chrono::steady_clock;

// A server closes connections that are idle for longer; a request must not meet that.
constexpr auto longest_idle = std::chrono::seconds(20);

http::request<http::string_body> request_of(const Server& server, Method method, const std::string& path,
                                            const std::string& token, const std::string& body) {
  constexpr http::verb verbs[] = {http::verb::get, http::verb::post, http::verb::patch};
  http::request<http::string_body> request(verbs[static_cast<int>(method)], path, 11);
  request.set(http::field::host, server.host_and_port());
  if (!token.empty()) request.set(http::field::authorization, "Bearer " + token);
  if (method != Method::get) {
    request.set(http::field::content_type, "application/json");
    request.body() = body;
  }
  request.prepare_payload();
  return request;
}

}  // namespace

awaitable<std::unique_ptr<beast::tcp_stream>> HttpClient::take_connection() {
  if (kept_ && Clock::now() - kept_since_ < longest_idle) co_return std::move(kept_);
  buffer_.clear();
  auto socket = std::make_unique<beast::tcp_stream>(co_await boost::asio::this_coro::executor);
  co_await connect_socket(*socket, server_);
  co_return socket;
}

awaitable<HttpResponse> HttpClient::exchange(Method method, std::string path, std::string token, std::string body) {
  std::unique_ptr<beast::tcp_stream> socket = co_await take_connection();
  socket->expires_after(timeout_);
  const http::request<http::string_body> request = request_of(server_, method, path, token, body);
  co_await http::async_write(*socket, request, use_awaitable);
  http::response<http::string_body> response;
  co_await http::async_read(*socket, buffer_, response, use_awaitable);
  if (response.keep_alive()) {
    kept_ = std::move(socket);
    kept_since_ = Clock::now();
  }
  co_return HttpResponse{static_cast<int>(response.result_int()), std::move(response.body())};
}

}  // namespace volpe::client
