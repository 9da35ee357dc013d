/// @file
/// When kernels are compiled once more, and how often.
#pragma once

#include <chrono>
#include <cstdint>

namespace mux::host::tuning {

/// A kernel that comes back so often is compiled for its local size, however little it does.
inline constexpr uint32_t uses_before_compiling = 8;

/// One that does more is compiled sooner: when it has run, on all threads together, for a part of
/// the time that its code took to compile. Code for its local size takes about as long, or less, so
/// a program that ends right then has lost little.
inline constexpr int64_t work_before_compiling_divisor = 2;

/// The same where code for groups of any size is known to be slow, because it runs work-items one
/// by one, or groups do not fill a packet. Matrix products in groups of 8 x 8 whose barriers are
/// all behind a branch, and in groups of 4 x 4, take 3 to 10 times as long as with their own code.
inline constexpr int64_t work_of_slow_code_divisor = 16;

/// Quick code that has worked for so many times as long as it took to compile is optimized. It is
/// about as fast (optimize/pass_lists.h), so there is no hurry. 47 programs of public suites took
/// 0.95, 0.92, 0.88 and 0.89 times as long, cold, as with optimized code alone with a quarter, 1, 4
/// and 64, and 0.98, 0.93, 0.88 and 0.89 times as much of the processors.
inline constexpr int64_t work_before_optimizing_factor = 4;

/// Loops over the work-items of a large kernel, which it begins with, that have worked for so many
/// times as long as they took to compile, or are about to, make place for packets, which take about
/// so many times as long: then compiling those costs no more than was spent already.
inline constexpr int64_t work_before_packets_factor = 4;

/// Until there are packets, such a command runs in pieces of about this length: packets wait no
/// longer, and what a piece costs besides, some 100 ns, does not count. From a piece of this length
/// on the time of the command is estimated.
inline constexpr std::chrono::milliseconds shortest_piece{1};

/// From the second use on, for values that have stayed the same, sooner: what they decide may make
/// code many times as fast. With 1 instead of 4, 50 programs of public suites took 0.99 times as
/// long, cold, and 91 other public kernels, run for 0.3 s each, had a median of 0.98 times as long
/// and as long a mean.
inline constexpr int64_t work_before_values_factor = 1;

/// The same for a kernel that comes back so often, however little it does: nobody has to look at
/// what it does any more.
inline constexpr uint32_t uses_before_optimizing = 128;

/// The part of an ND-range that packets leave over, from which on code that runs it one work-item
/// at a time is slow for it: 16 lanes take about as long as one work-item.
inline constexpr double much_left_over = 1.0 / 16;

/// An argument that had the same value so often in a row is taken for one that stays the same. A
/// sort of 2^20 elements in passes keeps an argument for up to 20 dispatches and then changes it.
inline constexpr uint32_t repeats_of_fixed_arguments = 32;

/// In dispatches that each take this part of the time that compiling took, so many are enough: it
/// is done in the time of a few of them.
inline constexpr int64_t long_use_divisor = 8;
inline constexpr uint32_t repeats_in_long_uses = 4;

/// A kernel whose arguments changed all the time for so many dispatches is no longer looked at.
inline constexpr uint32_t uses_before_giving_up = 4 * repeats_of_fixed_arguments;

/// How much nicer the thread that compiles is than the thread that first asked for code: it gets 39
/// % of a core that a kernel keeps busy. Whatever it gets, compiling costs the program as much of
/// the processor, if it does not end before; the more, the sooner the code is there that may be
/// many times as fast. 50 programs of public suites took 1.00, 0.99 and 1.02 times as long, cold,
/// with 4, 2 and 0; 62 other public kernels, run for 0.6 s each, had a median of 0.96 times as long
/// with 2 as with 4, and as long a mean.
inline constexpr int niceness_of_compiling = 2;

/// Programs use a kernel with one or two local sizes. Code for all of them takes 1.6 to 3.9 times
/// as long to compile as code for one (four kernels of Parboil with barriers), so who has made two
/// has spent as much. So it is with sizes of the blocks of local memory that are passed: code for
/// others knows the local size alone.
inline constexpr int local_sizes_at_once = 2;

/// The same of images and samplers. Code for some of them takes 0.6 to 0.75 times as long to
/// compile as code for all (four kernels of gputools and NVIDIA's volume renderer).
inline constexpr int opaque_arguments_at_once = 2;

/// Kinds of ND-ranges that a kernel has code for; others run code that takes nothing for granted.
/// Two local sizes, what is left of ND-ranges that they do not divide, code for other local sizes,
/// and two of those.
inline constexpr int variants_of_a_kernel = 6;

/// Codes made ahead, of kernels that no command has run yet. What a program makes and never runs is
/// compiled in vain, and the end of the process waits for the one that is being compiled. Six of
/// the 142 kernels of public programs that were measured take 0.26 s in the mean; other numbers
/// were not tried.
inline constexpr int most_codes_ahead = 6;

/// The size of a picture, say, changes now and then; what changes more often is no constant.
inline constexpr int codes_of_a_variant = 4;

/// Code that has worked so many times as long as a kernel took to compile is tried against another
/// strategy to run its work-items. Another strategy takes less to compile: of 112 files of kernels
/// loops took 0.62 times as long in the geometric mean, single work-items half as long. So a
/// program that ends right then has lost an eighth of a core's time.
inline constexpr int64_t work_before_comparison_factor = 5;
/// Of short tiles the time of one in so many stands for all: with two looks at the clock for each,
/// an empty kernel took 165 ns instead of 66.
inline constexpr uint32_t short_tiles_of_a_sample = 64;
/// Those that take longer are measured each, for a hundredth of their time: of a kernel with four
/// tiles of 5 ms, which took 0.04 of that in loops, one in 64 was the first after 16 commands.
inline constexpr std::chrono::microseconds long_tile{10};
/// Commands that run a code before it is tried at once: code for the local size and for values of
/// arguments comes first.
inline constexpr uint32_t commands_before_comparison_at_once = 2;

/// Measurements that end a comparison at once, if the candidate is far slower in them, or far
/// faster: a matrix product in loops takes 30 times as long as in packets. It gets one group of
/// four until then, or until as many speak against it; later every second one. On 16 cores a
/// single disturbed measurement let a candidate that takes 26 times as long have half of all tiles.
inline constexpr uint32_t first_measurements = 3;
/// How many times as many they have to be as the others of the first measurements.
inline constexpr uint32_t clear_majority = 4;
inline constexpr uint64_t first_share_divisor = 4;
inline constexpr double far_apart = 2;
/// A call and two looks at the clock are a hundredth of this.
inline constexpr double least_nanoseconds_of_first_shares = 20'000;

/// Rows of groups are not cut into shorter pieces: maxima of bytes in groups of 16 x 16 took 7
/// times as long in loops with pieces of four groups, and 0.9 times with all 16.
inline constexpr uint64_t least_groups_of_a_share = 16;

/// Enough for a median that does not move by more than some percent where other programs take the
/// cores away now and then.
inline constexpr uint32_t measurements_in_each_order = 15;

/// Work-items one at a time, without LLVM's vectors, take 0.8 times as long as loops at best
/// (products of matrices whose loops run few iterations, columns of an FFT): where loops were
/// slower by more than this, that is not tried.
inline constexpr double hopeless_loops = 1.3;

/// Where both take as long, it does not matter which one runs; a wrong choice by noise costs
/// little.
inline constexpr double worth_changing = 0.98;

}  // namespace mux::host::tuning
