#include "compiler/features/compiler_features.h"

namespace mux::compiler {

const mux_compiler_features_t *compiler_features() {
  return nullptr;
}

}  // namespace mux::compiler
