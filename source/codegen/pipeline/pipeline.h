/// @file
/// The pass pipeline of a kernel, from bitcode to machine code (pipeline.cpp). The pipeline that
/// vectorizes its regions is in vectorize/pipeline.cpp.

#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

#include "codegen/ir/kernel.h"
#include "codegen/passes/compilation.h"
#include "compiler/interface/compile_request.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Removes all kernels but the requested ones, removes unused functions, and resolves built-in
/// functions.
/// @return the kernels; or an error that names what the binary contains or needs that is not
/// supported.
llvm::Expected<std::vector<SourceKernel>> prepare_module(llvm::Module &module,
                                                         const CompileRequest &request,
                                                         Compilation &compilation);

/// Chooses which calls are inlined, of a prepared module.
/// @return an error that names a kernel that is too large once they are.
llvm::Error choose_calls(llvm::Module &module, std::vector<SourceKernel> &kernels,
                         Compilation &compilation);

/// The front half of the pipeline: prepares a module, and inlines and simplifies its kernels. The
/// result is the same for all requests that may share it (shares_front_half()).
/// @param module as read_module() returns it.
llvm::Expected<std::vector<SourceKernel>> lower_program(llvm::Module &module,
                                                        const CompileRequest &request,
                                                        Compilation &compilation);

/// Builds the entry points of kernels; none if only descriptions are requested.
/// @param kernels the results of lower_program() for the same kernel.
llvm::Expected<std::vector<EntryKernel>> lower_kernels(llvm::Module &module,
                                                       std::vector<SourceKernel> kernels,
                                                       const CompileRequest &request,
                                                       Compilation &compilation);

/// Both of them, one after the other.
llvm::Expected<std::vector<EntryKernel>> lower_module(llvm::Module &module,
                                                      const CompileRequest &request,
                                                      Compilation &compilation);

/// Optimizes the entry points and emits an object.
/// @param module whose only defined functions are the entry points and what they call.
/// @return a relocatable object.
llvm::Expected<std::string> generate_code(llvm::Module &module,
                                          const std::vector<EntryKernel> &kernels,
                                          Compilation &compilation);

}  // namespace mux::compiler
