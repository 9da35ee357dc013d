/// @file
/// Bytes that commands read in place: constants by value, INPUT, layouts of views.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "gallium/support/object.h"

namespace mux::gallium {

class Blob final : public RefCounted {
 public:
  Blob(const void *data, size_t size) : size_(size), bytes_(size + padding) {
    std::memcpy(bytes_.data(), data, size);
  }

  const std::byte *data() const { return bytes_.data(); }
  size_t size() const { return size_; }

 private:
  /// Shaders read a whole register at the address of a buffer of any size (stage_abi.h).
  static constexpr size_t padding = 16;

  size_t size_;
  std::vector<std::byte> bytes_;
};

}  // namespace mux::gallium
