#include "host/objects/fence.h"

#include "host/schedule/fence.h"
#include "host/support/error.h"

namespace mux::host {

mux_result_t create_fence(mux_device_t device, mux_allocator_info_t allocator_info,
                          mux_fence_t *out_fence) {
  const Allocator allocator(allocator_info);
  Fence *fence = allocator.create<Fence>(device, allocator);
  if (fence == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a fence");
  }
  *out_fence = fence;
  return mux_success;
}

void destroy_fence(mux_device_t, mux_fence_t fence, mux_allocator_info_t) {
  auto *object = static_cast<Fence *>(fence);
  Allocator::destroy(object->allocator(), object);
}

mux_result_t reset_fence(mux_fence_t fence) {
  static_cast<Fence *>(fence)->reset();
  return mux_success;
}

}  // namespace mux::host
