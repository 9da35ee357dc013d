/// @file
/// The dispatches of a command buffer between two updates of its commands.
#pragma once

#include <vector>

#include "opencl/support/object.h"

namespace mux::opencl {

/// Held by the dispatches, and by the command buffer until the next generation begins. Holds all
/// later generations, because objects retired by a later update may still be used by a dispatch of
/// an earlier generation.
class Generation final : public Object {
 public:
  static Ref<Generation> make() {
    const New<Generation> made;
    return Ref<Generation>(made.get());
  }

  /// Whether there was a dispatch.
  bool dispatched = false;
  /// Objects that commands stopped using when the generation ended.
  std::vector<Ref<RefCounted>> retired;
  Ref<Generation> next;
};

}  // namespace mux::opencl
