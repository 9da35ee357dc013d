#include "codegen/clang/source_compiler.h"

#include <new>

#include "codegen/clang/clang_compiler.h"
#include "codegen/generate/large_stack.h"

namespace mux::compiler {

SourceResult compile_on_large_stack(const SourceRequest &request, const BuildOptions &options,
                                    Bitcode &bitcode, std::string &log, FileRecord &record) {
  SourceResult result = SourceResult::failure;
  const bool ran = run_with_large_stack([&] {
    try {
      if (compile_with_clang(request, options, bitcode, log, record)) {
        result = SourceResult::success;
      }
    } catch (const std::bad_alloc &) {
      result = SourceResult::out_of_memory;
    }
  });
  return ran ? result : SourceResult::out_of_memory;
}

}  // namespace mux::compiler
