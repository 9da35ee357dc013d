#include "gallium/support/log.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace mux::gallium {
namespace {

LogLevel level_from_environment() {
  struct Name {
    std::string_view name;
    LogLevel level;
  };
  constexpr std::array names = {
      Name{"off", LogLevel::off},   Name{"", LogLevel::off},        Name{"warn", LogLevel::warn},
      Name{"info", LogLevel::info}, Name{"debug", LogLevel::debug}, Name{"trace", LogLevel::trace},
  };
  const char *value = std::getenv("MUX_LOG");
  if (value == nullptr) {
    return LogLevel::off;
  }
  for (const Name &name : names) {
    if (name.name == value) {
      return name.level;
    }
  }
  return LogLevel::error;
}

}  // namespace

LogLevel log_level() noexcept {
  static const LogLevel level = level_from_environment();
  return level;
}

void write_line(const char *text) noexcept {
  std::fprintf(stderr, "mux: %s\n", text);
}

}  // namespace mux::gallium
