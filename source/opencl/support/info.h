/// @file
/// Writing results of clGet*Info().
#pragma once

#include "opencl/headers/opencl.h"

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "opencl/support/failure.h"

namespace mux::opencl {

/// The last three parameters of every clGet*Info().
struct InfoOut {
  size_t size;
  void *value;
  size_t *size_ret;

  /// Fails with CL_INVALID_VALUE if the value does not fit; nothing is written then.
  void write(const void *data, size_t bytes) const {
    require(value == nullptr || size >= bytes, CL_INVALID_VALUE,
            "param_value_size is too small for the value");
    if (value != nullptr && bytes != 0) {
      std::memcpy(value, data, bytes);
    }
    if (size_ret != nullptr) {
      *size_ret = bytes;
    }
  }
  /// Writes a value; T must be exactly the type that the specification names.
  template <typename T>
  void of(const T &result) const {
    static_assert(std::is_trivially_copyable_v<T>);
    write(&result, sizeof(T));
  }
  template <typename T, size_t extent>
  void array(std::span<T, extent> results) const {
    write(results.data(), results.size_bytes());
  }
  /// Writes a text with its null terminator.
  void text(std::string_view text) const {
    require(value == nullptr || size > text.size(), CL_INVALID_VALUE,
            "param_value_size is too small for the text");
    if (value != nullptr) {
      std::memcpy(value, text.data(), text.size());
      static_cast<char *>(value)[text.size()] = '\0';
    }
    if (size_ret != nullptr) {
      *size_ret = text.size() + 1;
    }
  }
};

/// Copies as much of a list as fits, and returns its whole length.
template <typename T>
void write_list(std::span<T> list, cl_uint num_entries, std::remove_const_t<T> *out,
                cl_uint *out_count) {
  if (out != nullptr) {
    for (size_t index = 0; index < list.size() && index < num_entries; ++index) {
      out[index] = list[index];
    }
  }
  if (out_count != nullptr) {
    *out_count = static_cast<cl_uint>(list.size());
  }
}

}  // namespace mux::opencl
