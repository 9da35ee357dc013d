/// @file
/// The front half of a kernel (compiler/interface/front_half.h) as bitcode in memory.
///
/// Bitcode, since each compilation has an LLVM context of its own: a live module would have to be
/// cloned and compiled under a lock.
#pragma once

#include <llvm/Support/Error.h>

#include <memory>

#include "codegen/ir/kernel.h"
#include "compiler/interface/front_half.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Copies a kernel that lower_program() returned, with its module.
/// @return NULL if memory runs out.
SharedFrontHalf keep_front_half(const llvm::Module &module, const SourceKernel &kernel);

/// A copy of a kernel, with the module that owns its function.
struct RestoredKernel {
  std::unique_ptr<llvm::Module> module;
  SourceKernel kernel;
};

/// Copies a front half to a context. Generated code is the same as that of the module it was copied
/// from. Throws nothing but std::bad_alloc.
/// @param front_half a result of keep_front_half().
llvm::Expected<RestoredKernel> restore_front_half(const FrontHalf &front_half,
                                                  llvm::LLVMContext &context);

}  // namespace mux::compiler
