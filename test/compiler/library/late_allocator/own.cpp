/* A program's own new and delete, which end the process if they get back what they have not given.
 */

#include <cstdint>
#include <cstdlib>
#include <new>

#include "marked_memory.h"

namespace {

constexpr uint64_t mark = 0x6D75782D6F776E65;

void *allocate(std::size_t size) {
  return mux::test::allocate_marked(size, mark);
}

void release(void *memory) noexcept {
  if (memory != nullptr && !mux::test::release_marked(memory, mark)) {
    std::abort();
  }
}

}  // namespace

#define REPLACEMENT __attribute__((visibility("default")))

REPLACEMENT void *operator new(std::size_t size) {
  return allocate(size);
}
REPLACEMENT void *operator new[](std::size_t size) {
  return allocate(size);
}
REPLACEMENT void operator delete(void *memory) noexcept {
  release(memory);
}
REPLACEMENT void operator delete[](void *memory) noexcept {
  release(memory);
}
REPLACEMENT void operator delete(void *memory, std::size_t) noexcept {
  release(memory);
}
REPLACEMENT void operator delete[](void *memory, std::size_t) noexcept {
  release(memory);
}
