/// @file
/// A device: its queues, its scheduler and its scratch memory.
///
/// Created and destroyed by the program; objects created from it must be destroyed first.
/// Thread-safe. In a process that was forked after its creation, it can only be destroyed.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <array>
#include <atomic>
#include <cstdint>

#include "host/counters/active_counters.h"
#include "host/objects/tuning.h"
#include "host/schedule/queue.h"
#include "host/schedule/scheduler.h"
#include "host/support/allocator.h"
#include "host/support/object_id.h"
#include "host/support/process.h"

namespace mux::host {

class Device : public mux_device_s {
 public:
  /// Uses `info`, or a copy if `info` may be freed before the device or if the options change the
  /// number of compute units.
  Device(mux_device_info_t info, const mux_device_options_t &options,
         const Allocator &allocator) noexcept;
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  static Device &of(mux_device_t device) { return *static_cast<Device *>(device); }

  Scheduler &scheduler() { return scheduler_; }
  Queue &queue(uint32_t index) { return queues_[index]; }
  ActiveCounters &active_counters() { return active_counters_; }
  const Allocator &allocator() const { return allocator_; }
  /// Number of times that a bound buffer or image was bound again: older plans contain stale
  /// addresses.
  uint64_t bindings() const { return bindings_.load(std::memory_order_relaxed); }
  void count_binding() { bindings_.fetch_add(1, std::memory_order_relaxed); }
  bool in_forked_child() const { return fork_generation_ != fork_generation(); }

 private:
  Allocator allocator_;
  mux_device_info_s own_info_{};
  uint32_t fork_generation_;
  /// Relaxed: the program orders bindings before the dispatches that use them.
  std::atomic<uint64_t> bindings_{0};
  std::array<Queue, tuning::compute_queues> queues_;
  ActiveCounters active_counters_;
  Scheduler scheduler_;
};

mux_result_t create_devices(uint64_t devices_length, mux_device_info_t *device_infos,
                            mux_allocator_info_t allocator_info, mux_device_t *out_devices);
mux_result_t create_device_with_options(mux_device_info_t device_info,
                                        const mux_device_options_t *options,
                                        mux_allocator_info_t allocator_info,
                                        mux_device_t *out_device);
void destroy_device(mux_device_t device, mux_allocator_info_t allocator_info);

}  // namespace mux::host
