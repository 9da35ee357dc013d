/// @file
/// Memory blocks with a mark that identifies their allocator.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace mux::test {

/// Precedes each block.
struct alignas(16) Header {
  uint64_t mark;
  uint64_t unused;
};

inline void *allocate_marked(std::size_t size, uint64_t mark) {
  auto *header = static_cast<Header *>(std::malloc(sizeof(Header) + size));
  if (header == nullptr) {
    std::abort();
  }
  header->mark = mark;
  return header + 1;
}

/// Frees memory with this mark. Returns false, and does nothing, if it has another one.
inline bool release_marked(void *memory, uint64_t mark) noexcept {
  Header *header = static_cast<Header *>(memory) - 1;
  if (header->mark != mark) {
    return false;
  }
  header->mark = 0;
  std::free(header);
  return true;
}

}  // namespace mux::test
