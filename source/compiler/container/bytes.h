/// @file
/// Serialization of little-endian integers and strings, as in containers.
///
/// ByteWriter appends to its own string; ByteReader reads bytes owned by the caller and never
/// beyond their end: a read that does not fit fails, and so do all later reads. Not thread-safe;
/// ByteWriter throws nothing but std::bad_alloc, ByteReader nothing.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mux::compiler {

class ByteWriter {
 public:
  template <typename Integer>
  void integer(Integer value) {
    static_assert(std::is_unsigned_v<Integer>);
    for (size_t i = 0; i < sizeof(Integer); ++i) {
      bytes_.push_back(static_cast<char>(static_cast<uint64_t>(value) >> (8 * i)));
    }
  }

  void boolean(bool value) { integer<uint8_t>(value ? 1 : 0); }

  void string(std::string_view value) {
    integer<uint64_t>(value.size());
    bytes_.append(value);
  }

  void raw(std::string_view value) { bytes_.append(value); }

  void pad_to_multiple_of(size_t alignment) {
    bytes_.append((alignment - bytes_.size() % alignment) % alignment, '\0');
  }

  size_t size() const { return bytes_.size(); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  size_t position() const { return position_; }
  size_t remaining() const { return bytes_.size() - position_; }

  /// The next `size` bytes; an empty view and a failed reader if there are fewer.
  std::string_view raw(uint64_t size) {
    if (!ok_ || size > remaining()) {
      ok_ = false;
      return {};
    }
    const std::string_view result = bytes_.substr(position_, size);
    position_ += size;
    return result;
  }

  /// 0 if the reader failed.
  template <typename Integer>
  Integer integer() {
    static_assert(std::is_unsigned_v<Integer>);
    uint64_t value = 0;
    size_t shift = 0;
    for (const char byte : raw(sizeof(Integer))) {
      value |= static_cast<uint64_t>(static_cast<uint8_t>(byte)) << shift;
      shift += 8;
    }
    return static_cast<Integer>(value);
  }

  /// Fails if the byte is neither 0 nor 1.
  bool boolean() {
    const uint8_t value = integer<uint8_t>();
    ok_ = ok_ && value <= 1;
    return value == 1;
  }

  std::string_view string() { return raw(integer<uint64_t>()); }

  /// Fails if the padding is not zero.
  void skip_to_multiple_of(size_t alignment) {
    const auto padding = raw((alignment - position_ % alignment) % alignment);
    ok_ = ok_ && padding.find_first_not_of('\0') == std::string_view::npos;
  }

 private:
  std::string_view bytes_;
  size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace mux::compiler
