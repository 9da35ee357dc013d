// Recording barriers, and setting the completion hooks of commands.

#include "host/record/command_buffer.h"
#include "host/record/commands.h"
#include "host/record/record.h"
#include "host/support/error.h"

namespace mux::host {

mux_result_t CommandBuffer::set_command_completion(mux_command_id_t command_id,
                                                   const CompletionHook &completion) {
  const LockGuard guard(recording_lock_);
  if (finalized_) {
    return fail(mux_error_invalid_value,
                "the command buffer is finalized; set the completion of a command before that");
  }
  if (command_id >= commands_.size()) {
    return fail(mux_error_invalid_value,
                "command_id is %u, but the command buffer has %zu commands", command_id,
                commands_.size());
  }
  const CompletionHook *copy = nullptr;
  if (completion.function != nullptr) {
    copy = arena_.copy(completion);
    if (copy == nullptr) {
      return fail_to_record();
    }
  }
  commands_[command_id].completion = copy;
  return mux_success;
}

mux_result_t set_command_completion(mux_command_buffer_t command_buffer,
                                    mux_command_id_t command_id,
                                    mux_command_completion_function_t function, void *user_data) {
  return CommandBuffer::of(command_buffer)
      .set_command_completion(command_id, CompletionHook{function, user_data});
}

mux_result_t command_barrier(mux_command_buffer_t command_buffer, uint32_t wait_length,
                             const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  if (!recording.open()) {
    return mux_error_invalid_value;
  }
  RecordedCommand command{};
  command.kind = CommandKind::barrier;
  return recording.commit(command, sync_point);
}

}  // namespace mux::host
