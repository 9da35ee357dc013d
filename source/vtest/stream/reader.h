/// @file
/// Reads the fields of a command from its words, and checks every value.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "vtest/stream/values.h"

namespace mux::vtest::stream {

/// Whether a value takes a word or some bits of one, rather than having fields of its own.
template <class Value>
inline constexpr bool is_leaf =
    std::is_arithmetic_v<Value> || std::is_enum_v<Value> || std::is_same_v<Value, Object> ||
    std::is_same_v<Value, Resource> || std::is_same_v<Value, Format> || std::is_same_v<Value, Mask>;

/// Passed to describe_fields() of a command (objects.h). After the first problem all further values
/// are left as they are.
class Reader {
 public:
  explicit Reader(std::span<const uint32_t> words) : words_(words) {}

  /// Whether all words were read without a problem; else reason() says why not.
  bool finish();
  const std::string &reason() const { return reason_; }

  template <class Value>
  void operator()(const char *name, Value &value) {
    align();
    if constexpr (std::is_same_v<Value, double>) {
      const uint64_t low = next_word(name);
      const uint64_t high = next_word(name);
      value = std::bit_cast<double>(low | high << 32);
    } else if constexpr (is_leaf<Value>) {
      convert(name, next_word(name), value);
    } else {
      describe_fields(*this, value);
    }
  }

  /// Reads the next bits of a word.
  template <class Value>
  void bits(const char *name, unsigned count, Value &value) {
    const uint32_t word = current_word(name);
    const uint32_t mask = count == 32 ? ~0U : (1U << count) - 1;
    convert(name, word >> bit_ & mask, value);
    skip_bits(count);
  }
  void unused(unsigned count) { skip_bits(count); }

  /// Reads a fixed number of elements.
  template <class Element, size_t size>
  void array(const char *name, std::array<Element, size> &elements) {
    for (Element &element : elements) {
      (*this)(name, element);
    }
  }

  /// Reads as many elements as there are words left.
  template <class Element, size_t limit>
  void list(const char *name, size_t words_per_element, Limited<Element, limit> &elements) {
    align();
    if (left() % words_per_element != 0) {
      fail(name, "ends within an element");
      return;
    }
    counted(name, static_cast<uint32_t>(left() / words_per_element), elements);
  }

  /// Reads as many elements as another field says.
  template <class Element, size_t limit>
  void counted(const char *name, uint32_t count, Limited<Element, limit> &elements) {
    if (count > limit) {
      fail_limit(name, count, limit);
      return;
    }
    elements.count = count;
    for (Element &element : elements) {
      (*this)(name, element);
    }
  }

  template <class Group>
  void group(const char * /*name*/, Group &group) {
    describe_fields(*this, group);
  }

  /// Takes all words that are left.
  void rest(const char * /*name*/, std::span<const uint32_t> &words) {
    align();
    words = reason_.empty() ? words_.subspan(position_) : std::span<const uint32_t>();
    position_ = words_.size();
  }
  void text(const char *name, std::span<const uint32_t> &words) { rest(name, words); }
  void padding(std::span<const uint32_t> &words) { rest("", words); }

  /// Whether words are left. Other visitors return the argument.
  bool more(bool /*is_there*/) {
    align();
    return left() > 0;
  }

 private:
  size_t left() const { return words_.size() - position_; }
  /// Moves to the next word if bits of the current one were read.
  void align();
  uint32_t current_word(const char *name);
  uint32_t next_word(const char *name);
  void skip_bits(unsigned count);
  void fail(const char *name, const char *problem);
  void fail_limit(const char *name, uint32_t value, size_t limit);

  template <class Value>
  void convert(const char *name, uint32_t word, Value &value) {
    if (!reason_.empty()) {
      return;
    }
    if constexpr (std::is_enum_v<Value>) {
      if (name_of(static_cast<Value>(word)).empty()) {
        fail_limit(name, word, names<Value>.size() - 1);
        return;
      }
      value = static_cast<Value>(word);
    } else if constexpr (std::is_same_v<Value, Format>) {
      if (word >= max_formats) {
        fail_limit(name, word, max_formats - 1);
        return;
      }
      value.number = word;
    } else if constexpr (std::is_same_v<Value, Object> || std::is_same_v<Value, Resource>) {
      value.handle = word;
    } else if constexpr (std::is_same_v<Value, Mask>) {
      value.bits = word;
    } else if constexpr (std::is_same_v<Value, bool>) {
      value = word != 0;
    } else if constexpr (std::is_same_v<Value, uint32_t>) {
      value = word;
    } else {
      value = std::bit_cast<Value>(word);
    }
  }

  std::span<const uint32_t> words_;
  size_t position_ = 0;
  /// The next bit of the current word.
  unsigned bit_ = 0;
  std::string reason_;
};

}  // namespace mux::vtest::stream
