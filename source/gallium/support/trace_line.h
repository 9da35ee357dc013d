/// @file
/// Formatting of the line that MUX_LOG=trace writes for a call.
///
///     muxGalliumBufferSubdata(0x55d0, 0x55e0, 0, 0, 64, 0x7ff0) = mux_success
///
/// Long lines are truncated. Nothing here allocates or throws.
#pragma once

#include <mux/mux.h>

#include <array>
#include <cstddef>
#include <type_traits>

namespace mux::gallium {

/// Returns the name of the enumerator.
const char *result_name(mux_result_t result) noexcept;

class TraceLine {
 public:
  explicit TraceLine(const char *entry_point) noexcept;
  TraceLine(const TraceLine &) = delete;
  TraceLine &operator=(const TraceLine &) = delete;

  template <typename Value>
  void argument(Value value) noexcept {
    if constexpr (std::is_pointer_v<Value>) {
      pointer(reinterpret_cast<const void *>(value));
    } else if constexpr (std::is_floating_point_v<Value>) {
      add("%s%g", separator(), static_cast<double>(value));
    } else {
      add("%s%lld", separator(), static_cast<long long>(value));
    }
  }
  void result(mux_result_t result) noexcept;

  const char *c_str() const noexcept { return line_.data(); }

 private:
  [[gnu::format(printf, 2, 3)]] void add(const char *format, ...) noexcept;
  void pointer(const void *value) noexcept;
  const char *separator() noexcept;

  std::array<char, 512> line_;
  size_t length_ = 0;
  bool first_ = true;
};

}  // namespace mux::gallium
