/// @file
/// Widens calls of lane functions and of intrinsics that have a vector form.

#pragma once

namespace llvm {
class CallInst;
}

namespace mux::compiler {

class Widener;

/// @return false, with nothing built, if the call has no vector form.
bool widen_call(Widener &widener, llvm::CallInst &call);

}  // namespace mux::compiler
