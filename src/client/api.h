// Calls of a server's HTTP API (docs/server-api.md). https is not supported: a server behind it is for browsers.
#pragma once

#include <string>

#include "base/json.h"
#include "client/address.h"

namespace volpe::client {

// Why a call failed: the server's error code, "offline" if the server cannot be reached, or "foreign" if something
// other than a Volpe server responds; and a sentence.
struct ApiError {
  std::string code, message;
};
template <class T>
using ApiResult = Result<T, ApiError>;

enum class Method { get, post, patch };

// Sends one request and waits some seconds for the response. The path is the part after /api/v1/.
ApiResult<JsonObject> call_api(const Server& server, Method method, const std::string& path,
                               const std::string& token = {}, const JsonObject& body = {});

}  // namespace volpe::client
