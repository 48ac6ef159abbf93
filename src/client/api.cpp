// HTTP requests over Beast, one connection for each.
#include "client/api.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/json/serialize.hpp>
#include <optional>

#include "client/json_fields.h"
#include "client/socket.h"

namespace volpe::client {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::awaitable;
using asio::use_awaitable;
using boost::system::system_error;

using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;

awaitable<void> exchange(asio::io_context& io, const Server& server, const HttpRequest& request,
                         HttpResponse& response) {
  beast::tcp_stream socket(io);
  co_await connect_socket(socket, server);
  co_await http::async_write(socket, request, use_awaitable);
  beast::flat_buffer buffer;
  co_await http::async_read(socket, buffer, response, use_awaitable);
}

HttpRequest api_request(const Server& server, Method method, const std::string& path, const std::string& token,
                        const JsonObject& body) {
  constexpr http::verb verbs[] = {http::verb::get, http::verb::post, http::verb::patch};
  HttpRequest request(verbs[static_cast<int>(method)], "/api/v1/" + path, 11);
  request.set(http::field::host, server.host_and_port());
  if (!token.empty()) request.set(http::field::authorization, "Bearer " + token);
  if (method != Method::get) {
    request.set(http::field::content_type, "application/json");
    request.body() = boost::json::serialize(body);
  }
  request.prepare_payload();
  return request;
}

}  // namespace

ApiResult<JsonObject> call_api(const Server& server, Method method, const std::string& path, const std::string& token,
                               const JsonObject& body) {
  const HttpRequest request = api_request(server, method, path, token, body);
  HttpResponse response;
  asio::io_context io(1);
  std::exception_ptr failed;
  asio::co_spawn(io, exchange(io, server, request, response), [&](std::exception_ptr error) { failed = error; });
  io.run();
  try {
    if (failed) std::rethrow_exception(failed);
  } catch (const system_error& error) {
    if (error.code().category() == http::make_error_code(http::error::bad_version).category())
      return ApiError{"foreign", error.what()};
    return ApiError{"offline", error.what()};
  }
  std::optional<JsonObject> answer = parse_message(response.body());
  if (!answer) return ApiError{"foreign", "the answer is no object"};
  if (response.result_int() < 300) return std::move(*answer);
  const std::string code = error_code_in(*answer);
  if (code.empty()) return ApiError{"foreign", "the answer is an error without a code"};
  return ApiError{code, text_at(answer->at("error").get_object(), "message")};
}

}  // namespace volpe::client
