/// @file
/// The rules about the descriptors of a kernel's arguments, for muxCommandNDRange() and
/// muxUpdateDescriptors(); see validation.h for how checks work. Whether the descriptors fit the
/// kernel is the target's to say.
///
/// Only the member that a descriptor's type names is read: the others share its memory, so nothing
/// can be said about them.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "core/call.h"

namespace mux::core::check {

/// Every descriptor is of a known type, what its type asks for is there, the objects in it are
/// valid and of the call's target, and custom buffers are something the call's device knows, which
/// is the rule given.
bool descriptors(Call &call, const char *custom_buffer_rule,
                 const mux_descriptor_info_t *descriptors, uint64_t length);

}  // namespace mux::core::check
