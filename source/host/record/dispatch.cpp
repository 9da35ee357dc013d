#include "host/record/dispatch.h"

#include "host/objects/device.h"
#include "host/record/command_buffer.h"
#include "host/schedule/fence.h"
#include "host/schedule/queue.h"
#include "host/support/error.h"

namespace mux::host {

mux_result_t dispatch(mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
                      mux_semaphore_t *wait_semaphores, uint32_t wait_semaphores_length,
                      mux_semaphore_t *signal_semaphores, uint32_t signal_semaphores_length,
                      void (*user_function)(mux_command_buffer_t command_buffer, mux_result_t error,
                                            void *const user_data),
                      void *user_data) {
  Device &device = Device::of(queue->device);
  if (device.in_forked_child()) {
    return fail_in_forked_child();
  }
  auto &object = *static_cast<CommandBuffer *>(command_buffer);
  if (!object.finalized()) {
    return fail(mux_error_invalid_value, "the command buffer is not finalized");
  }
  const Submission::Request request{&Queue::of(queue), static_cast<Fence *>(fence), user_function,
                                    user_data};
  Submission *submission = object.acquire_submission(request, wait_semaphores_length,
                                                     signal_semaphores, signal_semaphores_length);
  if (submission == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a dispatch");
  }
  device.scheduler().dispatch(*submission, wait_semaphores, wait_semaphores_length);
  return mux_success;
}

}  // namespace mux::host
