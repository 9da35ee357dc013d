// Entry points of buffers.

#include "core/call.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

mux_result_t muxCreateBuffer(mux_device_t device, size_t size, mux_allocator_info_t allocator_info,
                             mux_buffer_t *out_buffer) {
  Call call("muxCreateBuffer");
  const bool valid = check::object(call, "muxCreateBuffer.device", "device", device) &&
                     check::not_zero(call, "muxCreateBuffer.rc01", "size", size) &&
                     check::allocator(call, "muxCreateBuffer.rc02", allocator_info) &&
                     check::out(call, "muxCreateBuffer.rc03", "out_buffer", out_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::create_buffer, device, size, allocator_info,
                       out_buffer);
}

void muxDestroyBuffer(mux_device_t device, mux_buffer_t buffer,
                      mux_allocator_info_t allocator_info) {
  Call call("muxDestroyBuffer");
  const bool valid = check::object(call, "muxDestroyBuffer.vu04", "device", device) &&
                     check::object(call, "muxDestroyBuffer.vu05", "buffer", buffer) &&
                     check::allocator(call, "muxDestroyBuffer.vu06", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::destroy_buffer, device, buffer, allocator_info);
}

mux_result_t muxBindBufferMemory(mux_device_t device, mux_memory_t memory, mux_buffer_t buffer,
                                 uint64_t offset) {
  Call call("muxBindBufferMemory");
  if (!check::object(call, "muxBindBufferMemory.device", "device", device) ||
      !check::object(call, "muxBindBufferMemory.rc04", "memory", memory) ||
      !check::object(call, "muxBindBufferMemory.buffer", "buffer", buffer)) {
    return call.finish();
  }
  const check::Range range = {
      "offset",       offset,      "the buffer's size", buffer->memory_requirements.size,
      "the memory's", memory->size};
  const bool valid = check::offset_within(call, "muxBindBufferMemory.rc01", range) &&
                     check::size_within(call, "muxBindBufferMemory.rc02", range) &&
                     check::end_within(call, "muxBindBufferMemory.rc03", range);
  return call.dispatch(valid, &mux_target_hooks_t::bind_buffer_memory, device, memory, buffer,
                       offset);
}
