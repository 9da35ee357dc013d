#include "counting_allocator.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace mux::test {

namespace {

constexpr uint64_t live_mark = 0x6d75782d6c697665;
constexpr uint64_t dead_mark = 0x6d75782d64656164;

thread_local uint64_t freed_by_this_thread = 0;

/// Precedes each block.
struct Header {
  uint64_t mark;
  void *owner;
  void *base;
};

}  // namespace

uint64_t CountingAllocator::freed_here() {
  return freed_by_this_thread;
}

void CountingAllocator::fail_after(int64_t successes) {
  failing_ = false;
  until_failure_ = successes;
}

void CountingAllocator::fail_always() {
  failing_ = true;
}

void CountingAllocator::succeed() {
  failing_ = false;
  until_failure_ = -1;
}

void *CountingAllocator::allocate(void *user_data, size_t size, size_t alignment) {
  auto *self = static_cast<CountingAllocator *>(user_data);
  if (self->failing_ || (self->until_failure_ >= 0 && self->until_failure_.fetch_sub(1) == 0)) {
    ++self->failures_;
    return nullptr;
  }
  if (alignment != 0 && !std::has_single_bit(alignment)) {
    ++self->misuses_;
    return nullptr;
  }
  // The address sanitizer aborts for sizes for which the C library returns NULL.
  constexpr size_t more_than_there_is = size_t{1} << 39;
  if (size > more_than_there_is) {
    return nullptr;
  }
  alignment = std::max(alignment, alignof(std::max_align_t));
  const size_t room = (sizeof(Header) + alignment - 1) / alignment * alignment;
  const size_t total = (room + size + alignment - 1) / alignment * alignment;
  auto *base = static_cast<unsigned char *>(std::aligned_alloc(alignment, total));
  if (base == nullptr) {
    return nullptr;
  }
  auto *block = base + room;
  auto *header = reinterpret_cast<Header *>(block) - 1;
  *header = {live_mark, self, base};
  ++self->live_;
  ++self->total_;
  return block;
}

void CountingAllocator::release(void *user_data, void *pointer) {
  if (pointer == nullptr) {
    return;
  }
  auto *self = static_cast<CountingAllocator *>(user_data);
  auto *header = static_cast<Header *>(pointer) - 1;
  if (header->mark != live_mark || header->owner != self) {
    ++self->misuses_;
    return;
  }
  header->mark = dead_mark;
  --self->live_;
  ++freed_by_this_thread;
  std::free(header->base);
}

}  // namespace mux::test
