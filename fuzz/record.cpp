// Fuzzes the record loader: what it accepts must come back the same when it is written and read again.
#include "record/record.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto play = volpe::read_record(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!play) {
    if (!play.error().message.starts_with("line ")) std::abort();
    return 0;
  }
  std::visit(
      [](const auto& game) {
        const std::string text = write_record(game);
        const auto again = volpe::read_record(text);
        if (!again) std::abort();
        if (write_record(std::get<std::decay_t<decltype(game)>>(*again)) != text) std::abort();
      },
      *play);
  return 0;
}
