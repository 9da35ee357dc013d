#include "codegen/generate/large_stack.h"

#include <pthread.h>

#include <cfenv>

#include "support/blocked_signals.h"

namespace mux::compiler {
namespace {

/// Address space, not memory: only pages that are touched are allocated.
constexpr size_t stack_size = size_t{512} << 20;

thread_local bool has_large_stack = false;

void *run(void *argument) {
  has_large_stack = true;
  std::fesetenv(FE_DFL_ENV);
  (*static_cast<const std::function<void()> *>(argument))();
  return nullptr;
}

}  // namespace

bool run_with_large_stack(const std::function<void()> &function) {
  if (has_large_stack) {
    function();
    return true;
  }
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) {
    return false;
  }
  bool started = false;
  pthread_t thread;
  if (pthread_attr_setstacksize(&attributes, stack_size) == 0) {
    const BlockedSignals blocked;
    started = pthread_create(&thread, &attributes, run,
                             const_cast<std::function<void()> *>(&function)) == 0;
  }
  pthread_attr_destroy(&attributes);
  if (started) {
    pthread_join(thread, nullptr);
  }
  return started;
}

}  // namespace mux::compiler
