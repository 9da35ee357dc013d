#include "gallium/support/log.h"

#include <array>
#include <cstdio>
#include <string_view>

#include "support/environment.h"

namespace mux::gallium {
namespace {

LogLevel level_from_environment() {
  struct Name {
    std::string_view name;
    LogLevel level;
  };
  constexpr std::array names = {
      Name{"off", LogLevel::off},     Name{"critical", LogLevel::off},
      Name{"", LogLevel::off},        Name{"warn", LogLevel::warn},
      Name{"info", LogLevel::info},   Name{"debug", LogLevel::debug},
      Name{"trace", LogLevel::trace},
  };
  const std::string_view value = environment::text("MUX_LOG");
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
