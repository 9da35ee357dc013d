/// @file
/// Memory of a kernel argument that detects out-of-bounds accesses: with inaccessible pages on both
/// sides, and a check of the bytes between these and the data.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mux::random_kernels {

/// Not thread-safe.
class GuardedMemory {
 public:
  /// @param at_end whether the data ends at the inaccessible pages, or else begins after them.
  /// Throws std::runtime_error.
  GuardedMemory(size_t size, bool at_end);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  /// Aligned to 128 bytes at the start, and at the end if the size is a multiple of that.
  std::span<uint8_t> bytes() const { return bytes_; }
  /// Whether the bytes around the data are unchanged.
  bool is_intact() const;

 private:
  std::span<uint8_t> mapping_;
  /// All accessible memory.
  std::span<uint8_t> pages_;
  std::span<uint8_t> bytes_;
};

}  // namespace mux::random_kernels
