#include "opencl/support/trace_line.h"

#include <string.h>  // strnlen() is POSIX, not C++.

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>

#include "opencl/support/registry_names.h"

namespace mux::opencl {
namespace {

/// Maximum elements and characters shown of an argument.
constexpr int64_t most_elements = 8;
constexpr size_t longest_text = 60;

}  // namespace

TraceLine::TraceLine(const Signature &signature) noexcept : rest_(signature.parameters) {
  line_[0] = '\0';
  add("%s(", signature.name);
}

void TraceLine::add(const char *format, ...) noexcept {
  std::va_list arguments;
  va_start(arguments, format);
  const size_t room = line_.size() - length_;
  const int length = std::vsnprintf(line_.data() + length_, room, format, arguments);
  va_end(arguments);
  length_ += std::min(static_cast<size_t>(std::max(length, 0)), room - 1);
}

void TraceLine::add_text(std::string_view text) noexcept {
  add("%.*s", static_cast<int>(text.size()), text.data());
}

void TraceLine::begin_argument() noexcept {
  const size_t end = std::min(rest_.find(' '), rest_.size());
  const std::string_view parameter = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  const size_t colon = std::min(parameter.find(':'), parameter.size());
  name_ = parameter.substr(0, colon);
  type_ = parameter.substr(std::min(colon + 1, parameter.size()));
  add_text(first_ ? "" : ", ");
  first_ = false;
  add_text(name_);
  add_text("=");
}

void TraceLine::text(const char *value) noexcept {
  if (value == nullptr) {
    return pointer(value);
  }
  const std::string_view shown(value, strnlen(value, longest_text + 1));
  add("\"");
  for (const char character : shown.substr(0, longest_text)) {
    add("%c", character >= 0 && character < ' ' ? ' ' : character);
  }
  add_text(shown.size() > longest_text ? "\"..." : "\"");
}

void TraceLine::pointer(const void *value) noexcept {
  if (value == nullptr) {
    add("NULL");
  } else {
    add("%p", value);
  }
}

void TraceLine::number(int64_t value) noexcept {
  count_ = value;
  if (name_ == "work_dim") {
    dimensions_ = value;
  }
  const auto positive = static_cast<uint64_t>(value);
  if (has_names(type_)) {
    bits(positive);
  } else if (const std::string_view name = type_.starts_with("cl_") && type_ != "cl_uint" &&
                                                   type_ != "cl_int" && type_ != "cl_ulong"
                                               ? name_of_number(positive)
                                               : std::string_view();
             !name.empty()) {
    add_text(name);
  } else if (type_.starts_with("cl_") && type_.find("info") != std::string_view::npos) {
    add("0x%" PRIx64, positive);
  } else {
    add("%" PRId64, value);
  }
}

void TraceLine::bits(uint64_t value) noexcept {
  if (const std::string_view whole = name_in_type(type_, value); !whole.empty()) {
    return add_text(whole);
  }
  const char *separator = "";
  uint64_t unknown = value;
  for (uint64_t bit = 1; bit != 0; bit <<= 1) {
    const std::string_view name = (value & bit) != 0 ? name_in_type(type_, bit) : "";
    if (!name.empty()) {
      add("%s", separator);
      add_text(name);
      separator = "|";
      unknown &= ~bit;
    }
  }
  if (unknown != 0 || value == 0) {
    add(unknown == 0 ? "%s0" : "%s0x%" PRIx64, separator, unknown);
  }
}

void TraceLine::code(cl_int value) noexcept {
  const std::string_view name = name_of_code(value);
  if (name.empty()) {
    add("%d", value);
  } else {
    add_text(name);
  }
}

void TraceLine::numbers(const size_t *values) noexcept {
  if (values == nullptr || type_.find("propert") == std::string_view::npos) {
    sizes(values);
  } else {
    properties(values);
  }
}

void TraceLine::sizes(const size_t *values) noexcept {
  const bool of_range = name_.starts_with("global_work") || name_.starts_with("local_work");
  const bool of_box = name_.ends_with("origin") || name_ == "region" || name_ == "origin";
  const int64_t count = of_range ? std::min<int64_t>(dimensions_, 3) : of_box ? 3 : 0;
  if (values == nullptr || count <= 0) {
    return pointer(values);
  }
  for (int64_t index = 0; index < count; ++index) {
    add("%s%zu", index == 0 ? "{" : ",", values[index]);
  }
  add("}");
}

void TraceLine::handles(const void *const *values) noexcept {
  if (values == nullptr || count_ <= 0) {
    return pointer(values);
  }
  for (int64_t index = 0; index < std::min(count_, most_elements); ++index) {
    add_text(index == 0 ? "{" : ",");
    pointer(values[index]);
  }
  add_text(count_ > most_elements ? ",...}" : "}");
}

void TraceLine::format(const cl_image_format *value) noexcept {
  if (value == nullptr) {
    return pointer(value);
  }
  add("{");
  add_text(name_of_number(value->image_channel_order));
  add(",");
  add_text(name_of_number(value->image_channel_data_type));
  add("}");
}

void TraceLine::properties(const size_t *list) noexcept {
  static_assert(sizeof(cl_properties) == sizeof(size_t) && sizeof(intptr_t) == sizeof(size_t));
  add("{");
  for (int64_t pair = 0; pair < most_elements && *list != 0; ++pair, list += 2) {
    const std::string_view name = name_of_number(list[0]);
    if (name.empty()) {
      add("0x%zx", list[0]);
    } else {
      add_text(name);
    }
    add(",0x%zx,", list[1]);
  }
  add_text(*list == 0 ? "0}" : "...}");
}

}  // namespace mux::opencl
