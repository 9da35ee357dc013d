#include "compiler/frontend/compiler_features.h"
#include "compiler/frontend/source_compiler.h"

namespace mux::compiler {

SourceResult compile_source(const SourceRequest &, std::string &, std::string &) {
  return SourceResult::unsupported;
}

const mux_compiler_features_t *compiler_features() {
  return nullptr;
}

}  // namespace mux::compiler
