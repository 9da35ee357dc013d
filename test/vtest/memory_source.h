/// @file
/// Bytes in memory as the source of messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "vtest/wire/message_reader.h"

namespace mux::test {

class MemorySource final : public vtest::ByteSource {
 public:
  /// @param most_at_once bytes that a read returns at most, as a socket may return less than it is
  /// asked for.
  explicit MemorySource(std::span<const std::byte> bytes, size_t most_at_once = SIZE_MAX)
      : bytes_(bytes), most_at_once_(most_at_once) {}

  size_t read(std::span<std::byte> bytes) override {
    const size_t count = std::min({bytes.size(), bytes_.size(), most_at_once_});
    std::memcpy(bytes.data(), bytes_.data(), count);
    bytes_ = bytes_.subspan(count);
    return count;
  }

 private:
  std::span<const std::byte> bytes_;
  size_t most_at_once_;
};

}  // namespace mux::test
