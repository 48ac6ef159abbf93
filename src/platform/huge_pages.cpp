// Huge pages: aligned memory with a hint to the kernel.
#include "platform/huge_pages.h"

#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace volpe {
namespace {

class HugePages final : public std::pmr::memory_resource {
  static constexpr std::align_val_t page{std::size_t{1} << 21};

  void* do_allocate(std::size_t size, std::size_t) override {
    void* memory = ::operator new(size, page);
#ifdef MADV_HUGEPAGE
    madvise(memory, size, MADV_HUGEPAGE);  // only a hint: all works without it
#endif
    return memory;
  }
  void do_deallocate(void* memory, std::size_t, std::size_t) override { ::operator delete(memory, page); }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

}  // namespace

std::pmr::memory_resource* huge_pages() {
  static HugePages pages;
  return &pages;
}

}  // namespace volpe
