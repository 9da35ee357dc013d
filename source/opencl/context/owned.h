/// @file
/// Objects of mux that live as long as their owner here.
#pragma once

#include <mux/mux.h>

#include <span>
#include <utility>
#include <vector>

#include "opencl/platform/device.h"
#include "opencl/support/allocator.h"

namespace mux::opencl {

/// An object of a mux device, which it keeps alive. `destroy` gets rid of it.
template <typename T, void (*destroy)(mux_device_t, T, mux_allocator_info_t)>
class Owned {
 public:
  Owned(Device &device, T object) noexcept : device_(device), object_(object) {}
  Owned(Owned &&other) noexcept
      : device_(std::move(other.device_)), object_(std::exchange(other.object_, nullptr)) {}
  Owned &operator=(Owned &&) = delete;
  ~Owned() {
    if (object_ != nullptr) {
      destroy(device_->mux(), object_, allocator());
    }
  }

  T get() const { return object_; }
  /// The caller has it from now on.
  T release() noexcept { return std::exchange(object_, nullptr); }

 private:
  Ref<Device> device_;
  T object_;
};

/// One object a device, in the order of a context's devices.
template <typename T, void (*destroy)(mux_device_t, T, mux_allocator_info_t)>
class OwnedByDevice {
 public:
  /// @param make is called with the position of each device and the device, and returns its object.
  template <typename Make>
  OwnedByDevice(std::span<const Ref<Device>> devices, Make make) {
    objects_.reserve(devices.size());
    for (size_t index = 0; index < devices.size(); ++index) {
      objects_.emplace_back(*devices[index], make(index, *devices[index]));
    }
  }

  T on(size_t device_index) const { return objects_[device_index].get(); }

 private:
  std::vector<Owned<T, destroy>> objects_;
};

}  // namespace mux::opencl
