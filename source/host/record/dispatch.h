/// @file
/// Dispatching a command buffer.
#pragma once

#include <mux/mux.h>

namespace mux::host {

mux_result_t dispatch(mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
                      mux_semaphore_t *wait_semaphores, uint32_t wait_semaphores_length,
                      mux_semaphore_t *signal_semaphores, uint32_t signal_semaphores_length,
                      void (*user_function)(mux_command_buffer_t command_buffer, mux_result_t error,
                                            void *const user_data),
                      void *user_data);

}  // namespace mux::host
