#include "host/objects/queue.h"

#include "host/objects/device.h"
#include "host/schedule/fence.h"
#include "host/schedule/queue.h"
#include "host/support/error.h"

namespace mux::host {

mux_result_t get_queue(mux_device_t device, mux_queue_type_e, uint32_t queue_index,
                       mux_queue_t *out_queue) {
  *out_queue = &Device::of(device).queue(queue_index);
  return mux_success;
}

mux_result_t try_wait(mux_queue_t queue, uint64_t timeout, mux_fence_t fence) {
  Device &device = Device::of(queue->device);
  if (device.in_forked_child()) {
    return fail_in_forked_child();
  }
  auto &object = *static_cast<Fence *>(fence);
  if (object.only_of_others(Queue::of(queue).index())) {
    return fail(mux_error_invalid_value, "the fence was dispatched on other queues only");
  }
  return device.scheduler().wait(object, timeout);
}

mux_result_t wait(mux_queue_t queue, mux_fence_t fence) {
  return try_wait(queue, UINT64_MAX, fence);
}

mux_result_t wait_all(mux_queue_t queue) {
  Device &device = Device::of(queue->device);
  return device.in_forked_child() ? fail_in_forked_child()
                                  : device.scheduler().wait_all(Queue::of(queue));
}

}  // namespace mux::host
