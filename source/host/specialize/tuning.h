/// @file
/// Thresholds: when kernels are recompiled with more specialization, and how often.
#pragma once

#include <chrono>
#include <cstdint>

namespace mux::host::tuning {

/// Uses after which a kernel is compiled for its local size, as for uses_before_optimizing.
inline constexpr uint32_t uses_before_compiling = 8;

/// A kernel is compiled for its local size earlier if it has run, on all threads together, for this
/// fraction of its code's compile time. Specialized code compiles at least as fast, so a program
/// that ends right then has lost little.
inline constexpr int64_t work_before_compiling_divisor = 2;

/// The same where code for any local size is known to be slow, because it runs work-items one at a
/// time, or groups do not fill a packet. Measured: matrix products in groups of 8 x 8 whose
/// barriers are all behind a branch, and in groups of 4 x 4, take 3 to 10 times as long as
/// specialized code.
inline constexpr int64_t work_of_slow_code_divisor = 16;

/// Baseline code is replaced by optimized code after running for so many times its compile time. It
/// is about as fast (optimize/pass_lists.h), so a late switch costs little. Measured: 47 programs
/// of public suites took 0.95, 0.92, 0.88 and 0.89 times as long, with a cold cache, as with
/// optimized code alone for factors of 1/4, 1, 4 and 64, and 0.98, 0.93, 0.88 and 0.89 times as
/// much CPU time.
inline constexpr int64_t work_before_optimizing_factor = 4;

/// Large kernels begin with loops over work-items. When these have run for so many times their
/// compile time, or are expected to, packets are compiled, which takes about so many times as long:
/// the compilation then costs no more than was already spent.
inline constexpr int64_t work_before_packets_factor = 4;

/// Until there are packets, such a command runs in pieces of about this length, which bounds the
/// delay of the switch; the overhead of a piece, some 100 ns, is negligible. The time of the whole
/// command is extrapolated from a piece of at least this length.
inline constexpr std::chrono::milliseconds shortest_piece{1};

/// The same for argument values that have repeated, from the second use on. It is lower because
/// their specialization may make code many times as fast. Measured with 1 instead of 4: 50 programs
/// of public suites took 0.99 times as long with a cold cache; 91 other public kernels, run for 0.3
/// s each, took 0.98 times as long in the median and as long in the mean.
inline constexpr int64_t work_before_values_factor = 1;

/// Uses after which code is optimized if they took, on all threads together, at least this fraction
/// of its compile time.
inline constexpr uint32_t uses_before_optimizing = 128;
inline constexpr int64_t work_of_many_uses_divisor = 32;

/// So many times the numbers of uses above suffice however short the uses are, so that they need
/// not be observed any longer. OpenGL programs launch a shader of a few work-items up to some
/// hundred times: with 1, piglit's tests of compute shaders compiled each shader once more for
/// launches of 1 us.
inline constexpr uint32_t short_uses_factor = 32;

/// The fraction of an ND-range in the remainder above which running remainder work-items one at a
/// time counts as slow: a packet of 16 lanes takes about as long as one work-item.
inline constexpr double remainder_threshold = 1.0 / 16;

/// Uses with the same value in a row after which an argument counts as constant. Measured: a
/// multi-pass sort of 2^20 elements repeats an argument for up to 20 dispatches and then changes
/// it.
inline constexpr uint32_t constant_argument_repeats = 32;

/// If each dispatch takes at least this fraction of the compile time, fewer repeats suffice: the
/// compilation takes only as long as a few of them.
inline constexpr int64_t long_use_divisor = 8;
inline constexpr uint32_t repeats_in_long_uses = 4;

/// Uses after which a kernel whose arguments keep changing is no longer observed.
inline constexpr uint32_t uses_before_giving_up = 4 * constant_argument_repeats;

/// Nice value of the compiling thread, relative to the thread that first requested code; it gets 39
/// % of a core that a kernel keeps busy. The CPU time of a compilation is the same with any value,
/// unless the program ends before it is done; a lower value makes the faster code available
/// earlier. Measured: 50 programs of public suites took 1.00, 0.99 and 1.02 times as long, with a
/// cold cache, with 4, 2 and 0; 62 other public kernels, run for 0.6 s each, took 0.96 times as
/// long in the median with 2 as with 4, and as long in the mean.
inline constexpr int compiler_niceness = 2;

/// Local sizes of a kernel that get specialized code at once. Programs use a kernel with one or
/// two. Code for all local sizes takes 1.6 to 3.9 times as long to compile as code for one (four
/// kernels of Parboil with barriers), so two specializations cost as much. The limit applies to
/// layouts of local memory blocks too; code for further ones is specialized for the local size
/// alone.
inline constexpr int local_sizes_at_once = 2;

/// The same for images and samplers. Specialized code takes 0.6 to 0.75 times as long to compile as
/// code for all (four kernels of gputools and NVIDIA's volume renderer).
inline constexpr int opaque_arguments_at_once = 2;

/// Range kinds that a kernel may have code for; further ones run code that assumes nothing. Two
/// local sizes, ND-ranges with remainders that these do not divide, code for other local sizes, and
/// two local sizes chosen later.
inline constexpr int max_kernel_variants = 6;

/// Codes compiled ahead of the first command of a kernel. For kernels that are never run this is
/// wasted, and process exit waits for the one being compiled. Measured: six of 142 kernels of
/// public programs take 0.26 s in the mean; other limits were not tried.
inline constexpr int max_codes_ahead = 6;

/// Codes of a range kind for different argument values. An image size, say, changes now and then;
/// an argument that changes more often is not worth specializing for.
inline constexpr int max_codes_of_variant = 4;

/// Another strategy is compiled and compared once code has run for so many times the kernel's
/// compile time. The other strategy compiles faster: for 112 files of kernels loops took 0.62 times
/// as long in the geometric mean, scalar code half as long. So a program that ends right then has
/// lost an eighth of a core's time.
inline constexpr int64_t work_before_comparison_factor = 5;
/// Of short tiles one in so many is sampled: measured, an empty kernel took 165 ns instead of 66
/// with two clock reads for each tile.
inline constexpr uint32_t short_tiles_of_a_sample = 64;
/// Tiles at least this long are all measured, which costs a hundredth of their time. With one in
/// 64, a kernel with four tiles of 5 ms, which took 0.04 of that in loops, was first sampled after
/// 16 commands.
inline constexpr std::chrono::microseconds long_tile{10};
/// Commands that run a code before another strategy is tried in MUX_SPECIALIZE=at-once:
/// specializations for the local size and for argument values come first.
inline constexpr uint32_t commands_before_comparison_at_once = 2;

/// First measurements, which can end a comparison at once if the candidate is much slower or much
/// faster in them: a matrix product in loops takes 30 times as long as in packets. The candidate
/// gets one group of four during these, and every second one afterwards. A single measurement is
/// not enough: on 16 cores a disturbed one let a candidate that takes 26 times as long have half of
/// all tiles.
inline constexpr uint32_t first_measurements = 3;
/// The majority by which first measurements that agree must outnumber the others.
inline constexpr uint32_t clear_majority = 4;
inline constexpr uint64_t first_share_divisor = 4;
inline constexpr double decisive_ratio = 2;
/// First shares must take at least this long, so that a call and two clock reads are at most a
/// hundredth.
inline constexpr double min_first_share_nanoseconds = 20'000;

/// Smallest number of groups of a share, if it is not of whole rows. Measured: maxima of bytes in
/// groups of 16 x 16 took 7 times as long in loops with shares of four groups, and 0.9 times with
/// all 16.
inline constexpr uint64_t min_share_groups = 16;

/// Makes the median stable to some percent where other programs preempt the process now and then.
inline constexpr uint32_t measurements_in_each_order = 15;

/// Scalar code, without LLVM's vectorization, takes 0.8 times as long as loops at best (matrix
/// products whose loops have low trip counts, columns of an FFT): it is not tried where loops were
/// slower by more than this.
inline constexpr double loops_ratio_limit = 1.3;

/// A candidate must be at least this much faster. A wrong choice due to noise costs little near 1.
inline constexpr double winning_ratio = 0.98;

}  // namespace mux::host::tuning
