/// @file
/// Scratch memory for kernels: blocks that a thread holds while it runs tiles.
///
/// Any thread may acquire and release blocks. They are in a list under a lock held for a few
/// instructions, not indexed by thread, because helping threads have no index. Blocks are reused
/// without zeroing, and freed with the pool. All blocks have the largest size reserved so far;
/// smaller ones are freed when released. Memory comes from the device's allocator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/support/allocator.h"
#include "host/support/lock.h"

namespace mux::host {

/// Header of a block; the memory for kernels starts `local_memory_alignment` bytes later.
struct ScratchBlock {
  ScratchBlock *next;
  /// Bytes available to kernels.
  size_t size;

  void *memory();
};

class ScratchPool {
 public:
  explicit ScratchPool(const Allocator &allocator) noexcept : allocator_(allocator) {}
  /// All blocks must have been released, unless this is a forked child.
  ~ScratchPool();

  /// Makes sure that `count` blocks of `size` bytes exist, in use or free. Returns false, with
  /// nothing changed, if an allocation fails.
  bool reserve(size_t size, uint32_t count);

  /// Returns a block of at least `size` bytes; NULL if an allocation fails.
  ScratchBlock *acquire(size_t size);
  void release(ScratchBlock *block);

 private:
  /// Removes a free block of at least `size` bytes from the list. If there is none, returns NULL
  /// and sets `size` to the size to allocate.
  ScratchBlock *take(size_t &size);
  /// Block size for a reservation of `size` bytes, and the number of such blocks.
  size_t size_of_blocks(size_t size, uint32_t &existing);
  /// Adds blocks of `size` bytes to the free list. Returns those that are too small now.
  ScratchBlock *add(ScratchBlock *added, size_t size);
  void count_allocated(const ScratchBlock &block);
  /// Returns a block to the free list, unless it is too small now; false then.
  bool keep(ScratchBlock &block);
  ScratchBlock *allocate(size_t size) const;
  void release_list(ScratchBlock *first) const;

  Allocator allocator_;
  Lock lock_;
  ScratchBlock *free_ MUX_GUARDED_BY(lock_) = nullptr;
  size_t block_size_ MUX_GUARDED_BY(lock_) = 0;
  /// Number of blocks of `block_size_` bytes, in use or free.
  uint32_t block_count_ MUX_GUARDED_BY(lock_) = 0;
};

}  // namespace mux::host
