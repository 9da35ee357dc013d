/// @file
/// A kernel on its way through the pipeline.

#pragma once

#include <optional>

#include "compiler/kernel_abi.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

struct Kernel {
  /// Owned by the module. First the kernel as it was written, then its work-item function, at last
  /// its entry point.
  llvm::Function *function = nullptr;
  KernelDescription description;
  /// Work-items of a group may meet different barriers, or end while others wait.
  bool barriers_diverge = false;
  /// The program was built with -cl-denorms-are-zero.
  bool flushes_denormals = false;
  /// The kernel is compiled for such ND-ranges alone.
  std::optional<FixedRange> fixed_range;
  /// The kernel asks for nothing that tells one work-group from the next, so that neighbouring
  /// groups may run as one.
  bool ignores_groups = false;
  /// It is compiled with little effort (large_kernels.h).
  bool is_large = false;
};

}  // namespace mux::compiler
