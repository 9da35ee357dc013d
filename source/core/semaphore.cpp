// Entry points of semaphores.

#include <mux/extensions.h>

#include "core/call.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

mux_result_t muxCreateSemaphore(mux_device_t device, mux_allocator_info_t allocator_info,
                                mux_semaphore_t *out_semaphore) {
  Call call("muxCreateSemaphore");
  const bool valid = check::object(call, "muxCreateSemaphore.device", "device", device) &&
                     check::allocator(call, "muxCreateSemaphore.rc01", allocator_info) &&
                     check::out(call, "muxCreateSemaphore.rc02", "out_semaphore", out_semaphore);
  return call.dispatch(valid, &mux_target_hooks_t::create_semaphore, device, allocator_info,
                       out_semaphore);
}

void muxDestroySemaphore(mux_device_t device, mux_semaphore_t semaphore,
                         mux_allocator_info_t allocator_info) {
  Call call("muxDestroySemaphore");
  const bool valid = check::object(call, "muxDestroySemaphore.vu05", "device", device) &&
                     check::object(call, "muxDestroySemaphore.vu06", "semaphore", semaphore) &&
                     check::allocator(call, "muxDestroySemaphore.vu07", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::destroy_semaphore, device, semaphore, allocator_info);
}

mux_result_t muxResetSemaphore(mux_semaphore_t semaphore) {
  Call call("muxResetSemaphore");
  const bool valid = check::object(call, "muxResetSemaphore.semaphore", "semaphore", semaphore);
  return call.dispatch(valid, &mux_target_hooks_t::reset_semaphore, semaphore);
}

mux_result_t muxSignalSemaphore(mux_semaphore_t semaphore, mux_result_t status) {
  Call call("muxSignalSemaphore");
  const bool valid = check::object(call, "muxSignalSemaphore.semaphore", "semaphore", semaphore);
  return call.dispatch(valid, &mux_target_hooks_t::signal_semaphore, semaphore, status);
}
