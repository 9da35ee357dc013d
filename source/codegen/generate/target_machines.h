/// @file
/// Reuses the TargetMachines of finished compilations. Each has a description of the processor's
/// instructions and features, whose construction takes a tenth of the time to describe a small
/// kernel.

#pragma once

#include <llvm/Support/Error.h>

#include <memory>

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

/// Makes a machine available to later compilations, or destroys it if enough are.
struct ReturnTargetMachine {
  void operator()(llvm::TargetMachine *machine) const;
};

/// Owned by one compilation; returned when it ends.
using LentTargetMachine = std::unique_ptr<llvm::TargetMachine, ReturnTargetMachine>;

/// Returns a machine that no other thread uses, a new one if none is available. Fails as
/// create_target_machine() does. Thread-safe, without locks: a forked child may use it.
llvm::Expected<LentTargetMachine> lend_target_machine();

}  // namespace mux::compiler
