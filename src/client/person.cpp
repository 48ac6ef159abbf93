// Tokens of servers as small files.
#include "client/person.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace volpe::client {
namespace {

// One file a server: 127.0.0.1:8080 is 127.0.0.1_8080.json.
std::string file_of(const Server& server, const std::string& folder) {
  std::string name = server.written();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ':' || c == '%'; }, '_');
  return folder + "/" + name + ".json";
}

// What is there, or nothing.
JsonObject kept_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  boost::json::error_code failed;
  const Json value = boost::json::parse(text.str(), failed);
  return !failed && value.is_object() ? value.get_object() : JsonObject();
}

// Replaced whole, so that a token that is there is never lost.
bool keep(const std::string& path, const JsonObject& person) {
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

Answer<Person> person_at(const Server& server, const std::string& folder, const std::string& name,
                         const std::string& guest) {
  const std::string path = file_of(server, folder);
  JsonObject kept = kept_in(path);
  std::string token = text_at(kept, "token");
  if (!token.empty()) {
    Answer<JsonObject> known = ask(server, Method::get, "me", token);
    if (known && !name.empty() && text_at(*known, "name") != name)
      known = ask(server, Method::patch, "me", token, {{"name", name}});
    if (known) return Person{token, text_at(*known, "name")};
    if (known.error().code != "unknown_person") return known.error();
  }
  const Answer<JsonObject> made = ask(server, Method::post, "people", "", {{"name", name.empty() ? guest : name}});
  if (!made) return made.error();
  if (!keep(path, {{"token", text_at(*made, "token")}, {"recovery", text_at(*made, "recovery")}}))
    return Refused{"not_kept", "the file " + path + " can not be written"};
  return Person{text_at(*made, "token"), text_at(*made, "name")};
}

}  // namespace volpe::client
