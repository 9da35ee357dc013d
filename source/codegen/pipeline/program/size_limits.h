/// @file
/// Size limits beyond which kernels are not vectorized, not optimized, or rejected.
///
/// Most of LLVM's passes take time superlinear in the size of the code, so kernels of many thousand
/// statements are compiled with less effort, and kernels that inlining or barriers would enlarge
/// beyond that are rejected.

#pragma once

#include <llvm/Support/Error.h>

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/ir/kernel.h"
#include "codegen/ir/region.h"

namespace mux::compiler {

class CallOrder;

// Times are of one core of a Zen 5 at 4 GHz.

/// Instructions of a kernel with all functions inlined, up to which everything is inlined; in
/// larger kernels some calls are kept (choose_inlining.h). Counted before any simplification,
/// which removes about half, so no such kernel would be vectorized.
inline constexpr uint64_t most_fully_inlined_instructions = 40'000;
/// Instructions of a kernel after inlining, up to which it is accepted. 100,000 take ten seconds.
inline constexpr uint64_t most_inlined_instructions = 1'000'000;
/// Barriers of a kernel, up to which it is accepted. 320 take 6 seconds, 640 take 13, and 1,200,
/// which are hardly optimized, 13 as well; 10,000 would take two minutes.
inline constexpr unsigned most_barriers = 10'000;
/// Regions that are inlined into the kernel's entry point; if there are more, each is outlined.
/// LLVM's loop analysis is quadratic in their number: 60 regions take four seconds, 300 would take
/// minutes.
inline constexpr unsigned most_inlined_regions = 48;
/// Instructions of all regions, up to which they are optimized and vectorized. 40,000 would take 40
/// seconds even if not vectorized. Outlined regions take 20 ms each, and about 1,000 small ones
/// reach the limit.
inline constexpr uint64_t most_optimized_instructions = 16'000;
/// Basic blocks of all regions, or of one outlined region, up to which they are vectorized. In
/// vectorized code, masks are live from branch to branch, and LLVM's code generator is quadratic in
/// their number: 375 `if`s with a store in each (750 blocks) take 1.7 seconds, 750 take 5.2, 1,500
/// take 18; a switch with 625 cases takes 3.2, one with 1,250 takes 8.1. In scalar code 1,500 `if`s
/// take 1.5 seconds.
inline constexpr uint64_t most_vectorized_blocks = 1'000;
/// The same for programs that use sub-groups, which require vectorization. A product of two
/// transposed matrices of OpenCV's has 1,035 and takes 0.4 seconds.
inline constexpr uint64_t most_vectorized_blocks_with_sub_groups = 2'000;
/// Likewise, basic blocks up to which they are optimized. LLVM's placement of a switch's targets is
/// quadratic in their number: 1,250 take 0.7 seconds, 2,500 take 3.1.
inline constexpr uint64_t most_optimized_blocks = 4'000;
/// Likewise, loops up to which they are optimized. 150 in sequence take 5 seconds, 300 in scalar
/// code 11.
inline constexpr uint64_t most_optimized_loops = 150;
/// Maximum depth of these loops. 15 take a second, 18 take 1.5, 24 take 4.8.
inline constexpr unsigned deepest_optimized_loop = 16;

/// Bytes of local memory of a group, or of private memory of a work-item, up to which a kernel is
/// accepted: more than any machine has, but small enough for sums not to overflow.
inline constexpr uint64_t most_memory = uint64_t{1} << 40;

/// Precondition: the functions that are not inlined are chosen, nothing is inlined yet, and there
/// is no recursion.
/// @param order of all kernels.
/// @return an error that names a kernel that is too large, and its size.
llvm::Error check_inlined_size(const std::vector<SourceKernel> &kernels, const CallOrder &order);

/// Precondition: the kernel is not split yet.
/// @return an error that names a kernel with too many barriers.
llvm::Error check_barriers(const WorkItemKernel &kernel);

/// Precondition: the kernel's memory is allocated.
/// @return an error that names a kernel that needs too much memory.
llvm::Error check_memory(const KernelTraits &kernel);

/// Returns how much effort the kernel's size permits. Precondition: the kernel is split.
Effort choose_effort(const std::vector<Region> &regions, bool uses_sub_groups);

/// Disables optimization of a kernel's entry point.
void skip_optimization(llvm::Function &entry);

}  // namespace mux::compiler
