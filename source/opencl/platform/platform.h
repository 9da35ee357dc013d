/// @file
/// The platform, with all mux devices that run kernels.
#pragma once

#include <vector>

#include "opencl/platform/device.h"
#include "opencl/support/object.h"

namespace mux::opencl {

class Platform final : public Object, public _cl_platform_id {
 public:
  using HandleType = cl_platform_id;
  static constexpr Kind kind_of = Kind::platform;
  static constexpr cl_int invalid = CL_INVALID_PLATFORM;
  static constexpr const char *invalid_text = "not this platform";

  /// Created by the first call, and never destroyed.
  static Platform &get();

  const std::vector<Device *> &devices() const { return devices_; }

 private:
  Platform();
  /// Replaces the devices that were in use; called in a forked child.
  void replace_used_devices() noexcept;

  std::vector<Device *> devices_;
};

/// The platform of a handle: NULL means the default platform, as many programs expect.
Platform &platform_of(cl_platform_id handle);

}  // namespace mux::opencl
