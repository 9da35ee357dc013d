/// @file
/// Loops in which a work-item may wait for another one.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether there is a loop that work-items leave at different times, and when they leave it depends
/// on memory that another work-item may be changing: a lock, for instance. Run side by side, those
/// that are done with the loop would stand still until the others are done too, and never release
/// what these wait for. Who only tries again because others were quicker waits for nobody
/// (ir/retried_exchange.h).
bool may_wait_for_work_items(llvm::Function &work_item_function);

}  // namespace mux::compiler
