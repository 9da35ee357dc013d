#include "common/server_options.h"

#include <sys/resource.h>

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

void add_server_options(ArgumentParser &parser, ServerOptions &options) {
  options.log_level = level_of_environment().value_or(options.log_level);
  parser.add_choice<vtest::LogLevel>(
      "--log", options.log_level,
      {{"off", vtest::LogLevel::off},
       {"error", vtest::LogLevel::error},
       {"warn", vtest::LogLevel::warn},
       {"info", vtest::LogLevel::info},
       {"debug", vtest::LogLevel::debug}},
      "LEVEL",
      "What to write to standard error: off, error, warn, info (clients that come and "
      "go) or debug (every command that they send). Default: MUX_LOG, else warn");
  parser.add_choice<vtest::Level>(
      "--level", options.level,
      {{"3.3", vtest::Level::opengl_3_3}, {"4.3", vtest::Level::opengl_4_3}}, "VERSION",
      "The OpenGL version to offer: 4.3, or 3.3 with OpenGL ES 3.1");
}

void raise_file_limit() noexcept {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

}  // namespace mux::tools
