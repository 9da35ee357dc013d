#include "host/schedule/scratch_pool.h"

#include <utility>

#include "compiler/abi/kernel_abi.h"
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
  uint32_t existing = 0;
  size = size_of_blocks(size, existing);
  ScratchBlock *added = nullptr;
  for (uint32_t index = existing; index < count; ++index) {
    ScratchBlock *block = allocate(size);
    if (block == nullptr) {
      release_list(added);
      return false;
    }
    block->next = std::exchange(added, block);
  }
  release_list(add(added, size));
  return true;
}

size_t ScratchPool::size_of_blocks(size_t size, uint32_t &existing) {
  const LockGuard guard(lock_);
  size = std::max(round_up(size), block_size_);
  existing = size == block_size_ ? block_count_ : 0;
  return size;
}

ScratchBlock *ScratchPool::add(ScratchBlock *added, size_t size) {
  const LockGuard guard(lock_);
  if (size < block_size_) {
    // Another thread reserved larger blocks meanwhile, which suffice.
    return added;
  }
  ScratchBlock *outgrown = nullptr;
  if (size > block_size_) {
    block_size_ = size;
    block_count_ = 0;
    outgrown = std::exchange(free_, nullptr);
  }
  while (added != nullptr) {
    ScratchBlock *block = added;
    added = block->next;
    block->next = std::exchange(free_, block);
    ++block_count_;
  }
  return outgrown;
}

ScratchBlock *ScratchPool::acquire(size_t size) {
  ScratchBlock *block = take(size);
  if (block == nullptr) {
    block = allocate(size);
    if (block != nullptr) {
      count_allocated(*block);
    }
  }
  return block;
}

ScratchBlock *ScratchPool::take(size_t &size) {
  const LockGuard guard(lock_);
  // All free blocks have the same size, that of the largest kernel finalized so far.
  if (free_ == nullptr || free_->size < size) {
    size = std::max(round_up(size), block_size_);
    return nullptr;
  }
  return std::exchange(free_, free_->next);
}

void ScratchPool::count_allocated(const ScratchBlock &block) {
  const LockGuard guard(lock_);
  block_count_ += block.size == block_size_ ? 1 : 0;
}

void ScratchPool::release(ScratchBlock *block) {
  if (!keep(*block)) {
    block->next = nullptr;
    release_list(block);
  }
}

bool ScratchPool::keep(ScratchBlock &block) {
  const LockGuard guard(lock_);
  if (block.size != block_size_) {
    return false;
  }
  block.next = std::exchange(free_, &block);
  return true;
}

ScratchBlock *ScratchPool::allocate(size_t size) const {
  if (size > SIZE_MAX - header_size) {
    return nullptr;
  }
  void *memory = allocator_.allocate(header_size + size, compiler::local_memory_alignment);
  return memory != nullptr ? new (memory) ScratchBlock{nullptr, size} : nullptr;
}

void ScratchPool::release_list(ScratchBlock *first) const {
  while (first != nullptr) {
    allocator_.release(std::exchange(first, first->next));
  }
}

}  // namespace mux::host
