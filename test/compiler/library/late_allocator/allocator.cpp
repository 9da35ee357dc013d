/* An allocator that takes the place of new and delete when it is loaded, like some that programs
   load late. It takes back what others gave before, but leaves the forms out that are told a size:
   what those get of this one ends the process. So does a library of Mux that asks for memory: the
   C++ library, which was there before, would give it back elsewhere. */

#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "marked_memory.h"

namespace {

constexpr uint64_t mark = 0x6D75782D6D61726B;

void *allocate(std::size_t size) {
  return mux::test::allocate_marked(size, mark);
}

/// Checks that the caller is not a library of Mux.
void check_caller(const void *caller) {
  Dl_info info{};
  if (dladdr(caller, &info) != 0 && std::strstr(info.dli_fname, "/libmux") != nullptr) {
    std::fprintf(stderr, "%s asks the late allocator for memory\n", info.dli_fname);
    std::abort();
  }
}

void release(void *memory) noexcept {
  if (memory != nullptr && !mux::test::release_marked(memory, mark)) {
    std::free(memory);
  }
}

}  // namespace

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wsized-deallocation"
#endif
#define REPLACEMENT __attribute__((visibility("default")))

REPLACEMENT void *operator new(std::size_t size) {
  check_caller(__builtin_return_address(0));
  return allocate(size);
}
REPLACEMENT void *operator new[](std::size_t size) {
  check_caller(__builtin_return_address(0));
  return allocate(size);
}
REPLACEMENT void operator delete(void *memory) noexcept {
  release(memory);
}
REPLACEMENT void operator delete[](void *memory) noexcept {
  release(memory);
}
