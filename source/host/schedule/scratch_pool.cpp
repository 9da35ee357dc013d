#include "host/schedule/scratch_pool.h"

#include <utility>

#include "compiler/kernel_abi.h"
#include "host/schedule/tuning.h"

namespace mux::host {
namespace {

constexpr size_t header_size = compiler::local_memory_alignment;
static_assert(sizeof(ScratchBlock) <= header_size);

size_t round_up(size_t size) {
  const size_t unit = tuning::scratch_granularity;
  return size > SIZE_MAX - unit ? size : (size + unit - 1) / unit * unit;
}

}  // namespace

void *ScratchBlock::memory() {
  return reinterpret_cast<std::byte *>(this) + header_size;
}

ScratchPool::~ScratchPool() {
  release_list(free_);
}

bool ScratchPool::reserve(size_t size, uint32_t count) {
  if (size == 0) {
    return true;
  }
  lock_.lock();
  size = std::max(round_up(size), block_size_);
  const uint32_t existing = size == block_size_ ? block_count_ : 0;
  lock_.unlock();

  ScratchBlock *added = nullptr;
  for (uint32_t index = existing; index < count; ++index) {
    ScratchBlock *block = allocate(size);
    if (!block) {
      release_list(added);
      return false;
    }
    block->next = std::exchange(added, block);
  }

  lock_.lock();
  ScratchBlock *outgrown = nullptr;
  if (size > block_size_) {
    block_size_ = size;
    block_count_ = 0;
    outgrown = std::exchange(free_, nullptr);
  } else if (size < block_size_) {
    // Somebody reserved larger blocks meanwhile; theirs serve us as well.
    outgrown = std::exchange(added, nullptr);
  }
  while (added) {
    ScratchBlock *block = added;
    added = block->next;
    block->next = std::exchange(free_, block);
    ++block_count_;
  }
  lock_.unlock();
  release_list(outgrown);
  return true;
}

ScratchBlock *ScratchPool::acquire(size_t size) {
  lock_.lock();
  // All free blocks are of one size, which was reserved for the largest kernel ever finalized.
  ScratchBlock *block = free_ && free_->size >= size ? free_ : nullptr;
  if (block) {
    free_ = block->next;
  } else {
    size = std::max(round_up(size), block_size_);
  }
  lock_.unlock();
  if (block) {
    return block;
  }
  block = allocate(size);
  if (block) {
    lock_.lock();
    block_count_ += block->size == block_size_ ? 1 : 0;
    lock_.unlock();
  }
  return block;
}

void ScratchPool::release(ScratchBlock *block) {
  lock_.lock();
  const bool keep = block->size == block_size_;
  if (keep) {
    block->next = std::exchange(free_, block);
  }
  lock_.unlock();
  if (!keep) {
    block->next = nullptr;
    release_list(block);
  }
}

ScratchBlock *ScratchPool::allocate(size_t size) const {
  if (size > SIZE_MAX - header_size) {
    return nullptr;
  }
  void *memory = allocator_.allocate(header_size + size, compiler::local_memory_alignment);
  return memory ? new (memory) ScratchBlock{nullptr, size} : nullptr;
}

void ScratchPool::release_list(ScratchBlock *first) const {
  while (first) {
    allocator_.release(std::exchange(first, first->next));
  }
}

}  // namespace mux::host
