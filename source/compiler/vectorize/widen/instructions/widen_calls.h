/// @file
/// Calls in a packet: lane functions and intrinsics that have a vector form.

#pragma once

namespace llvm {
class CallInst;
}

namespace mux::compiler {

class Widener;

/// Whether the call says something about the program that a packet has no use for.
bool is_remark(const llvm::CallInst &call);

/// @return false, with nothing done, if the call has no vector form.
bool widen_call(Widener &widener, llvm::CallInst &call);

}  // namespace mux::compiler
