// The one queue of a device: where command buffers are dispatched and waited for.
#pragma once

#include <mux/mux.h>

namespace mux::host {

mux_result_t get_queue(mux_device_t device, mux_queue_type_e queue_type, uint32_t queue_index,
                       mux_queue_t *out_queue);
mux_result_t dispatch(mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
                      mux_semaphore_t *wait_semaphores, uint32_t wait_semaphores_length,
                      mux_semaphore_t *signal_semaphores, uint32_t signal_semaphores_length,
                      void (*user_function)(mux_command_buffer_t command_buffer, mux_result_t error,
                                            void *const user_data),
                      void *user_data);
mux_result_t try_wait(mux_queue_t queue, uint64_t timeout, mux_fence_t fence);
mux_result_t wait(mux_queue_t queue, mux_fence_t fence);
mux_result_t wait_all(mux_queue_t queue);

}  // namespace mux::host
