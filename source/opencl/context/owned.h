/// @file
/// Owners of mux objects.
#pragma once

#include <mux/mux.h>

#include <span>
#include <utility>
#include <vector>

#include "client/allocator.h"
#include "opencl/platform/device.h"

namespace mux::opencl {

/// Owns an object of a mux device, and retains the device. `destroy` deletes the object.
template <typename T, void (*destroy)(mux_device_t, T, mux_allocator_info_t)>
class Owned {
 public:
  Owned(Device &device, T object) noexcept : device_(device), object_(object) {}
  Owned(Owned &&other) noexcept
      : device_(std::move(other.device_)), object_(std::exchange(other.object_, nullptr)) {}
  Owned &operator=(Owned &&) = delete;
  ~Owned() {
    if (object_ != nullptr) {
      destroy(device_->mux(), object_, client::allocator());
    }
  }

  T get() const { return object_; }
  /// Transfers ownership to the caller.
  T release() noexcept { return std::exchange(object_, nullptr); }

 private:
  Ref<Device> device_;
  T object_;
};

/// Owns one object per device, in the order of a context's devices.
template <typename T, void (*destroy)(mux_device_t, T, mux_allocator_info_t)>
class OwnedByDevice {
 public:
  /// @param make is called with the index and the device, and returns the device's object.
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
