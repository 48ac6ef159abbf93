// Memory for tables that are read all over: in big pages where the system has them, so that fewer are looked up, and
// with rows that begin where a line of the cache begins.
#pragma once

#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace volpe::clever {

template <class T>
struct BigPages {
  using value_type = T;
  static constexpr std::align_val_t page{size_t{1} << 21};

  BigPages() = default;
  template <class Other>
  explicit BigPages(const BigPages<Other>&) {}

  T* allocate(size_t count) {
    void* memory = ::operator new(count * sizeof(T), page);
#ifdef MADV_HUGEPAGE
    madvise(memory, count * sizeof(T), MADV_HUGEPAGE);  // a wish: without it all works as well
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t) { ::operator delete(memory, page); }
  bool operator==(const BigPages&) const = default;
};

}  // namespace volpe::clever
