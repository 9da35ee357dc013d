#include "vtest/stream/printer.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace mux::vtest::stream {

namespace {

/// Words of constants and written data that are printed.
constexpr size_t max_printed_words = 8;

template <class... Values>
void append(std::string &text, const char *format, Values... values) {
  std::array<char, 64> buffer;
  const int length = std::snprintf(buffer.data(), buffer.size(), format, values...);
  text.append(buffer.data(), std::min<size_t>(static_cast<size_t>(length), buffer.size() - 1));
}

}  // namespace

void Printer::begin(const char *name) {
  if (!is_first_) {
    text_ += ' ';
  }
  is_first_ = false;
  text_.append(name).append("=");
}

void Printer::end_run(const std::string &element, size_t repeats) {
  if (repeats > 1) {
    append(text_, "%zu times ", repeats);
  }
  text_ += element;
}

void Printer::print(uint32_t value) {
  text_ += std::to_string(value);
}
void Printer::print(int32_t value) {
  text_ += std::to_string(value);
}
void Printer::print(double value) {
  append(text_, "%g", value);
}
void Printer::print(bool value) {
  text_ += value ? "true" : "false";
}
void Printer::print(Object value) {
  append(text_, "#%u", value.handle);
}
void Printer::print(Resource value) {
  append(text_, "@%u", value.handle);
}
void Printer::print(Format value) {
  append(text_, "format%u", value.number);
}
void Printer::print(Mask value) {
  append(text_, "0x%x", value.bits);
}

void Printer::rest(const char *name, std::span<const uint32_t> &words) {
  begin(name);
  append(text_, "%zu words", words.size());
  const char *separator = " [";
  for (const uint32_t word : words.first(std::min(words.size(), max_printed_words))) {
    append(text_, "%s0x%x", separator, word);
    separator = ", ";
  }
  if (!words.empty()) {
    text_ += words.size() > max_printed_words ? ", ...]" : "]";
  }
}

void Printer::text(const char *name, std::span<const uint32_t> &words) {
  begin(name);
  append(text_, "%zu bytes", words.size_bytes());
}

}  // namespace mux::vtest::stream
