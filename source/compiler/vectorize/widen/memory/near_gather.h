/// @file
/// Gathers whose lanes probably read close together: `a[x / 2]`, or the pixels under a picture that
/// is enlarged.
///
/// How far apart the lanes read is found out when the packet runs. If none reads further behind the
/// first lane's element than a vector is long, one vector is loaded and permuted; processors take
/// several times as long to gather. Whether that is likely is told by how the index is calculated:
/// something that grows along the lanes is divided, shifted or rounded.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace llvm {
class LoadInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// Loads of one type that lie side by side in memory.
struct NearLoads {
  /// In the order of their addresses.
  llvm::ArrayRef<llvm::LoadInst *> loads;
  /// Which of them has the address that is known first.
  size_t earliest = 0;
};

/// Whether it is likely that lanes read close together, and there are instructions for it.
bool may_be_near(const Widener &widener, const NearLoads &near);

/// The elements of one part as they are in memory, a vector for each load.
/// @param near may_be_near().
/// @param gather does the same for any addresses.
llvm::SmallVector<llvm::Value *, 8> load_near(
    Widener &widener, const NearLoads &near, unsigned part,
    llvm::function_ref<llvm::SmallVector<llvm::Value *, 8>()> gather);

}  // namespace mux::compiler
