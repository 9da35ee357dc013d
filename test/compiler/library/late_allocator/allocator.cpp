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

namespace {

constexpr uint64_t mark = 0x6D75782D6D61726B;

struct alignas(16) Header {
  uint64_t mark;
  uint64_t unused;
};

void *allocate(std::size_t size) {
  auto *header = static_cast<Header *>(std::malloc(sizeof(Header) + size));
  if (header == nullptr) {
    std::abort();
  }
  header->mark = mark;
  return header + 1;
}

/// The caller must be no library of Mux.
void check_caller(const void *caller) {
  Dl_info info{};
  if (dladdr(caller, &info) != 0 && std::strstr(info.dli_fname, "/libmux") != nullptr) {
    std::fprintf(stderr, "%s asks the late allocator for memory\n", info.dli_fname);
    std::abort();
  }
}

void release(void *memory) noexcept {
  if (memory == nullptr) {
    return;
  }
  Header *header = static_cast<Header *>(memory) - 1;
  if (header->mark != mark) {
    std::free(memory);
    return;
  }
  header->mark = 0;
  std::free(header);
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
