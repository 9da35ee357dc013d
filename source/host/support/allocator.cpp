#include "host/support/allocator.h"

namespace mux::host {
namespace {

/// Chunk sizes double from the first to the second; larger requests get a chunk of their own size.
constexpr size_t smallest_chunk = 1024;
constexpr size_t largest_chunk = 64 * 1024;

constexpr size_t align_up(size_t value, size_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

}  // namespace

struct Arena::Chunk {
  Chunk *previous;
  size_t size;
};

void *Arena::allocate(size_t size, size_t alignment) {
  if (last_ != nullptr) {
    const auto base = reinterpret_cast<uintptr_t>(last_);
    const size_t start = align_up(base + used_, alignment) - base;
    if (start <= last_->size && size <= last_->size - start) {
      used_ = start + size;
      return reinterpret_cast<std::byte *>(last_) + start;
    }
  }
  const size_t header = align_up(sizeof(Chunk), alignment);
  if (size > SIZE_MAX - header) {
    return nullptr;
  }
  const size_t doubled =
      last_ != nullptr ? std::min(last_->size * 2, largest_chunk) : smallest_chunk;
  const size_t chunk_size = std::max(header + size, doubled);
  void *memory = allocator_.allocate(chunk_size, std::max(alignment, alignof(Chunk)));
  if (memory == nullptr) {
    return nullptr;
  }
  last_ = new (memory) Chunk{last_, chunk_size};
  used_ = header + size;
  return static_cast<std::byte *>(memory) + header;
}

std::byte *Arena::copy_bytes(const void *bytes, size_t size, size_t alignment) {
  void *memory = allocate(size, alignment);
  if (memory != nullptr && size != 0) {
    std::memcpy(memory, bytes, size);
  }
  return static_cast<std::byte *>(memory);
}

void Arena::clear() {
  // The last chunk is the largest, unless it was allocated for a large request.
  if (last_ == nullptr || last_->size > largest_chunk) {
    return rewind({nullptr, 0});
  }
  while (Chunk *previous = last_->previous) {
    last_->previous = previous->previous;
    allocator_.release(previous);
  }
  used_ = sizeof(Chunk);
}

void Arena::rewind(Mark mark) {
  while (last_ != mark.chunk) {
    Chunk *previous = last_->previous;
    allocator_.release(last_);
    last_ = previous;
  }
  used_ = mark.used;
}

}  // namespace mux::host
