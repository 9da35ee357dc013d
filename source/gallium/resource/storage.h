/// @file
/// Memory of a resource: host memory that the device uses at the same address, as a mux buffer.
/// Immutable, so thread-safe.
#pragma once

#include <mux/mux.h>

#include <cstddef>

#include "gallium/screen/screen.h"

namespace mux::gallium {

class Storage final : public RefCounted {
 public:
  /// Allocates memory.
  Storage(Screen &screen, uint64_t size);
  /// Uses memory of the program, or the reserved addresses of a sparse buffer.
  Storage(Screen &screen, void *memory, uint64_t size);
  ~Storage() override;

  std::byte *data() const { return data_; }
  uint64_t size() const { return size_; }
  mux_buffer_t buffer() const { return buffer_; }

 private:
  /// Creates the buffer over the memory; frees the memory if that fails.
  void make_buffer();
  void free_memory() noexcept;

  Ref<Screen> screen_;
  uint64_t size_;
  std::byte *data_ = nullptr;
  bool mapped_ = false;
  mux_memory_t memory_ = nullptr;
  mux_buffer_t buffer_ = nullptr;
};

}  // namespace mux::gallium
