/// @file
/// What happens to a kernel on its way from bitcode to machine code, in one list (pipeline.cpp).
/// What happens to its regions on the way to vectors stands in vectorize/pipeline.cpp.

#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

#include "compiler/interface/compile_request.h"
#include "compiler/ir/kernel.h"
#include "compiler/passes/compilation.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Leaves the kernels that are asked for and what they need, everything defined.
/// @return the kernels; or what the binary has or needs that is not supported.
llvm::Expected<std::vector<SourceKernel>> prepare_module(llvm::Module &module,
                                                         const CompileRequest &request,
                                                         Compilation &compilation);

/// Makes entry points of the kernels that are asked for; none if descriptions are all that is
/// wanted of the compilation.
/// @param module as read_module() makes it.
llvm::Expected<std::vector<EntryKernel>> lower_module(llvm::Module &module,
                                                      const CompileRequest &request,
                                                      Compilation &compilation);

/// @param module with entry points only, those of the kernels.
/// @return a relocatable object.
llvm::Expected<std::string> generate_code(llvm::Module &module,
                                          const std::vector<EntryKernel> &kernels,
                                          Compilation &compilation);

}  // namespace mux::compiler
