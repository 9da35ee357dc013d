/// @file
/// Checks of descriptors against the kernel they are for. Rules that need no kernel are checked by
/// core/descriptor_checks.h before.
///
/// Thread-safe. Failures set the error text.
#pragma once

#include <mux/mux.h>

#include <cstddef>

#include "host/record/kernel_arguments.h"

namespace mux::host {

/// Whether a descriptor fits an argument of the kernel, and its object belongs to `device` and is
/// bound.
mux_result_t check_descriptor(const compiler::KernelDescription &kernel, size_t index,
                              const mux_descriptor_info_t &descriptor, mux_device_t device);

/// Checks changes of recorded descriptors, without applying them.
mux_result_t check_changes(const compiler::KernelDescription &kernel,
                           const mux_descriptor_info_t *recorded, const ArgumentChanges &changes,
                           mux_device_t device);

}  // namespace mux::host
