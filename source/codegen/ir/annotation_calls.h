/// @file
/// Detects calls without effect on a program's results.

#pragma once

namespace llvm {
class CallInst;
}

namespace mux::compiler {

/// Whether the call is an annotation or a hint, which a packet function omits.
bool is_annotation_call(const llvm::CallInst &call);

}  // namespace mux::compiler
