/// @file
/// Widens sub-group functions (sub_group_functions.h): the lanes of each part are one sub-group.
///
/// Only active lanes take part. The order in which reductions and scans combine values depends only
/// on the number of lanes, so all packets of a kernel give the same sums.

#pragma once

namespace llvm {
class CallInst;
}

namespace mux::compiler {

class Widener;

/// @return false, with nothing built, if the call is not one of a sub-group function.
bool widen_sub_group_call(Widener &widener, llvm::CallInst &call);

}  // namespace mux::compiler
