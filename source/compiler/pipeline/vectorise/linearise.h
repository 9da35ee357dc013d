/// @file
/// Makes every branch of a work-item function one that all work-items take together.
///
/// Where work-items would go different ways, the blocks of both ways follow each other, each under
/// a mask of the work-items that want it (lanes.h), and values that met in a phi are chosen by
/// mask. A loop that work-items leave at different times runs until the last has left. Blocks that
/// do much, or may not run for nobody, are skipped when their mask holds for nobody.
///
/// The result still runs one work-item correctly on its own. Between this pass and widen() nothing
/// may merge blocks, move instructions between them or speculate.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include <string>

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// @param function in SSA form, without barriers.
/// @param sources the parameters that differ between the work-items of a packet.
/// @param[out] reason what stands in the way, when false is returned; the function may then be
/// changed, but still does the same.
bool linearise(llvm::Function &function, const llvm::SmallPtrSet<const llvm::Value *, 8> &sources,
               std::string &reason);

}  // namespace mux::compiler
