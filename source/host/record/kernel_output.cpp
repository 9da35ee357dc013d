#include "host/record/kernel_output.h"

#include "host/record/command_buffer.h"
#include "host/support/error.h"

namespace mux::host {

mux_result_t CommandBuffer::set_kernel_output(mux_kernel_output_e output) {
  if (finalized_) {
    return fail(mux_error_invalid_value,
                "the command buffer is finalized; set the kernel output before that");
  }
  if (output == mux_kernel_output_callback && !messages_.has_callback()) {
    return fail(mux_error_invalid_value, "the command buffer was created without a callback");
  }
  messages_.set_kernel_output(output);
  return mux_success;
}

mux_result_t set_kernel_output(mux_command_buffer_t command_buffer, mux_kernel_output_e output) {
  return CommandBuffer::of(command_buffer).set_kernel_output(output);
}

}  // namespace mux::host
