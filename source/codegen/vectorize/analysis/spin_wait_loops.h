/// @file
/// Detects loops in which a work-item may wait for another one (spin locks).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether there is a divergent loop whose exit depends on memory that another work-item may be
/// changing, such as a lock. In a packet, work-items that have left the loop do not proceed before
/// the others have left it too, and so never release the lock that these wait for. Loops that retry
/// an exchange because other work-items were faster do not wait for them (ir/retried_exchange.h).
bool may_wait_for_work_items(llvm::Function &work_item_function);

}  // namespace mux::compiler
