// When kernels are compiled once more, and how often.
#pragma once

#include <cstdint>

namespace mux::host::tuning {

// A kernel that comes back so often is compiled for its local size, however little it does.
inline constexpr uint32_t uses_before_compiling = 8;

// One that does more is compiled sooner: when it has run, on all threads together, for a part of
// the time that its code took to compile. Code for its local size takes about as long, or less, so
// a program that ends right then has lost little.
inline constexpr int64_t work_before_compiling_divisor = 2;

// The same where code for groups of any size is known to be slow, because it runs work-items one by
// one, or groups do not fill a packet. Matrix products in groups of 8 x 8 whose barriers are all
// behind a branch, and in groups of 4 x 4, take 3 to 10 times as long as with their own code.
inline constexpr int64_t work_of_slow_code_divisor = 16;

// An argument that had the same value so often in a row is taken for one that stays the same. A
// sort of 2^20 elements in passes keeps an argument for up to 20 dispatches and then changes it.
inline constexpr uint32_t repeats_of_fixed_arguments = 32;

// In dispatches that each take this part of the time that compiling took, so many are enough: it is
// done in the time of a few of them.
inline constexpr int64_t long_use_divisor = 8;
inline constexpr uint32_t repeats_in_long_uses = 4;

// A kernel whose arguments changed all the time for so many dispatches is no longer looked at.
inline constexpr uint32_t uses_before_giving_up = 4 * repeats_of_fixed_arguments;

// How much nicer the thread that compiles is than the thread that first asked for code: it gets 29
// % of a core that a kernel keeps busy. Of two busy cores the program loses a seventh that way, for
// as long as the generic code took to compile. With 10 it lost a twentieth, but a matrix product
// of 1.9 s came to its code of 0.2 s after six dispatches; now it does after three.
inline constexpr int niceness_of_compiling = 4;

// Programs use a kernel with one or two local sizes; with more, the others run the generic code.
inline constexpr int variants_of_a_kernel = 4;

// The size of a picture, say, changes now and then; what changes more often is no constant.
inline constexpr int codes_of_a_variant = 4;

}  // namespace mux::host::tuning
