/// @file
/// What a work-item takes that runs alone, after LLVM has made vectors of what it can.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// In units of one instruction.
/// @param work_item as it is before vectors of its own are split.
double work_item_cost(llvm::Function &work_item, llvm::TargetMachine &machine);

}  // namespace mux::compiler
