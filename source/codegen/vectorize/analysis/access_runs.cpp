#include "codegen/vectorize/analysis/access_runs.h"

#include <llvm/IR/Instructions.h>

namespace mux::compiler {

namespace {

bool is_simple(const llvm::Instruction &access) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
    return load->isSimple();
  }
  const auto *store = llvm::dyn_cast<llvm::StoreInst>(&access);
  return store != nullptr && store->isSimple();
}

/// Whether an instruction ends a run of accesses that are to be executed at one point: loads may be
/// reordered with instructions that only read, stores with simple stores.
bool ends_run(const llvm::Instruction &instruction, bool of_loads) {
  return of_loads ? instruction.mayWriteToMemory()
                  : instruction.mayReadOrWriteMemory() &&
                        !(llvm::isa<llvm::StoreInst>(instruction) && is_simple(instruction));
}

}  // namespace

llvm::SmallVector<llvm::Instruction *, most_accesses> access_run_of(llvm::Instruction &access) {
  const bool of_loads = llvm::isa<llvm::LoadInst>(access);
  const auto is_of_kind = [&](const llvm::Instruction &other) {
    return other.getOpcode() == access.getOpcode() && is_simple(other);
  };
  size_t before = 0;
  llvm::Instruction *begin = &access;
  for (llvm::Instruction *earlier = access.getPrevNode();
       earlier != nullptr && !ends_run(*earlier, of_loads); earlier = earlier->getPrevNode()) {
    before += is_of_kind(*earlier) ? 1 : 0;
    begin = earlier;
  }
  // Long runs are split into runs of most_accesses.
  size_t skipped = before - before % most_accesses;
  llvm::SmallVector<llvm::Instruction *, most_accesses> run;
  for (llvm::Instruction *next = begin;
       next != nullptr && !ends_run(*next, of_loads) && run.size() < most_accesses;
       next = next->getNextNode()) {
    if (!is_of_kind(*next)) {
      continue;
    }
    if (skipped > 0) {
      --skipped;
    } else {
      run.push_back(next);
    }
  }
  return run;
}

}  // namespace mux::compiler
