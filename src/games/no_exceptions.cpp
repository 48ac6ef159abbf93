// What Boost calls instead of throwing in code built without exceptions. Nothing here makes it: every access is
// checked.
#include <boost/assert/source_location.hpp>
#include <cstdlib>
#include <exception>

namespace boost {
[[noreturn]] void throw_exception(const std::exception&) { std::abort(); }
[[noreturn]] void throw_exception(const std::exception&, const source_location&) { std::abort(); }
}  // namespace boost
