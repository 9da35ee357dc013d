#include "compiler/frontend/source_compiler.h"

namespace mux::compiler {

SourceResult compile_source(const SourceRequest &, std::string &, std::string &) {
  return SourceResult::unsupported;
}

}  // namespace mux::compiler
