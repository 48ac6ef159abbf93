// Stores the token for each server in a small file.
#include "client/person.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "client/json_fields.h"

namespace volpe::client {
namespace {

// One file per server: 127.0.0.1_8080.json for 127.0.0.1:8080.
std::string file_of(const Server& server, const std::string& folder) {
  std::string name = server.host_and_port();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ':' || c == '%'; }, '_');
  return folder + "/" + name + ".json";
}

// An empty object if there is no such file.
JsonObject load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return parse_message(text.str()).value_or(JsonObject());
}

// Replaces the file as a whole, so that a stored token is never lost.
bool save(const std::string& path, const JsonObject& person) {
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
  const std::string text = boost::json::serialize(person), next = path + ".new";
  std::filesystem::remove(next, failed);
  const int file = ::open(next.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const bool closed = ::close(file) == 0;
  if (written && closed) std::filesystem::rename(next, path, failed);
  return written && closed && !failed;
}

}  // namespace

ApiResult<Person> sign_in(const Server& server, const std::string& folder, const std::string& name,
                          const std::string& guest) {
  const std::string path = file_of(server, folder);
  const JsonObject stored = load(path);
  const std::string token = text_at(stored, "token");
  if (!token.empty()) {
    ApiResult<JsonObject> known = call_api(server, Method::get, "me", token);
    if (known && !name.empty() && text_at(*known, "name") != name)
      known = call_api(server, Method::patch, "me", token, {{"name", name}});
    if (known) return Person{token, text_at(*known, "name")};
    if (known.error().code != "unknown_person") return known.error();
  }
  const ApiResult<JsonObject> made =
      call_api(server, Method::post, "people", "", {{"name", name.empty() ? guest : name}});
  if (!made) return made.error();
  if (!save(path, {{"token", text_at(*made, "token")}, {"recovery", text_at(*made, "recovery")}}))
    return ApiError{"not_kept", "the file " + path + " cannot be written"};
  return Person{text_at(*made, "token"), text_at(*made, "name")};
}

}  // namespace volpe::client
