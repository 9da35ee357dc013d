/// @file
/// A context: devices that share memory, and whom to tell what goes wrong.
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

  /// The devices' mux devices are made if they are not there yet.
  Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
          Notify notify);
  /// Calls the destructor callbacks, on the service thread.
  ~Context() override;

  /// As other objects have it.
  Context &context() { return *this; }
  std::span<const Ref<Device>> devices() const { return devices_; }
  /// As they were given, with the terminating 0; empty if there were none.
  std::span<const cl_context_properties> properties() const { return properties_; }
  /// What its kernels find filled with zeros.
  cl_context_memory_initialize_khr initialized_memory() const;
  /// Whether the device is one of the context's.
  bool has(const Device &device) const;
  /// The position of one of its devices.
  size_t index_of(const Device &device) const;

  /// What was allocated to be shared by its addresses and has not been freed.
  SharedAllocations &shared_allocations() { return shared_allocations_; }
  /// Its memory objects.
  LiveObjects &memory_objects() { return memory_objects_; }
  /// Its command queues.
  CommandSources &command_sources() { return command_sources_; }

  /// Tells the program what went wrong in a command, later and on the service thread, and the
  /// standard error once. For any thread, also in the middle of a completion.
  void tell(std::string text) const noexcept;
  /// Tells the program alone, a text that it was not told before; at most a hundred of them are.
  void notify_once(const char *text) noexcept;
  /// @param function is called when the context is destroyed; the one added last comes first.
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

/// Objects that a program names together have to be of one context.
inline void require_same(const Context &one, const Context &other) {
  require(&one == &other, CL_INVALID_CONTEXT, "the objects belong to different contexts");
}

/// The device behind a handle of the program's. Fails with CL_INVALID_DEVICE if it is none of the
/// context's.
inline Device &device_of(const Context &context, cl_device_id handle) {
  Device &device = checked<Device>(handle);
  require(context.has(device), CL_INVALID_DEVICE, "the device is not one of the context's");
  return device;
}

}  // namespace mux::opencl
