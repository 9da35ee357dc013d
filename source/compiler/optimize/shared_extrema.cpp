/// @file
/// Keeps LLVM from leaving its code where a minimum or maximum of floats is simplified.
///
/// For `m(m(x, y), f(x, y, ...))`, where m is minnum, maxnum, minimum or maximum, LLVM's
/// foldMinimumMaximumSharedOp() asks which intrinsic is the inverse of f whatever intrinsic f is:
/// fma, copysign, pow, an instruction of the processor. getInverseMinMaxIntrinsic() has an answer
/// for minima and maxima alone; for others it is unreachable, and what runs next is whatever
/// function the linker has put behind it. Everything that simplifies instructions gets there:
/// EarlyCSE, InstCombine, the inliner, the vectorizers, CodeGenPrepare, our own passes. Since LLVM
/// 22 (its pull request 173705) the fold looks first whether f is a minimum or maximum.
///
/// All of them ask in this one way, across two object files of LLVM. So the linker is told to bind
/// that question to the function below (`--wrap`, where this room's objects are linked), which has
/// an answer for every intrinsic. No simplification is lost, and no pass needs to know.

#include <llvm/IR/Intrinsics.h>

namespace mux::compiler {

/// What LLVM calls instead of llvm::getInverseMinMaxIntrinsic(); no intrinsic for one that has no
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
