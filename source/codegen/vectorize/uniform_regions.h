/// @file
/// Detects regions whose effect does not depend on the work-item.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether one work-item can execute the function for the whole group: the function uses no
/// work-item id, and repeated execution stores the same values. The region between two barriers of
/// a loop is often only the increment of the induction variable.
bool is_work_item_independent(llvm::Function &work_item_function);

}  // namespace mux::compiler
