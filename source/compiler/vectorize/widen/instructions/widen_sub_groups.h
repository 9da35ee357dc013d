/// @file
/// Functions of sub-groups (sub_group_functions.h) in a packet: the lanes of each part are a
/// sub-group.
///
/// The lanes that run take part. Reductions and scans combine values in an order that depends on
/// the number of lanes alone, so that all packets of a kernel give the same sums.

#pragma once

namespace llvm {
class CallInst;
}

namespace mux::compiler {

class Widener;

/// @return false, with nothing done, if it is no call of such a function.
bool widen_sub_group_call(Widener &widener, llvm::CallInst &call);

}  // namespace mux::compiler
