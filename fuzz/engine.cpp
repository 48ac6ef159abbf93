// Fuzzes the engine protocol: every line gets one answer that is JSON, and a refused request changes nothing.
#include "engine/engine.h"

#include <boost/json/parse.hpp>
#include <cstdint>
#include <cstdlib>

#include "platform/shipped_models.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  volpe::Engine engine(volpe::shipped_models(), [] { return 1; });
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.find("advise") != std::string_view::npos) continue;  // plays hundreds of games: slow, and no parser
    const std::string before = engine.answer(R"({"op":"position"})");
    const std::string answer = engine.answer(line);
    boost::system::error_code error;
    const auto json = boost::json::parse(answer, error);
    if (error || !json.is_object() || answer.find('\n') != std::string::npos) std::abort();
    if (!json.at("ok").as_bool() && engine.answer(R"({"op":"position"})") != before) std::abort();
  }
  return 0;
}
