// Entry points of fences.

#include "core/call.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

mux_result_t muxCreateFence(mux_device_t device, mux_allocator_info_t allocator_info,
                            mux_fence_t *out_fence) {
  Call call("muxCreateFence");
  const bool valid = check::object(call, "muxCreateFence.device", "device", device) &&
                     check::allocator(call, "muxCreateFence.rc01", allocator_info) &&
                     check::out(call, "muxCreateFence.rc02", "out_fence", out_fence);
  return call.dispatch(valid, &mux_target_hooks_t::create_fence, device, allocator_info, out_fence);
}

void muxDestroyFence(mux_device_t device, mux_fence_t fence, mux_allocator_info_t allocator_info) {
  Call call("muxDestroyFence");
  const bool valid = check::object(call, "muxDestroyFence.vu03", "device", device) &&
                     check::object(call, "muxDestroyFence.vu04", "fence", fence) &&
                     check::allocator(call, "muxDestroyFence.vu05", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::destroy_fence, device, fence, allocator_info);
}

mux_result_t muxResetFence(mux_fence_t fence) {
  Call call("muxResetFence");
  const bool valid = check::object(call, "muxResetFence.fence", "fence", fence);
  return call.dispatch(valid, &mux_target_hooks_t::reset_fence, fence);
}
