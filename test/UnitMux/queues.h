/// @file
/// The queues of a device, for tests of each queue.

#pragma once

#include <mux/mux.h>

#include <vector>

namespace mux::test {

/// All compute queues of a device, by index.
inline std::vector<mux_queue_t> queues_of(mux_device_t device) {
  std::vector<mux_queue_t> queues(device->info->queue_types[mux_queue_type_compute]);
  for (uint32_t index = 0; index < queues.size(); ++index) {
    if (muxGetQueue(device, mux_queue_type_compute, index, &queues[index]) != mux_success) {
      return {};
    }
  }
  return queues;
}

}  // namespace mux::test
