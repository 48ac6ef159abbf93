// Memory for tables that are read all over: in huge pages where the system has them, so that the processor translates
// fewer addresses.
#pragma once

#include <memory_resource>

namespace volpe {

// Lives as long as the program.
std::pmr::memory_resource* huge_pages();

}  // namespace volpe
