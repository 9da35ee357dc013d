/// @file
/// Hints for LLVM's loop passes, as metadata of loops.

#pragma once

namespace llvm {
class LLVMContext;
class MDNode;
}  // namespace llvm

namespace mux::compiler {

/// Returns the metadata of a loop with an additional hint, such as "llvm.loop.unroll.disable".
/// @param loop the present metadata; may be NULL.
llvm::MDNode *with_loop_hint(llvm::LLVMContext &context, llvm::MDNode *loop, const char *hint);

}  // namespace mux::compiler
