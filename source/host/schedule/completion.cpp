#include "host/schedule/completion.h"

#include "host/schedule/callback_scope.h"
#include "host/support/futex.h"

namespace mux::host {
namespace {

void tell(Workers &workers, const Submission &submission, const CompletionHook &hook,
          const mux_command_completion_t &completion) {
  const CallbackScope scope(workers, submission);
  hook.function(&completion, hook.user_data);
}

}  // namespace

void note_start(Submission &submission, const Command &command) {
  submission.note_start();
  if (command.completion != nullptr) {
    submission.query_state(command.start_state).value = monotonic_time();
  }
}

void call_completion_hook(Workers &workers, Submission &submission, const Command &command) {
  if (command.completion == nullptr) {
    return;
  }
  const mux_command_completion_t completion = {
      submission.failed() ? mux_error_failure : mux_success,
      submission.query_state(command.start_state).value, monotonic_time()};
  tell(workers, submission, *command.completion, completion);
}

void call_completion_hook(Workers &workers, Submission &submission) {
  const CompletionHook *hook = submission.completion_hook();
  if (hook == nullptr) {
    return;
  }
  const uint64_t end = monotonic_time();
  mux_command_completion_t completion = {mux_success, submission.started(), end};
  if (completion.start_time == 0) {
    completion.start_time = end;
  }
  if (submission.failed()) {
    // Before any command has started, only a wait semaphore can have failed.
    completion.status = submission.started() == 0 ? mux_error_fence_failure : mux_error_failure;
  }
  tell(workers, submission, *hook, completion);
}

void call_hooks_of_unstarted(Workers &workers, Submission &submission) {
  const Plan &plan = submission.plan();
  if (!plan.has_completion_hooks()) {
    return;
  }
  const uint64_t now = monotonic_time();
  const mux_command_completion_t completion = {mux_error_fence_failure, now, now};
  for (uint32_t index = 0; index < plan.command_count(); ++index) {
    if (const CompletionHook *hook = plan.command(index).completion) {
      tell(workers, submission, *hook, completion);
    }
  }
}

}  // namespace mux::host
