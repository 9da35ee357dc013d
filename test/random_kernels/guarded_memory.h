/// @file
/// Memory of a kernel argument that notices accesses outside of it: pages that cannot be accessed
/// stand on both sides, and the bytes between them and the data are looked after.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mux::random_kernels {

/// One thread at a time.
class GuardedMemory {
 public:
  /// @param at_end the data ends where the inaccessible pages begin, else it begins behind them.
  /// Throws std::runtime_error.
  GuardedMemory(size_t size, bool at_end);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  /// Aligned to 128 bytes, if it is at the end and the size is a multiple of that, or at the start.
  std::span<uint8_t> bytes() const { return bytes_; }
  /// Whether the bytes around the data are still what they were.
  bool is_intact() const;

 private:
  std::span<uint8_t> mapping_;
  /// All that can be accessed.
  std::span<uint8_t> pages_;
  std::span<uint8_t> bytes_;
};

}  // namespace mux::random_kernels
