/// Connects the log with the components that report problems asynchronously: the cache of compiled
/// code, and the opening of the compiler library.

#include "compiler/cache/code_cache.h"
#include "compiler/interface/opening.h"
#include "core/log.h"

namespace mux {
namespace {

void log_cache_problem(const char *problem) {
  core::log(core::LogLevel::warn, problem);
}

void log_compiler_problem(const char *problem) {
  core::log(core::LogLevel::error, problem);
}

/// At load time, because there is no common first call of all users of the compiler.
[[maybe_unused]] const bool is_connected = [] {
  compiler::set_cache_problem_reporter(log_cache_problem);
  compiler::set_compiler_problem_reporter(log_compiler_problem);
  return true;
}();

}  // namespace
}  // namespace mux
