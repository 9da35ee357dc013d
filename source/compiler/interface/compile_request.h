/// @file
/// Input of the code generator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/abi/program_constant.h"
#include "compiler/abi/specialization.h"
#include "compiler/interface/compiled_object.h"
#include "compiler/interface/vector_width.h"

namespace mux::compiler {

/// What to compile.
struct CompileRequest {
  /// The kernel to compile; empty for all kernels.
  std::string kernel;
  Specialization specialization;
  RequiredGroups required_groups = RequiredGroups::any;
  /// The size of the kernel's sub-groups, if it uses them; 0 if any size is allowed.
  uint32_t sub_group_size = 0;
  /// Values of the program's constants; others have their defaults.
  std::vector<ConstantValue> constants;
};

/// What to compile, and how.
struct CompileJob {
  CompileRequest request;
  VectorWidth width;
  CompiledResult result = CompiledResult::code;
};

}  // namespace mux::compiler
