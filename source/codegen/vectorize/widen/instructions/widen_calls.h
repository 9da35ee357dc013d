/// @file
/// Widens calls of lane functions and of intrinsics that have a vector form.

#pragma once

namespace llvm {
class CallInst;
}

namespace mux::compiler {

class Widener;

/// Whether the call is an annotation or a hint, which the packet function omits.
bool is_annotation_call(const llvm::CallInst &call);

/// @return false, with nothing built, if the call has no vector form.
bool widen_call(Widener &widener, llvm::CallInst &call);

}  // namespace mux::compiler
