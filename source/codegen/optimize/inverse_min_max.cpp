/// @file
/// Works around undefined behavior of LLVM when it simplifies floating-point minima and maxima.
///
/// For `m(m(x, y), f(x, y, ...))`, where m is minnum, maxnum, minimum or maximum, LLVM's
/// foldMinimumMaximumSharedOp() calls getInverseMinMaxIntrinsic() for f whatever intrinsic f is:
/// fma, copysign, pow, a target intrinsic. That function is defined for minima and maxima only; for
/// others it is unreachable, and execution continues in whatever function follows it in memory.
/// Everything that simplifies instructions is affected: EarlyCSE, InstCombine, the inliner, the
/// vectorizers, CodeGenPrepare, our own passes. Since LLVM 22 (its pull request 173705) it
/// first checks whether f is a minimum or maximum.
///
/// All callers reach the function across two object files of LLVM. So the linker is told to bind
/// the call to the function below (`--wrap`, where this room's objects are linked), which is
/// defined for every intrinsic. No simplification is lost, and no pass is affected.

#include <llvm/IR/Intrinsics.h>

namespace mux::compiler {

/// Replaces llvm::getInverseMinMaxIntrinsic(). Returns not_intrinsic for intrinsics that have no
/// inverse.
llvm::Intrinsic::ID inverse_extremum(llvm::Intrinsic::ID id) asm(
    "__wrap__ZN4llvm25getInverseMinMaxIntrinsicEj");

llvm::Intrinsic::ID inverse_extremum(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::smax:
      return llvm::Intrinsic::smin;
    case llvm::Intrinsic::smin:
      return llvm::Intrinsic::smax;
    case llvm::Intrinsic::umax:
      return llvm::Intrinsic::umin;
    case llvm::Intrinsic::umin:
      return llvm::Intrinsic::umax;
    case llvm::Intrinsic::maximum:
      return llvm::Intrinsic::minimum;
    case llvm::Intrinsic::minimum:
      return llvm::Intrinsic::maximum;
    case llvm::Intrinsic::maxnum:
      return llvm::Intrinsic::minnum;
    case llvm::Intrinsic::minnum:
      return llvm::Intrinsic::maxnum;
    default:
      return llvm::Intrinsic::not_intrinsic;
  }
}

}  // namespace mux::compiler
