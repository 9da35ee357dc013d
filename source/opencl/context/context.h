/// @file
/// A context: devices that share memory objects, and the callbacks of the program.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "opencl/context/command_sources.h"
#include "opencl/context/live_objects.h"
#include "opencl/context/shared_allocations.h"
#include "opencl/platform/device.h"
#include "opencl/support/object.h"

namespace mux::opencl {

using ContextNotify = void(CL_CALLBACK *)(const char *errinfo, const void *private_info, size_t cb,
                                          void *user_data);

class Context final : public Object, public _cl_context {
 public:
  using HandleType = cl_context;
  static constexpr Kind kind_of = Kind::context;
  static constexpr cl_int invalid = CL_INVALID_CONTEXT;
  static constexpr const char *invalid_text = "not a context of this platform";

  struct Notify {
    ContextNotify function;
    void *user_data;
  };

  /// Creates the mux devices if necessary.
  Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
          Notify notify);
  /// Calls the destructor callbacks, on the service thread.
  ~Context() override;

  /// For templates that are also used with other objects.
  Context &context() { return *this; }
  std::span<const Ref<Device>> devices() const { return devices_; }
  /// With the terminating 0; empty if there were none.
  std::span<const cl_context_properties> properties() const { return properties_; }
  /// The memory that is zero-initialized for its kernels.
  cl_context_memory_initialize_khr initialized_memory() const;
  /// Whether the device is in the context.
  bool has(const Device &device) const;
  /// The index of one of its devices.
  size_t index_of(const Device &device) const;

  /// Allocations shared by address that have not been freed.
  SharedAllocations &shared_allocations() { return shared_allocations_; }
  /// Its memory objects.
  LiveObjects &memory_objects() { return memory_objects_; }
  /// Its command queues.
  CommandSources &command_sources() { return command_sources_; }

  /// Reports an error of a command to the program's callback, asynchronously on the service thread,
  /// and once to standard error. Thread-safe, also during the completion of a command.
  void tell(std::string text) const noexcept;
  /// Reports a text to the program's callback alone, if it was not reported before; at most 100
  /// different texts.
  void notify_once(const char *text) noexcept;
  /// @param function is called when the context is destroyed, in reverse order of registration.
  void on_destruction(std::function<void()> function);

 private:
  void notify(std::string text) const noexcept;

  std::vector<Ref<Device>> devices_;
  std::vector<cl_context_properties> properties_;
  Notify notify_;
  SharedAllocations shared_allocations_;
  LiveObjects memory_objects_;
  CommandSources command_sources_;
  std::mutex lock_;
  std::vector<std::function<void()>> destructors_;
  std::set<std::string> notified_;
};

/// Fails unless both objects are in the same context.
inline void require_same(const Context &one, const Context &other) {
  require(&one == &other, CL_INVALID_CONTEXT, "the objects belong to different contexts");
}

/// The device of a handle. Fails with CL_INVALID_DEVICE if it is not in the context.
inline Device &device_of(const Context &context, cl_device_id handle) {
  Device &device = checked<Device>(handle);
  require(context.has(device), CL_INVALID_DEVICE, "the device is not in the context");
  return device;
}

}  // namespace mux::opencl
