#include "host/schedule/callback_scope.h"

#include "host/schedule/float_environment.h"
#include "host/schedule/scheduler.h"

namespace mux::host {
namespace {

thread_local const CallbackScope *innermost = nullptr;

}  // namespace

CallbackScope::CallbackScope(Scheduler &scheduler, const CommandBuffer &command_buffer,
                             uint64_t run_serial, Kind kind)
    : scheduler_(scheduler),
      command_buffer_(command_buffer),
      run_serial_(run_serial),
      kind_(kind),
      outer_(innermost) {
  innermost = this;
}

CallbackScope::~CallbackScope() {
  innermost = outer_;
  FloatEnvironment::set();
}

const CallbackScope *CallbackScope::current() {
  return innermost;
}

bool CallbackScope::in_user_function(const Scheduler &scheduler) {
  return innermost && innermost->kind_ == Kind::user_function &&
         &innermost->scheduler_ == &scheduler;
}

BlockingInCallback::BlockingInCallback() {
  if (const CallbackScope *scope = CallbackScope::current()) {
    scheduler_ = &scope->scheduler();
    ready_ = scheduler_->workers().begin_blocking();
  }
}

BlockingInCallback::~BlockingInCallback() {
  if (scheduler_ && ready_) {
    scheduler_->workers().end_blocking();
  }
}

}  // namespace mux::host
