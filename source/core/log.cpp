#include "core/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <memory>
#include <string_view>

#include "support/environment.h"

namespace mux::core {
namespace {

int verbosity_from_environment() {
  const std::string_view value = environment::text("MUX_LOG");
  // MUX_LOG=trace is for calls of OpenCL, and would be cluttered by mux calls.
  if (value == "trace") {
    return static_cast<int>(LogLevel::info);
  }
  constexpr std::string_view names[] = {"error", "warn", "info", "debug"};
  for (int index = 0; index < 4; ++index) {
    if (value == names[index]) {
      return index + 1;
    }
  }
  return 0;
}

spdlog::level::level_enum spdlog_level(LogLevel level) {
  switch (level) {
    case LogLevel::always:
    case LogLevel::error:
      return spdlog::level::err;
    case LogLevel::warn:
      return spdlog::level::warn;
    case LogLevel::info:
      return spdlog::level::info;
    case LogLevel::debug:
      break;
  }
  return spdlog::level::debug;
}

/// Never destroyed, because threads that outlive main() may log. Not registered with spdlog, whose
/// registry belongs to the program.
spdlog::logger &logger() {
  static spdlog::logger *const instance = [] {
    auto *created = new spdlog::logger("mux", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    created->set_level(spdlog::level::debug);
    created->flush_on(spdlog::level::debug);
    return created;
  }();
  return *instance;
}

}  // namespace

const int log_verbosity = verbosity_from_environment();

void log(LogLevel level, const char *message) {
  if (!log_enabled(level)) {
    return;
  }
  try {
    logger().log(spdlog_level(level), spdlog::string_view_t(message));
  } catch (...) {
    // Dropped: logging must not throw.
    return;
  }
}

}  // namespace mux::core
