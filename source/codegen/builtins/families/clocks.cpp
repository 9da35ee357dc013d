// Kernel clocks (OpenCL C 6.15.22, cl_khr_kernel_clock).
//
// The processor's counter is monotonic and has the same rate on all cores, so it serves as the
// clock of the device, of the work-group and of the sub-group. LLVM models reading it as a side
// effect: reads are neither merged nor reordered, and the vectorizer reads it once for each lane.

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// x86 has one counter for both intrinsics; on other processors the cycle counter may be accessible
/// to the operating system only.
llvm::Intrinsic::ID counter_of(const llvm::Module &module) {
  return llvm::Triple(module.getTargetTriple()).isX86() ? llvm::Intrinsic::readcyclecounter
                                                        : llvm::Intrinsic::readsteadycounter;
}

Value *ticks(Expansion &expansion) {
  return expansion.builder().CreateIntrinsic(counter_of(expansion.module()), {}, {});
}

bool expand_read(Expansion &expansion) {
  return expansion.size() == 0 && expansion.finish(ticks(expansion));
}

/// Returns uint2 with the lower half first, as in memory.
bool expand_read_halves(Expansion &expansion) {
  if (expansion.size() != 0) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  auto *halves = llvm::FixedVectorType::get(builder.getInt32Ty(), 2);
  return expansion.finish(builder.CreateBitCast(ticks(expansion), halves));
}

constexpr NamedExpansion clock_table[] = {
    {"clock_read_device", expand_read},
    {"clock_read_work_group", expand_read},
    {"clock_read_sub_group", expand_read},
    {"clock_read_hilo_device", expand_read_halves},
    {"clock_read_hilo_work_group", expand_read_halves},
    {"clock_read_hilo_sub_group", expand_read_halves},
};

}  // namespace

bool expand_clock(Expansion &expansion) {
  return expand_from_table(clock_table, expansion);
}

}  // namespace mux::compiler::builtins
