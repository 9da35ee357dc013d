/// @file
/// The dispatches of a command buffer between two updates of its commands.
#pragma once

#include <vector>

#include "opencl/support/object.h"

namespace mux::opencl {

/// Held by the dispatches, and by the command buffer until the next one begins. Who holds it holds
/// all later ones as well: what no command uses since then may be used by a dispatch of any earlier
/// one.
class Generation final : public Object {
 public:
  static Ref<Generation> make() {
    const New<Generation> made;
    return Ref<Generation>(made.get());
  }

  /// Whether there was one.
  bool dispatched = false;
  /// What commands used until it ended.
  std::vector<Ref<Object>> retired;
  Ref<Generation> next;
};

}  // namespace mux::opencl
