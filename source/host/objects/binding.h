/// @file
/// Where the bytes of a buffer or an image lie.
///
/// Any thread may bind at any time; what several bind at once ends as one of them wanted it, as a
/// whole. Looking at a binding while it changes is the program's to avoid: nothing breaks, but each
/// function may tell of another one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "host/objects/memory.h"
#include "host/support/lock.h"

namespace mux::host {

class Binding {
 public:
  /// Returns whether there was memory before.
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
  /// Where in the memory it begins.
  uint64_t offset() const { return offset_.load(std::memory_order_relaxed); }
  std::byte *address() const { return address_.load(std::memory_order_relaxed); }

 private:
  /// Held while the binding changes.
  Lock lock_;
  /// Atomic for those who look meanwhile. They order nothing: the program orders bindings before
  /// what uses them.
  std::atomic<const Memory *> memory_{nullptr};
  std::atomic<uint64_t> offset_{0};
  std::atomic<std::byte *> address_{nullptr};
};

}  // namespace mux::host
