// The rules about the descriptors of a kernel's arguments, for muxCommandNDRange() and
// muxUpdateDescriptors(); see validation.h for how checks work. Whether the descriptors fit the
// kernel is the target's to say.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "core/call.h"

namespace mux::core::check {

struct DescriptorRules {
  const char *type;
  const char *object;
  const char *custom_buffer;
};

// Every descriptor is of a known type, the objects in them are valid and of the call's target, and
// custom buffers are something the call's device knows.
bool descriptors(Call &call, const DescriptorRules &rules, const mux_descriptor_info_t *descriptors,
                 uint64_t length);

}  // namespace mux::core::check
