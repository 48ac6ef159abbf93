// Fuzzes the event parser: what is accepted must be written back as it was read, and nothing else changes.
#include <cstdint>
#include <cstdlib>

#include "games/games.h"

namespace volpe {
namespace {

void must(bool condition) {
  if (!condition) std::abort();
}

// The first byte chooses seats and options; each line is an event. Refused lines are skipped.
template <class G>
void play(u8 choice, std::string_view text) {
  Setup setup{G::min_seats + choice % (G::max_seats - G::min_seats + 1), {}};
  for (int n = 0; n < 3; ++n) setup.options[size_t(n)] = u8(choice >> (n + 3) & 1);
  typename G::State state = G::start(setup);
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const typename G::State before = state;
    const auto event = G::read(state, line);
    must(same(before, state));
    if (!event) {
      must(!event.error().message.empty());
      continue;
    }
    if (const Decision* decision = std::get_if<Decision>(&*event)) {
      must(has(G::legal(state), *decision));
      must(G::write(state, *decision) == line);
    } else {
      must(G::write(state, std::get<typename G::Roll>(*event)) == line);
    }
    apply<G>(state, *event);
  }
}

}  // namespace
}  // namespace volpe

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] & 1)
    volpe::play<volpe::Clever>(data[0] >> 1, text);
  else
    volpe::play<volpe::Genial>(data[0] >> 1, text);
  return 0;
}
