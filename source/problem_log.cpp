/// The one place that knows both the log and what has problems to tell without being asked: the
/// cache of compiled code, and the compiler that cannot be opened.

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

/// When the library is loaded: there is no call that all who compile make first.
[[maybe_unused]] const bool is_connected = [] {
  compiler::set_cache_problem_reporter(log_cache_problem);
  compiler::set_compiler_problem_reporter(log_compiler_problem);
  return true;
}();

}  // namespace
}  // namespace mux
