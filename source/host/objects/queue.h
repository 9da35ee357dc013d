/// @file
/// Hooks of queues, except dispatching (record/dispatch.h); see schedule/queue.h for the object.
#pragma once

#include <mux/mux.h>

namespace mux::host {

mux_result_t get_queue(mux_device_t device, mux_queue_type_e queue_type, uint32_t queue_index,
                       mux_queue_t *out_queue);
mux_result_t try_wait(mux_queue_t queue, uint64_t timeout, mux_fence_t fence);
mux_result_t wait(mux_queue_t queue, mux_fence_t fence);
mux_result_t wait_all(mux_queue_t queue);

}  // namespace mux::host
