/// The one place that knows both the log and the cache of compiled code, whose problems it tells.

#include "compiler/cache/code_cache.h"
#include "core/log.h"

namespace mux {
namespace {

void log_cache_problem(const char *problem) {
  core::log(core::LogLevel::warn, problem);
}

/// When the library is loaded: there is no call that all who compile make first.
[[maybe_unused]] const bool is_connected = [] {
  compiler::set_cache_problem_reporter(log_cache_problem);
  return true;
}();

}  // namespace
}  // namespace mux
