/// @file
/// Writes the fields of a command as text: `LAUNCH_GRID block=[8, 8, 1] grid=[4, 4, 1] ...`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "vtest/stream/reader.h"
#include "vtest/stream/values.h"

namespace mux::vtest::stream {

/// Passed to describe_fields() of a command (objects.h).
class Printer {
 public:
  explicit Printer(std::string &text) : text_(text) {}

  template <class Value>
  void operator()(const char *name, Value &value) {
    begin(name);
    print(value);
  }
  template <class Value>
  void bits(const char *name, unsigned /*count*/, Value &value) {
    (*this)(name, value);
  }
  void unused(unsigned /*count*/) {}
  template <class Element, size_t size>
  void array(const char *name, std::array<Element, size> &elements) {
    print_all(name, std::span<Element>(elements));
  }
  template <class Element, size_t limit>
  void list(const char *name, size_t /*words*/, Limited<Element, limit> &elements) {
    print_all(name, std::span<Element>(elements.begin(), elements.count));
  }
  template <class Element, size_t limit>
  void counted(const char *name, uint32_t /*count*/, Limited<Element, limit> &elements) {
    list(name, 0, elements);
  }
  template <class Group>
  void group(const char *name, Group &group) {
    begin(name);
    print(group);
  }
  void rest(const char *name, std::span<const uint32_t> &words);
  /// Prints the number of bytes: shaders are printed when they are complete.
  void text(const char *name, std::span<const uint32_t> &words);
  void padding(std::span<const uint32_t> &words) { text("padding", words); }
  bool more(bool is_there) { return is_there; }

 private:
  void begin(const char *name);
  void print(uint32_t value);
  void print(int32_t value);
  void print(float value) { print(double{value}); }
  void print(double value);
  void print(bool value);
  void print(Object value);
  void print(Resource value);
  void print(Format value);
  void print(Mask value);
  template <class Value>
  void print(Value &value) {
    if constexpr (std::is_enum_v<Value>) {
      text_.append(name_of(value));
    } else {
      text_ += '{';
      is_first_ = true;
      describe_fields(*this, value);
      text_ += '}';
      is_first_ = false;
    }
  }
  template <class Element>
  void print_all(const char *name, std::span<Element> elements) {
    begin(name);
    text_ += '[';
    std::string element_text;
    std::string last_text;
    size_t repeats = 0;
    for (Element &element : elements) {
      element_text.clear();
      Printer(element_text).print(element);
      if (repeats > 0 && element_text != last_text) {
        end_run(last_text, repeats);
        text_ += ", ";
        repeats = 0;
      }
      last_text = element_text;
      ++repeats;
    }
    end_run(last_text, repeats);
    text_ += ']';
  }
  /// Prints equal elements once, with their number.
  void end_run(const std::string &element, size_t repeats);

  std::string &text_;
  bool is_first_ = true;
};

}  // namespace mux::vtest::stream
