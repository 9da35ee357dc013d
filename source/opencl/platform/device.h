/// @file
/// An OpenCL device: a mux device, or a sub-device of one.
///
/// The devices of the platform live forever. The mux device is created when a context first needs
/// it, because that starts threads, and programs that only query devices may fork. After a fork,
/// the child replaces each device that was in use by a new one: handles of the parent's devices
/// refer to the new ones, while contexts and all objects created by the parent stay with the old
/// ones, which execute nothing. A sub-device is a mux device of its own with fewer compute units,
/// bound to processors if it was partitioned by affinity domain; it is reference counted.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <atomic>
#include <mutex>
#include <span>
#include <vector>

#include "opencl/support/object.h"

namespace mux::opencl {

/// Compute units and processors of a sub-device.
struct DevicePart {
  cl_uint compute_units;
  /// Processors it is bound to; empty if it may use all of its parent's.
  std::vector<mux_processor_info_t> processors;
};

/// The fields of a kernel command that clUpdateMutableCommandsKHR() can change.
inline constexpr cl_mutable_dispatch_fields_khr mutable_dispatch_fields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
    CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

class Device final : public Object, public _cl_device_id {
 public:
  using HandleType = cl_device_id;
  static constexpr Kind kind_of = Kind::device;
  static constexpr cl_int invalid = CL_INVALID_DEVICE;
  static constexpr const char *invalid_text = "not a device of this platform";

  /// A device of the platform.
  explicit Device(mux_device_info_t info);
  /// A sub-device. `partition` is the value of CL_DEVICE_PARTITION_TYPE, with its terminating 0.
  Device(Device &parent, DevicePart part, std::vector<cl_device_partition_property> partition);
  ~Device() override;

  mux_device_info_t info() const { return info_; }
  cl_uint compute_units() const { return compute_units_; }
  /// The processors that its compute units may run on: the machine's, unless it or a parent was
  /// partitioned by affinity domain. Empty if the machine does not report them.
  std::span<const mux_processor_info_t> processors() const;
  Device *parent() const { return parent_.get(); }
  std::span<const cl_device_partition_property> partition() const { return partition_; }

  /// After a fork, the device that replaces this one in the child; itself if none does.
  Device &current() noexcept;
  /// Creates the device that replaces this one in a forked child; returns itself if it was not in
  /// use yet. The child must have a single thread.
  Device &succeed();

  /// The mux device, created by the first call. Fails with CL_OUT_OF_RESOURCES if that fails.
  mux_device_t mux();
  /// Returns a mux queue for a command queue, round robin.
  mux_queue_t next_queue();

 private:
  /// Whether its threads are bound to its processors.
  bool is_bound() const { return !own_processors_.empty() || (parent_ && parent_->is_bound()); }

  mux_device_info_t info_;
  cl_uint compute_units_;
  Ref<Device> parent_;
  /// Empty if the processors are the parent's.
  std::vector<mux_processor_info_t> own_processors_;
  std::vector<cl_device_partition_property> partition_;
  std::mutex lock_;
  std::atomic<mux_device_t> device_{nullptr};
  std::atomic<uint32_t> queues_{0};
  /// The replacement in a forked child.
  Device *successor_ = nullptr;
};

/// The reported CL_DEVICE_TYPE: CL_DEVICE_TYPE_CPU, unless the environment variable
/// MUX_OPENCL_DEVICE_TYPE is gpu or accelerator, for programs that reject CPUs.
cl_device_type device_type();

/// Fails with CL_INVALID_DEVICE_TYPE if the bits are not a device type of OpenCL.
void require_device_type(cl_device_type type);
/// Whether the devices of the platform have one of these types.
bool matches(cl_device_type type);

}  // namespace mux::opencl
