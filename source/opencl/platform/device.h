/// @file
/// A device of OpenCL: one of mux, or a part of one.
///
/// The devices of the platform live forever. Their mux device is made when a context first needs
/// it, because it brings threads, and programs that only look around may fork. In a process that is
/// forked after that, another device takes the place of each: handles of the parent's mean the new
/// one there, while contexts and all else that the parent has made stay with the old one, which
/// runs nothing any more. A sub-device is a
/// mux device of its own with fewer compute units, bound to processors if it was made by what these
/// share; the program counts references to it.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <atomic>
#include <mutex>
#include <span>
#include <vector>

#include "opencl/support/object.h"

namespace mux::opencl {

/// What a part of a device gets.
struct DevicePart {
  cl_uint compute_units;
  /// Where it runs; empty if anywhere that the whole does.
  std::vector<mux_processor_info_t> processors;
};

/// What of a kernel's command in a command buffer can be changed.
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
  /// A part of a device. `partition` is how it was asked for, as CL_DEVICE_PARTITION_TYPE tells it,
  /// with its terminating 0.
  Device(Device &parent, DevicePart part, std::vector<cl_device_partition_property> partition);
  ~Device() override;

  mux_device_info_t info() const { return info_; }
  cl_uint compute_units() const { return compute_units_; }
  /// Those that its compute units may run on: the machine's, unless it is a part that was made by
  /// what they share. None if the machine does not tell.
  std::span<const mux_processor_info_t> processors() const;
  Device *parent() const { return parent_.get(); }
  std::span<const cl_device_partition_property> partition() const { return partition_; }

  /// In a forked child the device that has taken the place of this one, or itself if none has.
  Device &current() noexcept;
  /// Makes a device that takes the place of this one of a parent's; itself if it was not used yet.
  /// For a forked child that has one thread.
  Device &succeed();

  /// The device of mux, made by the first call. Fails with CL_OUT_OF_RESOURCES if that does not
  /// work.
  mux_device_t mux();
  /// A queue for a command queue: each gets the next one.
  mux_queue_t next_queue();

 private:
  /// Whether its threads keep to its processors.
  bool is_bound() const { return !own_processors_.empty() || (parent_ && parent_->is_bound()); }

  mux_device_info_t info_;
  cl_uint compute_units_;
  Ref<Device> parent_;
  /// Empty if they are the parent's.
  std::vector<mux_processor_info_t> own_processors_;
  std::vector<cl_device_partition_property> partition_;
  std::mutex lock_;
  std::atomic<mux_device_t> device_{nullptr};
  std::atomic<uint32_t> queues_{0};
  /// In a forked child.
  Device *successor_ = nullptr;
};

/// The bits that the program asks for: of CL_DEVICE_TYPE_CPU, unless MUX_OPENCL_DEVICE_TYPE in the
/// environment says gpu or accelerator, for programs that refuse processors.
cl_device_type device_type();

/// Fails with CL_INVALID_DEVICE_TYPE if the bits are none that OpenCL knows.
void require_device_type(cl_device_type type);
/// Whether the devices of the platform are of one of these types.
bool matches(cl_device_type type);

}  // namespace mux::opencl
