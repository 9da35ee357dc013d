/// @file
/// Hooks of fences; see schedule/fence.h for the object.
#pragma once

#include <mux/mux.h>

namespace mux::host {

mux_result_t create_fence(mux_device_t device, mux_allocator_info_t allocator_info,
                          mux_fence_t *out_fence);
void destroy_fence(mux_device_t device, mux_fence_t fence, mux_allocator_info_t allocator_info);
mux_result_t reset_fence(mux_fence_t fence);

}  // namespace mux::host
