/// @file
/// Check that objects belong to a device, for objects whose public members do not tell.
#pragma once

#include <mux/mux.h>

#include "host/support/error.h"

namespace mux::host {

/// Fails, with an error text, if the object called `name` does not belong to the device.
template <typename Object>
mux_result_t check_owner(const Object &object, mux_device_t device, const char *name) {
  return object.device() == device
             ? mux_success
             : fail(mux_error_invalid_value, "%s belongs to another device", name);
}

}  // namespace mux::host
