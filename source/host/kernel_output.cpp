#include "host/kernel_output.h"

#include <mutex>

#include "host/command_buffer.h"
#include "host/device.h"
#include "host/error.h"
#include "host/schedule/callback_scope.h"
#include "host/schedule/run.h"

namespace mux::host {
namespace {

bool send_to_callback(void *run, std::string_view text) {
  const Run &printing = *static_cast<Run *>(run);
  CommandBuffer &command_buffer = printing.command_buffer();
  const CallbackScope scope(command_buffer.owner().scheduler(), command_buffer, printing.serial);
  command_buffer.send_printed_text(text);
  return true;
}

}  // namespace

PrintingScope::PrintingScope(Run &run) {
  if (run.command_buffer().kernel_output() == mux_kernel_output_callback) {
    to_callback_.emplace(send_to_callback, &run);
  }
}

mux_result_t CommandBuffer::set_kernel_output(mux_kernel_output_e output) {
  if (finalized_) {
    return fail(mux_error_invalid_value,
                "the command buffer is finalized; say where its kernels print before that");
  }
  if (output == mux_kernel_output_callback && !has_message_callback()) {
    return fail(mux_error_invalid_value, "the command buffer was created without a callback");
  }
  kernel_output_ = output;
  return mux_success;
}

void CommandBuffer::send_printed_text(std::string_view text) {
  const mux_message_info_t info = {mux_message_kind_printf, text.size()};
  // One text at a time, so that the program need not lock.
  const std::lock_guard guard(text_lock_);
  callback_info_.callback(callback_info_.user_data, text.data(), &info, sizeof info);
}

mux_result_t set_kernel_output(mux_command_buffer_t command_buffer, mux_kernel_output_e output) {
  return CommandBuffer::of(command_buffer).set_kernel_output(output);
}

}  // namespace mux::host
