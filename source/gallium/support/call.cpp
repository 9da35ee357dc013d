#include "gallium/support/call.h"

#include <mux/target.h>

#include <array>
#include <cstdio>

namespace mux::gallium {

mux_result_t report(const char *entry_point, const client::Failure &failure) noexcept {
  std::array<char, 512> text;
  std::snprintf(text.data(), text.size(), "%s: %s", entry_point, failure.text);
  muxSetLastErrorMessage(text.data());
  if (failure.result != mux_fence_not_ready && log_enabled(LogLevel::error)) {
    write_line(text.data());
  }
  return failure.result;
}

}  // namespace mux::gallium
