/// @file
/// Writes commands of the stream: the reverse of the decoder.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "vtest/stream/command.h"
#include "vtest/stream/reader.h"

namespace mux::test {

/// Passed to describe_fields() of a command (vtest/stream/objects.h).
class Writer {
 public:
  template <class Value>
  void operator()(const char * /*name*/, Value &value) {
    using namespace vtest::stream;
    align();
    if constexpr (std::is_same_v<Value, double>) {
      const auto number = std::bit_cast<uint64_t>(value);
      words_.push_back(static_cast<uint32_t>(number));
      words_.push_back(static_cast<uint32_t>(number >> 32));
    } else if constexpr (is_leaf<Value>) {
      words_.push_back(to_word(value));
    } else {
      describe_fields(*this, value);
    }
  }
  template <class Value>
  void bits(const char * /*name*/, unsigned count, Value &value) {
    if (bit_ == 0) {
      words_.push_back(0);
    }
    words_.back() |= to_word(value) << bit_;
    unused_after(count);
  }
  void unused(unsigned count) { unused_after(count); }
  template <class Element, size_t size>
  void array(const char *name, std::array<Element, size> &elements) {
    for (Element &element : elements) {
      (*this)(name, element);
    }
  }
  template <class Element, size_t limit>
  void list(const char *name, size_t /*words*/, vtest::stream::Limited<Element, limit> &elements) {
    for (Element &element : elements) {
      (*this)(name, element);
    }
  }
  template <class Element, size_t limit>
  void counted(const char *name, uint32_t /*count*/,
               vtest::stream::Limited<Element, limit> &elements) {
    list(name, 0, elements);
  }
  template <class Group>
  void group(const char * /*name*/, Group &group) {
    describe_fields(*this, group);
  }
  void rest(const char * /*name*/, std::span<const uint32_t> &words) {
    align();
    words_.insert(words_.end(), words.begin(), words.end());
  }
  void text(const char *name, std::span<const uint32_t> &words) { rest(name, words); }
  void padding(std::span<const uint32_t> &words) { rest("", words); }
  bool more(bool is_there) { return is_there; }

  const std::vector<uint32_t> &words() const { return words_; }

 private:
  template <class Value>
  static uint32_t to_word(Value value) {
    using namespace vtest::stream;
    if constexpr (std::is_same_v<Value, Object> || std::is_same_v<Value, Resource>) {
      return value.handle;
    } else if constexpr (std::is_same_v<Value, Format>) {
      return value.number;
    } else if constexpr (std::is_same_v<Value, Mask>) {
      return value.bits;
    } else if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, bool>) {
      return static_cast<uint32_t>(value);
    } else {
      return std::bit_cast<uint32_t>(value);
    }
  }
  void align() { bit_ = 0; }
  void unused_after(unsigned count) { bit_ = (bit_ + count) % 32; }

  std::vector<uint32_t> words_;
  unsigned bit_ = 0;
};

/// Returns the words of a command, without the header.
template <class Command>
std::vector<uint32_t> write(Command command) {
  if constexpr (std::is_same_v<Command, vtest::stream::Unknown> ||
                std::is_same_v<Command, vtest::stream::Malformed>) {
    return {};
  } else {
    Writer writer;
    describe_fields(writer, command);
    return writer.words();
  }
}

/// Appends a command with its header.
template <class Command>
void append(std::vector<uint32_t> &submission, uint32_t number, Command command,
            vtest::stream::ObjectType type = vtest::stream::ObjectType::none) {
  const std::vector<uint32_t> words = write(std::move(command));
  submission.push_back(vtest::stream::pack({number, type, static_cast<uint32_t>(words.size())}));
  submission.insert(submission.end(), words.begin(), words.end());
}

}  // namespace mux::test
