/// @file
/// State that is shared by all passes of one compilation.

#pragma once

#include "codegen/passes/pass_runner.h"
#include "compiler/interface/compiled_object.h"
#include "compiler/interface/vector_width.h"

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

struct Compilation {
  llvm::TargetMachine &machine;
  VectorWidth width;
  PassRunner passes;
  /// Passes that only affect code are skipped when only descriptions are requested.
  CompiledResult result = CompiledResult::code;
  CodeTier tier = CodeTier::optimized;

  bool makes_code() const { return result == CompiledResult::code; }
};

}  // namespace mux::compiler
