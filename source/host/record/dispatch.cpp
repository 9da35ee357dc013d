#include "host/record/dispatch.h"

#include "host/objects/device.h"
#include "host/record/command_buffer.h"
#include "host/schedule/fence.h"
#include "host/schedule/queue.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

struct SemaphoreList {
  const mux_semaphore_t *semaphores;
  uint32_t length;
};

/// Dispatches a command buffer, with a completion hook if it has a function.
mux_result_t dispatch(mux_command_buffer_t command_buffer, const Submission::Request &request,
                      const SemaphoreList &waits, const SemaphoreList &signals,
                      const CompletionHook &completion, bool for_waiter = false) {
  auto &object = *static_cast<CommandBuffer *>(command_buffer);
  Device &device = object.owner();
  if (device.in_forked_child()) {
    return fail_in_forked_child();
  }
  if (!object.finalized()) {
    return fail(mux_error_invalid_value, "the command buffer is not finalized");
  }
  Submission *submission =
      object.acquire_submission(request, waits.length, signals.semaphores, signals.length);
  if (submission == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a dispatch");
  }
  if (completion.function != nullptr) {
    submission->tell(completion);
  }
  if (for_waiter) {
    submission->leave_to_waiter();
  }
  device.scheduler().dispatch(*submission, waits.semaphores, waits.length);
  return mux_success;
}

}  // namespace

mux_result_t dispatch(mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
                      mux_semaphore_t *wait_semaphores, uint32_t wait_semaphores_length,
                      mux_semaphore_t *signal_semaphores, uint32_t signal_semaphores_length,
                      void (*user_function)(mux_command_buffer_t command_buffer, mux_result_t error,
                                            void *const user_data),
                      void *user_data) {
  return dispatch(
      command_buffer, {&Queue::of(queue), static_cast<Fence *>(fence), user_function, user_data},
      {wait_semaphores, wait_semaphores_length}, {signal_semaphores, signal_semaphores_length}, {});
}

mux_result_t dispatch_with_completion(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                      mux_fence_t fence, const mux_semaphore_t *wait_semaphores,
                                      uint32_t wait_semaphores_length,
                                      const mux_semaphore_t *signal_semaphores,
                                      uint32_t signal_semaphores_length,
                                      mux_command_completion_function_t completion,
                                      void *user_data) {
  return dispatch(command_buffer,
                  {&Queue::of(queue), static_cast<Fence *>(fence), nullptr, nullptr},
                  {wait_semaphores, wait_semaphores_length},
                  {signal_semaphores, signal_semaphores_length}, {completion, user_data});
}

mux_result_t dispatch_for_waiter(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                 mux_fence_t fence, const mux_semaphore_t *wait_semaphores,
                                 uint32_t wait_semaphores_length,
                                 const mux_semaphore_t *signal_semaphores,
                                 uint32_t signal_semaphores_length) {
  return dispatch(
      command_buffer, {&Queue::of(queue), static_cast<Fence *>(fence), nullptr, nullptr},
      {wait_semaphores, wait_semaphores_length}, {signal_semaphores, signal_semaphores_length}, {},
      /*for_waiter=*/true);
}

mux_result_t request_device_call(mux_queue_t queue, const mux_device_call_t *call) {
  Device &device = *static_cast<Device *>(queue->device);
  // A forked child has no worker threads.
  return !device.in_forked_child() && device.scheduler().workers().request_call(*call)
             ? mux_success
             : mux_fence_not_ready;
}

mux_result_t withdraw_device_call(mux_queue_t queue, const mux_device_call_t *call) {
  Device &device = *static_cast<Device *>(queue->device);
  return device.scheduler().workers().withdraw_call(*call) ? mux_success : mux_fence_not_ready;
}

}  // namespace mux::host
