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
  Blob(const void *data, size_t size) : bytes_(size) { std::memcpy(bytes_.data(), data, size); }

  const std::byte *data() const { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace mux::gallium
