// Calls of the API, one connection for each.
#include "client/api.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/json/serialize.hpp>
#include <optional>

#include "client/http_client.h"
#include "client/json_fields.h"

namespace volpe::client {

namespace asio = boost::asio;
namespace http = boost::beast::http;

ApiResult<JsonObject> call_api(const Server& server, Method method, const std::string& path, const std::string& token,
                               const JsonObject& body) {
  asio::io_context io(1);
  HttpClient client(server);
  auto exchange = asio::co_spawn(io, client.exchange(method, "/api/v1/" + path, token, boost::json::serialize(body)),
                                 asio::use_future);
  io.run();
  HttpResponse response;
  try {
    response = exchange.get();
  } catch (const boost::system::system_error& error) {
    if (error.code().category() == http::make_error_code(http::error::bad_version).category())
      return ApiError{"foreign", error.what()};
    return ApiError{"offline", error.what()};
  }
  std::optional<JsonObject> answer = parse_message(response.body);
  if (!answer) return ApiError{"foreign", "the answer is no object"};
  if (response.status < 300) return std::move(*answer);
  const std::string code = error_code_in(*answer);
  if (code.empty()) return ApiError{"foreign", "the answer is an error without a code"};
  return ApiError{code, text_at(answer->at("error").get_object(), "message")};
}

}  // namespace volpe::client
