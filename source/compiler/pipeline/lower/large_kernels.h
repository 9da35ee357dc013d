/// @file
/// Kernels of which the compiler would make too much.
///
/// Most of what LLVM does takes a time that grows faster than the code, so kernels of many thousand
/// statements are compiled with less effort, and what would become larger than that by inlining or
/// by its barriers is refused.

#pragma once

#include <llvm/Support/Error.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/ir/kernel.h"
#include "compiler/ir/region.h"

namespace mux::compiler {

class CallOrder;

// Times are those of one core of a Zen 5 at 4 GHz.

/// Instructions that a kernel may have once all functions are inlined: in larger ones, some are
/// kept (functions_to_keep.h). It is before anything was simplified, which leaves about half, so no
/// kernel is among them that would run in vectors.
inline constexpr uint64_t most_fully_inlined_instructions = 40'000;
/// Instructions that a kernel may have once its functions are inlined, but for those. 100,000 take
/// ten seconds.
inline constexpr uint64_t most_inlined_instructions = 1'000'000;
/// Barriers that a kernel may have. 320 take 6 seconds, 640 take 13, and 1,200, which are hardly
/// optimized, 13 as well: 10,000 would take two minutes.
inline constexpr unsigned most_barriers = 10'000;
/// Regions that become part of the kernel's entry point; if there are more, each is a function of
/// its own. LLVM's analysis of loops takes a time that grows with the square of their number: 60
/// regions take four seconds, 300 would take minutes.
inline constexpr unsigned most_inlined_regions = 48;
/// Instructions of all regions together that are optimized and vectorized. 40,000 would take 40
/// seconds, even one work-item at a time. Regions that are functions of their own take 20 ms each,
/// and about 1,000 small ones have as many.
inline constexpr uint64_t most_optimized_instructions = 16'000;
/// Basic blocks of all regions together, or of one that is a function of its own, that are
/// vectorized. In vectors, masks live from branch to
/// branch, which LLVM's code generator takes a time for that grows with the square of their number:
/// 375 `if`s with a store in each (750 blocks) take 1.7 seconds, 750 take 5.2, 1,500 take 18; a
/// switch with 625 cases takes 3.2, one with 1,250 takes 8.1. One work-item at a time 1,500 `if`s
/// take 1.5 seconds.
inline constexpr uint64_t most_vectorized_blocks = 1'000;
/// The same where the program asks for sub-groups, which it cannot have without vectors. A product
/// of two transposed matrices of OpenCV's has 1,035 and takes 0.4 seconds.
inline constexpr uint64_t most_vectorized_blocks_with_sub_groups = 2'000;
/// Likewise, basic blocks that are optimized. LLVM lays out the targets of a switch
/// in a time that grows with the square of their number: 1,250 take 0.7 seconds, 2,500 take 3.1.
inline constexpr uint64_t most_optimized_blocks = 4'000;
/// Likewise, loops that are optimized. 150 one after the other take 5 seconds, 300
/// one work-item at a time 11.
inline constexpr uint64_t most_optimized_loops = 150;
/// How deep these may nest. 15 take a second, 18 take 1.5, 24 take 4.8.
inline constexpr unsigned deepest_optimized_loop = 16;

/// Bytes of local memory of a group, or of private memory of a work-item, that a kernel may ask
/// for: more than any machine has, but few enough to calculate with.
inline constexpr uint64_t most_memory = uint64_t{1} << 40;

/// Before functions are inlined, when those are known that are not. They must not call themselves.
/// @param order of all kernels.
/// @return an error that says which kernel is too large, and how large it is.
llvm::Error check_inlined_size(const std::vector<SourceKernel> &kernels, const CallOrder &order);

/// Before the kernel is split.
/// @return an error that says which kernel has too many barriers.
llvm::Error check_barriers(const WorkItemKernel &kernel);

/// After its memory was allocated.
/// @return an error that says which kernel asks for too much memory.
llvm::Error check_memory(const KernelTraits &kernel);

/// After the kernel was split.
Effort choose_effort(const std::vector<Region> &regions, bool uses_sub_groups);

/// Lets optimize() and code generation spend little time on a kernel's entry point.
void skip_optimization(llvm::Function &entry);

}  // namespace mux::compiler
