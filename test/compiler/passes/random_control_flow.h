/// @file
/// Random functions for lockstep.h: nested loops with divergent exits to several targets, crossing
/// branches, early returns, switches.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace mux::test {

/// Words of the memory of each work-item.
inline constexpr size_t words_per_work_item = 16;
inline constexpr size_t table_words = 16;

/// A module with the work-item function `i32 @f(ptr %memory, ptr %table, i32 %n, i32 %m, ...)`; the
/// parameters of WorkItemContext follow, of which it only uses local_id.x. It terminates for all
/// arguments, has no undefined behavior, and writes only to the work-item's words of `%memory`.
std::unique_ptr<llvm::Module> random_control_flow(llvm::LLVMContext &context, uint32_t seed);

}  // namespace mux::test
