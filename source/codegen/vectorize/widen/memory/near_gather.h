/// @file
/// Gathers whose lanes probably read nearby elements, such as `a[x / 2]`, or the source pixels of
/// an image that is scaled up.
///
/// A run-time check decides: if no lane reads further behind the first lane's element than the
/// length of a vector, one vector is loaded and permuted; a gather takes several times as long. The
/// check is built only where the index computation makes it likely (accesses/near_loads.h).

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class Value;
}  // namespace llvm

namespace mux::compiler {

struct Structure;
class Widener;

/// Returns the elements of one part as they are in memory, one vector for each load.
/// @param loads adjacent loads, or a single one, that lanes read nearby elements with.
/// @param gather loads them from arbitrary addresses.
llvm::SmallVector<llvm::Value *, 8> load_near(
    Widener &widener, const Structure &loads, unsigned part,
    llvm::function_ref<llvm::SmallVector<llvm::Value *, 8>()> gather);

}  // namespace mux::compiler
