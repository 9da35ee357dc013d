// Entry points of command buffers; commands are in commands_*.cpp.

#include "core/call.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

mux_result_t muxCreateCommandBuffer(mux_device_t device, mux_callback_info_t callback_info,
                                    mux_allocator_info_t allocator_info,
                                    mux_command_buffer_t *out_command_buffer) {
  Call call("muxCreateCommandBuffer");
  const bool valid =
      check::object(call, "muxCreateCommandBuffer.device", "device", device) &&
      check::holds(call, "Callbacks.vu01",
                   callback_info == nullptr || callback_info->callback != nullptr,
                   "callback_info->callback is NULL") &&
      check::allocator(call, "muxCreateCommandBuffer.rc01", allocator_info) &&
      check::out(call, "muxCreateCommandBuffer.rc02", "out_command_buffer", out_command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::create_command_buffer, device, callback_info,
                       allocator_info, out_command_buffer);
}

mux_result_t muxFinalizeCommandBuffer(mux_command_buffer_t command_buffer) {
  Call call("muxFinalizeCommandBuffer");
  // Only this entry point returns the code of a NULL out parameter for a NULL object.
  const bool valid =
      check::out(call, "muxFinalizeCommandBuffer.rc01", "command_buffer", command_buffer) &&
      check::object(call, "muxFinalizeCommandBuffer.command_buffer", "command_buffer",
                    command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::finalize_command_buffer, command_buffer);
}

mux_result_t muxCloneCommandBuffer(mux_device_t device, mux_allocator_info_t allocator_info,
                                   mux_command_buffer_t command_buffer,
                                   mux_command_buffer_t *out_command_buffer) {
  Call call("muxCloneCommandBuffer");
  const bool valid =
      check::object(call, "muxCloneCommandBuffer.device", "device", device) &&
      check::object(call, "muxCloneCommandBuffer.rc03", "command_buffer", command_buffer) &&
      check::allocator(call, "muxCloneCommandBuffer.rc02", allocator_info) &&
      check::out(call, "muxCloneCommandBuffer.rc04", "out_command_buffer", out_command_buffer) &&
      check::feature(call, "muxCloneCommandBuffer.rc01", device->info->can_clone_command_buffers,
                     "cloning command buffers");
  return call.dispatch(valid, &mux_target_hooks_t::clone_command_buffer, device, allocator_info,
                       command_buffer, out_command_buffer);
}

void muxDestroyCommandBuffer(mux_device_t device, mux_command_buffer_t command_buffer,
                             mux_allocator_info_t allocator_info) {
  Call call("muxDestroyCommandBuffer");
  const bool valid =
      check::object(call, "muxDestroyCommandBuffer.vu04", "device", device) &&
      check::object(call, "muxDestroyCommandBuffer.vu05", "command_buffer", command_buffer) &&
      check::allocator(call, "muxDestroyCommandBuffer.vu06", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::destroy_command_buffer, device, command_buffer,
                allocator_info);
}

mux_result_t muxResetCommandBuffer(mux_command_buffer_t command_buffer) {
  Call call("muxResetCommandBuffer");
  const bool valid =
      check::object(call, "muxResetCommandBuffer.command_buffer", "command_buffer", command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::reset_command_buffer, command_buffer);
}

mux_result_t muxSetKernelOutput(mux_command_buffer_t command_buffer, mux_kernel_output_e output) {
  Call call("muxSetKernelOutput");
  const bool valid =
      check::object(call, "muxSetKernelOutput.command_buffer", "command_buffer", command_buffer) &&
      check::enumerator(call, "muxSetKernelOutput.output", "output", output,
                        mux_kernel_output_callback);
  return call.dispatch(valid, &mux_target_hooks_t::set_kernel_output, command_buffer, output);
}
