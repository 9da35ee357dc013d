/// @file
/// Scratch memory for kernels: blocks that belong to whoever runs a tile, for as long as it runs.
///
/// Any thread may acquire and release blocks. A block is claimed from a list under a lock held for
/// a few instructions, never by a thread's number, because threads that help have none. Blocks are
/// reused, never zeroed, and freed with the pool. The largest size that was reserved is the size of
/// all blocks; smaller ones are freed as they come back. Memory comes from the device's allocator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/support/allocator.h"
#include "host/support/lock.h"

namespace mux::host {

/// Starts with this header; the memory for kernels begins `local_memory_alignment` bytes later.
struct ScratchBlock {
  ScratchBlock *next;
  /// Bytes for kernels.
  size_t size;

  void *memory();
};

class ScratchPool {
 public:
  explicit ScratchPool(const Allocator &allocator) noexcept : allocator_(allocator) {}
  /// All blocks must be back, unless this is a forked child.
  ~ScratchPool();

  /// Makes sure that there are `count` blocks of `size` bytes, in use or free. Returns false, with
  /// nothing changed, if there is no memory.
  bool reserve(size_t size, uint32_t count);

  /// A block of at least `size` bytes; NULL if there is no memory.
  ScratchBlock *acquire(size_t size);
  void release(ScratchBlock *block);

 private:
  /// A free block of at least `size` bytes; NULL if there is none, with the bytes to allocate in
  /// `size`.
  ScratchBlock *take(size_t &size);
  /// The bytes of blocks that a reservation of `size` asks for, and how many there are.
  size_t size_of_blocks(size_t size, uint32_t &existing);
  /// Adds blocks of `size` bytes to the free ones. Returns those that are too small now.
  ScratchBlock *add(ScratchBlock *added, size_t size);
  void count_allocated(const ScratchBlock &block);
  /// Whether the block is free again now, and not too small.
  bool keep(ScratchBlock &block);
  ScratchBlock *allocate(size_t size) const;
  void release_list(ScratchBlock *first) const;

  Allocator allocator_;
  Lock lock_;
  ScratchBlock *free_ MUX_GUARDED_BY(lock_) = nullptr;
  size_t block_size_ MUX_GUARDED_BY(lock_) = 0;
  /// Blocks of `block_size_` bytes, in use or free.
  uint32_t block_count_ MUX_GUARDED_BY(lock_) = 0;
};

}  // namespace mux::host
