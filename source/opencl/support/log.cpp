#include "opencl/support/log.h"

#include <array>
#include <cstdio>
#include <functional>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <string_view>

#include "support/environment.h"

namespace mux::opencl {
namespace {

LogLevel level_from_environment() {
  struct Name {
    std::string_view name;
    LogLevel level;
  };
  constexpr std::array names = {
      Name{"off", LogLevel::off},     Name{"critical", LogLevel::off},
      Name{"", LogLevel::reasons},    Name{"warn", LogLevel::warn},
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

void write_line_once(const char *text) noexcept {
  constexpr size_t most = 100;
  // Never destroyed: threads of the program may outlive main().
  static std::mutex &lock = *new std::mutex;
  static std::set<std::string, std::less<>> &written = *new std::set<std::string, std::less<>>;
  try {
    const std::lock_guard guard(lock);
    if (written.size() == most || !written.emplace(text).second) {
      return;
    }
  } catch (const std::bad_alloc &) {
    // Out of memory: log a duplicate rather than nothing.
  }
  write_line(text);
}

void log_ignored(const environment::Problem &problem) noexcept {
  if (problem && log_enabled(LogLevel::warn)) {
    char line[environment::Problem::capacity + 16];
    std::snprintf(line, sizeof line, "%s: ignored", problem.text());
    write_line_once(line);
  }
}

}  // namespace mux::opencl
