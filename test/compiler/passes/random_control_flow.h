/// @file
/// Random functions for lockstep.h: nested loops that work-items leave at different times and to
/// different places, branches that cross, early returns, switches.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace mux::test {

/// How many words of the memory belong to each work-item.
inline constexpr size_t words_per_work_item = 16;
inline constexpr size_t table_words = 16;

/// A module with the work-item function `i32 @f(ptr %memory, ptr %table, i32 %n, i32 %m, ...)`; the
/// parameters of WorkItemContext follow, of which it uses local_id.x alone. It ends for any
/// arguments, has no undefined behavior, and writes to the words of `%memory` that belong to the
/// work-item.
std::unique_ptr<llvm::Module> random_control_flow(llvm::LLVMContext &context, uint32_t seed);

}  // namespace mux::test
