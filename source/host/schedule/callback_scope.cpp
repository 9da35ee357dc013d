#include "host/schedule/callback_scope.h"

#include "host/schedule/float_environment.h"
#include "host/support/process.h"

namespace mux::host {
namespace {

thread_local const CallbackScope *innermost = nullptr;

/// A callback in which the parent forked does not exist in the child.
const ForkedChildHook leave_callbacks_of_parent([] { innermost = nullptr; });

}  // namespace

CallbackScope::CallbackScope(Workers &workers, const Submission &submission, Kind kind)
    : workers_(workers), submission_(submission), kind_(kind), outer_(innermost) {
  innermost = this;
}

CallbackScope::~CallbackScope() {
  innermost = outer_;
  FloatEnvironment::set();
}

const CallbackScope *CallbackScope::current() {
  return innermost;
}

bool CallbackScope::in_user_function(const Workers &workers) {
  return innermost != nullptr && innermost->kind_ == Kind::user_function &&
         &innermost->workers_ == &workers;
}

BlockingInCallback::BlockingInCallback() {
  if (const CallbackScope *scope = CallbackScope::current()) {
    workers_ = &scope->workers();
    ready_ = workers_->begin_blocking();
  }
}

BlockingInCallback::~BlockingInCallback() {
  if (workers_ != nullptr && ready_) {
    workers_->end_blocking();
  }
}

}  // namespace mux::host
