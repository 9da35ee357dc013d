// Kernel clocks (OpenCL C 6.15.22, cl_khr_kernel_clock).
//
// The processor's counter runs at one rate for all of its cores and never back, so it is the clock
// of the device and that of each group as well. LLVM takes reading it for an effect: no two reads
// become one, none is moved across another, and work-items that run side by side read it one by
// one.

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "compiler/builtins/expansion.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// x86 has but one counter; elsewhere that of cycles may be the kernel's alone.
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

/// The lower half first, as it lies in memory.
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
