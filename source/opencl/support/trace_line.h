/// @file
/// Formatting of the line that MUX_LOG=trace writes for a call.
///
///     clCreateBuffer(context=0x55d0, flags=CL_MEM_READ_ONLY, size=64, host_ptr=NULL) = 0x55e0
///
/// Long lines are truncated. Nothing here allocates or throws.
#pragma once

#include "opencl/headers/opencl.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace mux::opencl {

/// Signature of an entry point, from the registry.
struct Signature {
  const char *name;
  /// "name:type" of each parameter, without const and *, separated by spaces.
  const char *parameters;
};

class TraceLine {
 public:
  explicit TraceLine(const Signature &signature) noexcept;
  TraceLine(const TraceLine &) = delete;
  TraceLine &operator=(const TraceLine &) = delete;

  /// Writes the next argument. Contents of input parameters are shown, those of output parameters
  /// are not.
  template <typename Value>
  void argument(Value value) noexcept {
    begin_argument();
    if constexpr (std::is_same_v<Value, const char *>) {
      text(value);
    } else if constexpr (std::is_same_v<Value, const size_t *> ||
                         std::is_same_v<Value, const intptr_t *>) {
      // Both property types have the size of size_t.
      numbers(reinterpret_cast<const size_t *>(value));
    } else if constexpr (std::is_same_v<Value, const cl_image_format *>) {
      format(value);
    } else if constexpr (std::is_same_v<Value, const cl_event *> ||
                         std::is_same_v<Value, const cl_mem *> ||
                         std::is_same_v<Value, const cl_device_id *> ||
                         std::is_same_v<Value, const cl_program *>) {
      handles(reinterpret_cast<const void *const *>(value));
    } else if constexpr (std::is_pointer_v<Value>) {
      pointer(reinterpret_cast<const void *>(value));
    } else if constexpr (std::is_floating_point_v<Value>) {
      add("%g", static_cast<double>(value));
    } else {
      number(static_cast<int64_t>(value));
    }
  }

  template <typename Result>
  void result(Result value) noexcept {
    add(") = ");
    if constexpr (std::is_same_v<Result, cl_int>) {
      code(value);
    } else if constexpr (std::is_pointer_v<Result>) {
      pointer(reinterpret_cast<const void *>(value));
    } else {
      add("%lld", static_cast<long long>(value));
    }
  }
  /// Writes the result of an output parameter in the last position: an error code or an event.
  template <typename Value>
  void written(Value value) noexcept {
    if constexpr (std::is_same_v<Value, cl_int *>) {
      if (value != nullptr) {
        add(" ");
        code(*value);
      }
    } else if constexpr (std::is_same_v<Value, cl_event *>) {
      if (value != nullptr) {
        add(", event ");
        pointer(*value);
      }
    }
  }
  void end_without_result() noexcept { add(")"); }

  const char *c_str() const noexcept { return line_.data(); }

 private:
  [[gnu::format(printf, 2, 3)]] void add(const char *format, ...) noexcept;
  void add_text(std::string_view text) noexcept;
  /// Writes the parameter's name, and stores its name and type.
  void begin_argument() noexcept;
  void text(const char *value) noexcept;
  void pointer(const void *value) noexcept;
  void number(int64_t value) noexcept;
  void bits(uint64_t value) noexcept;
  void code(cl_int value) noexcept;
  void numbers(const size_t *values) noexcept;
  void sizes(const size_t *values) noexcept;
  void handles(const void *const *values) noexcept;
  void format(const cl_image_format *value) noexcept;
  /// Writes a property list terminated by 0.
  void properties(const size_t *values) noexcept;

  std::array<char, 1024> line_;
  size_t length_ = 0;
  std::string_view rest_;
  bool first_ = true;
  std::string_view name_;
  std::string_view type_;
  /// The number of elements of a list argument, from the argument before it.
  int64_t count_ = 0;
  int64_t dimensions_ = 0;
};

}  // namespace mux::opencl
