/// @file
/// Hooks of semaphores; see schedule/semaphore.h for the object.
#pragma once

#include <mux/mux.h>

namespace mux::host {

mux_result_t create_semaphore(mux_device_t device, mux_allocator_info_t allocator_info,
                              mux_semaphore_t *out_semaphore);
void destroy_semaphore(mux_device_t device, mux_semaphore_t semaphore,
                       mux_allocator_info_t allocator_info);
mux_result_t reset_semaphore(mux_semaphore_t semaphore);
mux_result_t signal_semaphore(mux_semaphore_t semaphore, mux_result_t status);

}  // namespace mux::host
