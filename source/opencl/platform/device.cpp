#include "opencl/platform/device.h"

#include <mux/extensions.h>

#include <algorithm>
#include <string_view>

#include "client/allocator.h"
#include "opencl/support/log.h"
#include "support/environment.h"

namespace mux::opencl {
namespace {

/// All devices of the platform are on the same machine.
std::span<const mux_processor_info_t> processors_of_machine(mux_device_info_t info) {
  static const std::vector<mux_processor_info_t> list = [info] {
    uint64_t count = 0;
    std::vector<mux_processor_info_t> told;
    if (muxGetProcessorInfos(info, 0, nullptr, &count) == mux_success) {
      told.resize(count);
    }
    // The affinity mask of the process may have shrunk since the first call.
    if (told.empty() ||
        muxGetProcessorInfos(info, told.size(), told.data(), &count) != mux_success) {
      return std::vector<mux_processor_info_t>();
    }
    told.resize(std::min<uint64_t>(count, told.size()));
    return told;
  }();
  return list;
}

}  // namespace

Device::Device(mux_device_info_t info)
    : _cl_device_id(Kind::device), info_(info), compute_units_(info->compute_units) {}

Device::Device(Device &parent, DevicePart part, std::vector<cl_device_partition_property> partition)
    : _cl_device_id(Kind::device),
      info_(parent.info_),
      compute_units_(part.compute_units),
      parent_(parent),
      own_processors_(std::move(part.processors)),
      partition_(std::move(partition)) {}

Device::~Device() {
  if (mux_device_t device = device_.load(std::memory_order_relaxed)) {
    muxDestroyDevice(device, client::allocator());
  }
}

std::span<const mux_processor_info_t> Device::processors() const {
  if (!own_processors_.empty()) {
    return own_processors_;
  }
  return parent_ ? parent_->processors() : processors_of_machine(info_);
}

Device &Device::current() noexcept {
  Device *device = this;
  while (device->successor_ != nullptr) {
    device = device->successor_;
  }
  return *device;
}

Device &Device::succeed() {
  // The device is in use if it has a mux device, or if a thread of the parent held the lock to
  // create one.
  if (device_.load(std::memory_order_relaxed) == nullptr && lock_.try_lock()) {
    lock_.unlock();
    return *this;
  }
  successor_ = new Device(info_);
  return *successor_;
}

mux_device_t Device::mux() {
  if (mux_device_t device = device_.load(std::memory_order_acquire)) {
    return device;
  }
  const std::lock_guard guard(lock_);
  mux_device_t device = device_.load(std::memory_order_relaxed);
  if (device == nullptr) {
    mux_device_options_t options{};
    options.compute_units = parent_ ? compute_units_ : 0;
    std::vector<uint32_t> numbers;
    if (is_bound()) {
      for (const mux_processor_info_t &processor : processors()) {
        numbers.push_back(processor.number);
      }
      options.processors = numbers.data();
      options.processors_length = numbers.size();
    }
    check(muxCreateDeviceWithOptions(info_, &options, client::allocator(), &device));
    device_.store(device, std::memory_order_release);
  }
  return device;
}

mux_queue_t Device::next_queue() {
  mux_device_t device = mux();
  const uint32_t count = device->info->queue_types[mux_queue_type_compute];
  mux_queue_t queue = nullptr;
  check(muxGetQueue(device, mux_queue_type_compute,
                    queues_.fetch_add(1, std::memory_order_relaxed) % count, &queue));
  return queue;
}

cl_device_type device_type() {
  static const cl_device_type type = [] {
    constexpr std::string_view names[] = {"cpu", "gpu", "accelerator"};
    constexpr cl_device_type types[] = {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU,
                                        CL_DEVICE_TYPE_ACCELERATOR};
    environment::Problem problem;
    const auto index =
        environment::choice("MUX_OPENCL_DEVICE_TYPE", names, "cpu, gpu or accelerator", problem);
    log_ignored(problem);
    return index ? types[*index] : CL_DEVICE_TYPE_CPU;
  }();
  return type;
}

void require_device_type(cl_device_type type) {
  constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                   CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                   CL_DEVICE_TYPE_CUSTOM;
  require(type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~known) == 0), CL_INVALID_DEVICE_TYPE,
          "device_type has bits that are not a cl_device_type");
}

bool matches(cl_device_type type) {
  return (type & (device_type() | CL_DEVICE_TYPE_DEFAULT)) != 0;
}

}  // namespace mux::opencl
