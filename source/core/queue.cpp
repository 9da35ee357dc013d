// Entry points of queues: dispatching command buffers and waiting for them.

#include <mux/extensions.h>

#include "core/call.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

mux_result_t muxGetQueue(mux_device_t device, mux_queue_type_e queue_type, uint32_t queue_index,
                         mux_queue_t *out_queue) {
  Call call("muxGetQueue");
  const bool valid = check::object(call, "muxGetQueue.device", "device", device) &&
                     check::enumerator(call, "muxGetQueue.rc01", "queue_type", queue_type,
                                       mux_queue_type_compute) &&
                     check::below(call, "muxGetQueue.rc02", "queue_index", queue_index,
                                  "the device's number of queues of this type,",
                                  device->info->queue_types[queue_type]) &&
                     check::out(call, "muxGetQueue.rc03", "out_queue", out_queue);
  return call.dispatch(valid, &mux_target_hooks_t::get_queue, device, queue_type, queue_index,
                       out_queue);
}

mux_result_t muxDispatch(mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
                         mux_semaphore_t *wait_semaphores, uint32_t wait_semaphores_length,
                         mux_semaphore_t *signal_semaphores, uint32_t signal_semaphores_length,
                         void (*user_function)(mux_command_buffer_t command_buffer,
                                               mux_result_t error, void *const user_data),
                         void *user_data) {
  Call call("muxDispatch");
  const bool valid =
      check::object(call, "muxDispatch.queue", "queue", queue) &&
      check::object(call, "muxDispatch.command_buffer", "command_buffer", command_buffer) &&
      (fence == nullptr || check::object(call, "muxDispatch.fence", "fence", fence)) &&
      check::semaphore_list(call,
                            {"muxDispatch.rc01", "muxDispatch.rc02", "muxDispatch.wait_semaphores"},
                            "wait_semaphores", wait_semaphores, wait_semaphores_length) &&
      check::semaphore_list(
          call, {"muxDispatch.rc03", "muxDispatch.rc04", "muxDispatch.signal_semaphores"},
          "signal_semaphores", signal_semaphores, signal_semaphores_length) &&
      check::holds(call, "muxDispatch.rc05", user_function != nullptr || user_data == nullptr,
                   "user_function is NULL but user_data is not");
  return call.dispatch(valid, &mux_target_hooks_t::dispatch, queue, command_buffer, fence,
                       wait_semaphores, wait_semaphores_length, signal_semaphores,
                       signal_semaphores_length, user_function, user_data);
}

mux_result_t muxDispatchWithCompletion(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                       mux_fence_t fence, const mux_semaphore_t *wait_semaphores,
                                       uint32_t wait_semaphores_length,
                                       const mux_semaphore_t *signal_semaphores,
                                       uint32_t signal_semaphores_length,
                                       mux_command_completion_function_t completion,
                                       void *user_data) {
  Call call("muxDispatchWithCompletion");
  const bool valid =
      check::object(call, "muxDispatchWithCompletion.queue", "queue", queue) &&
      check::object(call, "muxDispatchWithCompletion.command_buffer", "command_buffer",
                    command_buffer) &&
      (fence == nullptr ||
       check::object(call, "muxDispatchWithCompletion.fence", "fence", fence)) &&
      check::semaphore_list(
          call,
          {"muxDispatchWithCompletion.wait_length", "muxDispatchWithCompletion.wait_list",
           "muxDispatchWithCompletion.wait_semaphores"},
          "wait_semaphores", wait_semaphores, wait_semaphores_length) &&
      check::semaphore_list(
          call,
          {"muxDispatchWithCompletion.signal_length", "muxDispatchWithCompletion.signal_list",
           "muxDispatchWithCompletion.signal_semaphores"},
          "signal_semaphores", signal_semaphores, signal_semaphores_length) &&
      check::not_null(call, "muxDispatchWithCompletion.completion", "completion", completion);
  return call.dispatch(valid, &mux_target_hooks_t::dispatch_with_completion, queue, command_buffer,
                       fence, wait_semaphores, wait_semaphores_length, signal_semaphores,
                       signal_semaphores_length, completion, user_data);
}

mux_result_t muxDispatchForWaiter(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                  mux_fence_t fence, const mux_semaphore_t *wait_semaphores,
                                  uint32_t wait_semaphores_length,
                                  const mux_semaphore_t *signal_semaphores,
                                  uint32_t signal_semaphores_length) {
  Call call("muxDispatchForWaiter");
  const bool valid =
      check::object(call, "muxDispatchForWaiter.queue", "queue", queue) &&
      check::object(call, "muxDispatchForWaiter.command_buffer", "command_buffer",
                    command_buffer) &&
      check::object(call, "muxDispatchForWaiter.fence", "fence", fence) &&
      check::semaphore_list(call,
                            {"muxDispatchForWaiter.wait_length", "muxDispatchForWaiter.wait_list",
                             "muxDispatchForWaiter.wait_semaphores"},
                            "wait_semaphores", wait_semaphores, wait_semaphores_length) &&
      check::semaphore_list(
          call,
          {"muxDispatchForWaiter.signal_length", "muxDispatchForWaiter.signal_list",
           "muxDispatchForWaiter.signal_semaphores"},
          "signal_semaphores", signal_semaphores, signal_semaphores_length);
  return call.dispatch(valid, &mux_target_hooks_t::dispatch_for_waiter, queue, command_buffer,
                       fence, wait_semaphores, wait_semaphores_length, signal_semaphores,
                       signal_semaphores_length);
}

mux_result_t muxRequestDeviceCall(mux_queue_t queue, const mux_device_call_t *device_call) {
  Call call("muxRequestDeviceCall");
  const bool valid = check::object(call, "muxRequestDeviceCall.queue", "queue", queue) &&
                     check::not_null(call, "muxRequestDeviceCall.call", "call", device_call) &&
                     check::not_null(call, "muxRequestDeviceCall.function", "call->function",
                                     device_call->function);
  return call.dispatch(valid, &mux_target_hooks_t::request_device_call, queue, device_call);
}

mux_result_t muxWithdrawDeviceCall(mux_queue_t queue, const mux_device_call_t *device_call) {
  Call call("muxWithdrawDeviceCall");
  const bool valid = check::object(call, "muxWithdrawDeviceCall.queue", "queue", queue) &&
                     check::not_null(call, "muxWithdrawDeviceCall.call", "call", device_call);
  return call.dispatch(valid, &mux_target_hooks_t::withdraw_device_call, queue, device_call);
}

mux_result_t muxTryWait(mux_queue_t queue, uint64_t timeout, mux_fence_t fence) {
  Call call("muxTryWait");
  const bool valid = check::object(call, "muxTryWait.queue", "queue", queue) &&
                     check::object(call, "muxTryWait.fence", "fence", fence);
  return call.dispatch(valid, &mux_target_hooks_t::try_wait, queue, timeout, fence);
}

mux_result_t muxWait(mux_queue_t queue, mux_fence_t fence) {
  Call call("muxWait");
  const bool valid = check::object(call, "muxWait.queue", "queue", queue) &&
                     check::object(call, "muxWait.fence", "fence", fence);
  return call.dispatch(valid, &mux_target_hooks_t::wait, queue, fence);
}

mux_result_t muxWaitAll(mux_queue_t queue) {
  Call call("muxWaitAll");
  const bool valid = check::object(call, "muxWaitAll.queue", "queue", queue);
  return call.dispatch(valid, &mux_target_hooks_t::wait_all, queue);
}
