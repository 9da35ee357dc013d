/// @file
/// Hooks that dispatch command buffers.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

namespace mux::host {

mux_result_t dispatch(mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
                      mux_semaphore_t *wait_semaphores, uint32_t wait_semaphores_length,
                      mux_semaphore_t *signal_semaphores, uint32_t signal_semaphores_length,
                      void (*user_function)(mux_command_buffer_t command_buffer, mux_result_t error,
                                            void *const user_data),
                      void *user_data);
mux_result_t dispatch_with_completion(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                      mux_fence_t fence, const mux_semaphore_t *wait_semaphores,
                                      uint32_t wait_semaphores_length,
                                      const mux_semaphore_t *signal_semaphores,
                                      uint32_t signal_semaphores_length,
                                      mux_command_completion_function_t completion,
                                      void *user_data);
mux_result_t dispatch_for_waiter(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                 mux_fence_t fence, const mux_semaphore_t *wait_semaphores,
                                 uint32_t wait_semaphores_length,
                                 const mux_semaphore_t *signal_semaphores,
                                 uint32_t signal_semaphores_length);
mux_result_t request_device_call(mux_queue_t queue, const mux_device_call_t *call);
mux_result_t withdraw_device_call(mux_queue_t queue, const mux_device_call_t *call);

}  // namespace mux::host
