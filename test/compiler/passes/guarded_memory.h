/// @file
/// Memory enclosed by inaccessible pages.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mux::test {

/// Bytes between two inaccessible pages.
class GuardedMemory {
 public:
  enum class Side { at_start, at_end };

  /// @param side where the bytes are adjacent to the inaccessible page.
  GuardedMemory(size_t size, Side side);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  uint8_t *data() { return data_; }
  void fill(const std::vector<uint8_t> &bytes);
  std::vector<uint8_t> contents() const { return {data_, data_ + size_}; }

 private:
  size_t size_;
  size_t mapped_;
  void *mapping_;
  uint8_t *data_;
};

}  // namespace mux::test
