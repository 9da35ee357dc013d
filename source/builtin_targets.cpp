#include "core/builtin_targets.h"

#include "host/target.h"

namespace mux::core {

std::array<const mux_target_hooks_t *, builtin_target_count> builtin_targets() {
  return {host::hooks()};
}

}  // namespace mux::core
