/// @file
/// The memory range that a buffer or an image is bound to.
///
/// Any thread may bind at any time; concurrent bindings take effect one after the other. The
/// program must not use an object while it is bound: reads are safe, but may see parts of different
/// bindings.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "host/objects/memory.h"
#include "host/support/lock.h"

namespace mux::host {

class Binding {
 public:
  /// Binds to memory. Returns whether it was bound before.
  bool set(const Memory &memory, uint64_t offset) {
    const LockGuard guard(lock_);
    const bool was_bound = exists();
    offset_.store(offset, std::memory_order_relaxed);
    address_.store(memory.address() + offset, std::memory_order_relaxed);
    memory_.store(&memory, std::memory_order_relaxed);
    return was_bound;
  }

  bool exists() const { return memory() != nullptr; }
  const Memory *memory() const { return memory_.load(std::memory_order_relaxed); }
  /// Offset in the memory.
  uint64_t offset() const { return offset_.load(std::memory_order_relaxed); }
  std::byte *address() const { return address_.load(std::memory_order_relaxed); }

 private:
  /// Held while the binding changes.
  Lock lock_;
  /// Atomic for concurrent readers. Relaxed: the program orders bindings before uses.
  std::atomic<const Memory *> memory_{nullptr};
  std::atomic<uint64_t> offset_{0};
  std::atomic<std::byte *> address_{nullptr};
};

}  // namespace mux::host
