// When kernels are compiled once more, and how often.
#pragma once

#include <cstdint>

namespace mux::host::tuning {

// Compiling for a local size takes some 20 to 100 ms of another thread, so a kernel has to come
// back a few times first; those that run once or twice never ask for it.
inline constexpr uint32_t uses_before_compiling = 8;

// An argument that had the same value so often in a row is taken for one that stays the same. A
// sort of 2^20 elements in passes keeps an argument for up to 20 dispatches and then changes it.
inline constexpr uint32_t repeats_of_fixed_arguments = 32;

// A kernel whose arguments changed all the time for so many dispatches is no longer looked at.
inline constexpr uint32_t uses_before_giving_up = 4 * repeats_of_fixed_arguments;

// Programs use a kernel with one or two local sizes; with more, the others run the generic code.
inline constexpr int variants_of_a_kernel = 4;

// The size of a picture, say, changes now and then; what changes more often is no constant.
inline constexpr int codes_of_a_variant = 4;

}  // namespace mux::host::tuning
