#include "codegen/clang/source_compiler.h"

namespace mux::compiler {

SourceResult compile_on_large_stack(const SourceRequest &, const BuildOptions &, Bitcode &,
                                    std::string &, FileRecord &) {
  return SourceResult::unsupported;
}

}  // namespace mux::compiler
