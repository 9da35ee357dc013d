/// @file
/// What all steps of one compilation share.

#pragma once

#include "compiler/interface/vector_width.h"
#include "compiler/passes/pass_runner.h"

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

struct Compilation {
  llvm::TargetMachine &machine;
  VectorWidth width;
  PassRunner passes;
};

}  // namespace mux::compiler
