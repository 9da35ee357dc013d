/// @file
/// Validation rules for kernel argument descriptors, for muxCommandNDRange() and
/// muxUpdateDescriptors(); see validation.h for how checks work. Whether the descriptors fit the
/// kernel is checked by the target.
///
/// Only the union member that belongs to a descriptor's type is read.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "core/call.h"

namespace mux::core::check {

/// Checks that every descriptor has a known type and its required members, that its objects are
/// valid and belong to the call's target, and that the device supports custom buffers
/// (`custom_buffer_rule`).
bool descriptors(Call &call, const char *custom_buffer_rule,
                 const mux_descriptor_info_t *descriptors, uint64_t length);

}  // namespace mux::core::check
