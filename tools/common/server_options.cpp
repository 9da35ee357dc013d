#include "common/server_options.h"

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "support/environment.h"

namespace mux::tools {

namespace {

/// Returns the level of MUX_LOG; nothing if it is unset or has no meaning. The server has no calls
/// to trace, and nothing critical: these are the levels next to them, as in the libraries.
std::optional<vtest::LogLevel> level_of_environment() {
  const std::map<std::string, vtest::LogLevel, std::less<>> levels{
      {"off", vtest::LogLevel::off},     {"critical", vtest::LogLevel::off},
      {"error", vtest::LogLevel::error}, {"warn", vtest::LogLevel::warn},
      {"info", vtest::LogLevel::info},   {"debug", vtest::LogLevel::debug},
      {"trace", vtest::LogLevel::debug}};
  const auto found = levels.find(environment::text("MUX_LOG"));
  return found == levels.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

void add_server_options(CLI::App &app, ServerOptions &options) {
  options.log_level = level_of_environment().value_or(options.log_level);
  const std::map<std::string, vtest::LogLevel> log_levels{{"off", vtest::LogLevel::off},
                                                          {"error", vtest::LogLevel::error},
                                                          {"warn", vtest::LogLevel::warn},
                                                          {"info", vtest::LogLevel::info},
                                                          {"debug", vtest::LogLevel::debug}};
  app.add_option("--log", options.log_level,
                 "What to write to standard error: off, error, warn, info (clients that come and "
                 "go) or debug (every command that they send). Default: MUX_LOG, else warn")
      ->transform(CLI::CheckedTransformer(log_levels).description("LEVEL"));
  const std::map<std::string, vtest::Level> levels{{"3.3", vtest::Level::opengl_3_3},
                                                   {"4.3", vtest::Level::opengl_4_3}};
  app.add_option("--level", options.level,
                 "The OpenGL version to offer: 4.3, or 3.3 with OpenGL ES 3.1")
      ->transform(CLI::CheckedTransformer(levels).description("VERSION"));
}

void raise_file_limit() noexcept {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

}  // namespace mux::tools
