#include "codegen/generate/target_machines.h"

#include <llvm/Target/TargetMachine.h>

#include <atomic>
#include <utility>

#include "codegen/target/target_machine.h"

namespace mux::compiler {
namespace {

/// Machines that are kept: one for the background thread, others for threads that record commands
/// or create kernels at the same time.
constexpr size_t max_available_machines = 4;

/// Null where none is available. Not destroyed: threads may compile while the process exits.
std::atomic<llvm::TargetMachine *> available_machines[max_available_machines];

}  // namespace

void ReturnTargetMachine::operator()(llvm::TargetMachine *machine) const {
  for (std::atomic<llvm::TargetMachine *> &place : available_machines) {
    llvm::TargetMachine *empty = nullptr;
    if (place.compare_exchange_strong(empty, machine, std::memory_order_release,
                                      std::memory_order_relaxed)) {
      return;
    }
  }
  const std::unique_ptr<llvm::TargetMachine> unneeded(machine);
}

llvm::Expected<LentTargetMachine> lend_target_machine() {
  for (std::atomic<llvm::TargetMachine *> &place : available_machines) {
    if (place.load(std::memory_order_relaxed) == nullptr) {
      continue;
    }
    if (llvm::TargetMachine *machine = place.exchange(nullptr, std::memory_order_acquire)) {
      return LentTargetMachine(machine);
    }
  }
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> created = create_target_machine();
  if (!created) {
    return created.takeError();
  }
  return LentTargetMachine(created->release());
}

}  // namespace mux::compiler
