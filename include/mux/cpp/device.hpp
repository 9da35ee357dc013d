/// @file
/// Devices, queues, and the owning handle of objects of the C API. Part of <mux/mux.hpp>, which
/// documents ownership, threads and errors.

#ifndef MUX_CPP_DEVICE_HPP
#define MUX_CPP_DEVICE_HPP

#include <mux/extensions.h>
#include <mux/mux.h>
#include <mux/cpp/error.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

namespace mux {

/// An allocator over the C library's heap. Thread-safe.
inline mux_allocator_info_t default_allocator() noexcept {
  mux_allocator_info_t allocator = {};
  allocator.alloc = [](void *, size_t size, size_t alignment) -> void * {
    if (alignment <= alignof(std::max_align_t)) {
      return std::malloc(size);
    }
    // std::aligned_alloc requires a multiple of the alignment.
    const size_t remainder = size % alignment;
    const size_t padding = remainder == 0 ? 0 : alignment - remainder;
    return padding > SIZE_MAX - size ? nullptr : std::aligned_alloc(alignment, size + padding);
  };
  allocator.free = [](void *, void *pointer) { std::free(pointer); };
  return allocator;
}

/// Returns the devices of this machine, in the order of the C API. They live until the process
/// ends.
///
/// @param device_types a bitfield of ::mux_device_type_e.
inline std::vector<mux_device_info_t> device_infos(uint32_t device_types = mux_device_type_all) {
  uint64_t count = 0;
  check(muxGetDeviceInfos(device_types, 0, nullptr, &count), "muxGetDeviceInfos");
  std::vector<mux_device_info_t> infos(count);
  if (count != 0) {
    check(muxGetDeviceInfos(device_types, count, infos.data(), nullptr), "muxGetDeviceInfos");
  }
  return infos;
}

class CommandBuffer;
class Device;

namespace detail {

/// Base of owning handles: owns an object of the C API, which `destroy` destroys.
template <class Object, void (*destroy)(mux_device_t, Object, mux_allocator_info_t)>
class Owner {
 public:
  Owner(const Owner &) = delete;
  Owner &operator=(const Owner &) = delete;
  /// Leaves `other` empty.
  Owner(Owner &&other) noexcept
      : device_(other.device_),
        allocator_(other.allocator_),
        object_(std::exchange(other.object_, nullptr)) {}
  /// Destroys the owned object and leaves `other` empty.
  Owner &operator=(Owner &&other) noexcept {
    if (this != &other) {
      release();
      device_ = other.device_;
      allocator_ = other.allocator_;
      object_ = std::exchange(other.object_, nullptr);
    }
    return *this;
  }
  /// Destroys the object.
  ~Owner() { release(); }

  /// Returns the object of the C API, owned by this handle; NULL if moved from.
  Object get() const noexcept { return object_; }
  /// The device the object belongs to.
  mux_device_t device() const noexcept { return device_; }
  /// The allocator the object was created with.
  const mux_allocator_info_t &allocator() const noexcept { return allocator_; }

 protected:
  /// Owns no object yet: out() is to be set.
  Owner(mux_device_t device, const mux_allocator_info_t &allocator) noexcept
      : device_(device), allocator_(allocator) {}

  /// Receives the object that is created.
  Object *out() noexcept { return &object_; }

 private:
  void release() noexcept {
    if (object_ != nullptr) {
      destroy(device_, object_, allocator_);
    }
  }

  mux_device_t device_;
  mux_allocator_info_t allocator_;
  Object object_ = nullptr;
};

}  // namespace detail

/// Signaled when the command buffer it was dispatched with has completed.
class Fence : public detail::Owner<mux_fence_t, muxDestroyFence> {
 public:
  /// Creates a fence that is not signaled.
  explicit Fence(const Device &device);

  /// Resets the fence to unsignaled. It must not be in use.
  void reset() { check(muxResetFence(get()), "muxResetFence"); }
};

/// Orders one dispatch after another.
class Semaphore : public detail::Owner<mux_semaphore_t, muxDestroySemaphore> {
 public:
  /// Creates a semaphore that is not signaled.
  explicit Semaphore(const Device &device);

  /// Resets the semaphore to unsignaled. It must not be in use.
  void reset() { check(muxResetSemaphore(get()), "muxResetSemaphore"); }

  /// Signals the semaphore, so that dispatches that wait for it start, or fail if the status is an
  /// error. It must be unsignaled, and no dispatch that will signal it may be in flight.
  void signal(mux_result_t status = mux_success) {
    check(muxSignalSemaphore(get(), status), "muxSignalSemaphore");
  }
};

/// A queue of a device. Owned by the device; a plain value.
class Queue {
 public:
  /// @param queue a queue of muxGetQueue().
  explicit Queue(mux_queue_t queue) noexcept : queue_(queue) {}

  /// The queue of the C API.
  mux_queue_t get() const noexcept { return queue_; }

  /// Dispatches a finalized command buffer, without waiting for it.
  ///
  /// @param commands must live until it has completed.
  /// @param fence signaled when it has completed; may be NULL.
  /// @param wait_semaphores it starts when all of them are signaled.
  /// @param signal_semaphores signaled when it has completed.
  void dispatch(const CommandBuffer &commands, mux_fence_t fence = nullptr,
                std::span<mux_semaphore_t> wait_semaphores = {},
                std::span<mux_semaphore_t> signal_semaphores = {}) const;

  /// Waits without limit for a fence that was dispatched on this queue.
  /// Throws Error with #mux_error_fence_failure if the command buffer failed.
  void wait(const Fence &fence) const { check(muxWait(queue_, fence.get()), "muxWait"); }

  /// Waits for a fence, with a timeout; 0 polls. Throws Error with #mux_error_fence_failure if the
  /// command buffer failed.
  /// @return whether the fence was signaled in time.
  bool try_wait(const Fence &fence, std::chrono::nanoseconds timeout) const {
    const mux_result_t result =
        muxTryWait(queue_, static_cast<uint64_t>(timeout.count()), fence.get());
    if (result == mux_fence_not_ready) {
      return false;
    }
    check(result, "muxTryWait");
    return true;
  }

  /// Waits until everything dispatched on this queue has completed.
  void wait_all() const { check(muxWaitAll(queue_), "muxWaitAll"); }

  /// Dispatches a finalized command buffer and waits until it has completed.
  void run(const CommandBuffer &commands) const;

 private:
  mux_queue_t queue_;
};

/// A device, and the allocator of everything created on it.
class Device {
 public:
  /// Creates the first device of the machine.
  /// Throws Error with #mux_error_failure if there is none.
  Device() : Device(first()) {}

  /// Creates a device.
  ///
  /// @param info one of device_infos().
  /// @param allocator allocates the device and every object created on it.
  explicit Device(mux_device_info_t info,
                  const mux_allocator_info_t &allocator = default_allocator())
      : allocator_(allocator) {
    check(muxCreateDevices(1, &info, allocator_, &device_), "muxCreateDevices");
  }

  /// Creates a device with options.
  ///
  /// @param info one of device_infos(), or the info of another device.
  /// @param options zero-initialized, except for members to override.
  /// @param allocator allocates the device and every object created on it.
  Device(mux_device_info_t info, const mux_device_options_t &options,
         const mux_allocator_info_t &allocator = default_allocator())
      : allocator_(allocator) {
    check(muxCreateDeviceWithOptions(info, &options, allocator_, &device_),
          "muxCreateDeviceWithOptions");
  }

  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;
  /// Leaves `other` empty.
  Device(Device &&other) noexcept
      : device_(std::exchange(other.device_, nullptr)), allocator_(other.allocator_) {}
  /// Destroys the owned device and leaves `other` empty.
  Device &operator=(Device &&other) noexcept {
    if (this != &other) {
      release();
      device_ = std::exchange(other.device_, nullptr);
      allocator_ = other.allocator_;
    }
    return *this;
  }
  /// Destroys the device. Everything created on it must be destroyed before.
  ~Device() { release(); }

  /// Returns the device of the C API, owned by this handle.
  mux_device_t get() const noexcept { return device_; }
  /// Properties of the device.
  const mux_device_info_s &info() const noexcept { return *device_->info; }
  /// The allocator of everything created on the device.
  const mux_allocator_info_t &allocator() const noexcept { return allocator_; }

  /// A compute queue of the device.
  ///
  /// @param index below `info().queue_types[mux_queue_type_compute]`.
  Queue queue(uint32_t index = 0) const {
    mux_queue_t queue = nullptr;
    check(muxGetQueue(device_, mux_queue_type_compute, index, &queue), "muxGetQueue");
    return Queue(queue);
  }

 private:
  static mux_device_info_t first() {
    const std::vector<mux_device_info_t> infos = device_infos();
    if (infos.empty()) {
      throw Error(mux_error_failure, "this machine has no device");
    }
    return infos.front();
  }

  void release() noexcept {
    if (device_ != nullptr) {
      muxDestroyDevice(device_, allocator_);
    }
  }

  mux_device_t device_ = nullptr;
  mux_allocator_info_t allocator_;
};

inline Fence::Fence(const Device &device) : Owner(device.get(), device.allocator()) {
  check(muxCreateFence(this->device(), allocator(), out()), "muxCreateFence");
}

inline Semaphore::Semaphore(const Device &device) : Owner(device.get(), device.allocator()) {
  check(muxCreateSemaphore(this->device(), allocator(), out()), "muxCreateSemaphore");
}

}  // namespace mux

#endif  // MUX_CPP_DEVICE_HPP
