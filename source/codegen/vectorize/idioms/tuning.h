/// @file
/// Limits of the transformations of packets, with the measurements that chose them.

#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::compiler::tuning {

// add_streaming_stores

/// Maximum number of vector operations per cache line that is written. With more, a kernel is not
/// memory-bound, and the branches cost more than they save. Measured: Black-Scholes, with 76, took
/// 6.7 ms with them and 6.3 ms without; the stencil, with 19, took 2.4 ms instead of 3.3 ms (two
/// cores of a Xeon, Sapphire Rapids).
inline constexpr size_t max_operations_of_streamed_line = 40;

// forward_stores_to_loads

/// Maximum number of stored vectors that a loaded one is assembled from: a permutation of two takes
/// a cycle, while a load that spans several stores in the store buffer waits about fifteen cycles
/// for them to reach the cache (Sapphire Rapids).
inline constexpr size_t max_forwarded_stores = 4;
/// Maximum number of uses of an alloca that are followed by the capture analysis.
inline constexpr unsigned max_captured_uses = 10000;

// prefetch_next_iterations

/// Maximum number of cache lines per iteration that are prefetched: iterations that read more have
/// enough memory-level parallelism.
inline constexpr size_t max_prefetched_lines = 16;
/// Number of cache lines to keep in flight: an iteration that reads only one or two lines ends long
/// before a line arrives from memory. Measured on histograms of 16M bytes, one line per iteration:
/// 13 ms without prefetching, 9 ms two iterations ahead, 4 to 5.5 ms four ahead, and 4.1 ms eight
/// or more ahead.
inline constexpr size_t prefetched_lines_in_flight = 8;
/// Maximum number of instructions that calculate an address.
inline constexpr unsigned longest_prefetched_address = 16;

// privatize_histograms. Measured with histograms of 16M bytes on two cores of a Xeon (Sapphire
// Rapids): 256 counters of random bytes took 6.5 ms with one table and 4.6 ms with eight, two
// counters 8.9 and 4.7 ms, and bytes that are all equal 18 and 4.6 ms.

/// Maximum number of tables, including the array itself.
inline constexpr unsigned max_histogram_tables = 8;
/// Maximum size in bytes of all copies: they share the L1 cache with the data, and are cleared and
/// summed for each packet.
inline constexpr uint64_t max_histogram_copies_size = 8192;
/// Minimum number of additions in a block: with fewer, the stalls cost less than clearing the
/// copies.
inline constexpr unsigned min_histogram_additions = 8;

// revectorize_components (revectorization_plan.h)

/// Maximum number of nodes of a plan, which bounds the compile time; large code is rarely uniform
/// across components.
inline constexpr size_t max_revectorized_nodes = 4000;
/// Maximum number of nodes that are requested while a plan is made.
inline constexpr size_t max_requested_nodes = 5 * max_revectorized_nodes;
/// Maximum depth of operations; deeper operands are used as they are.
inline constexpr size_t max_revectorized_depth = 200;
/// Maximum number of source vectors of a shuffle.
inline constexpr size_t max_shuffle_sources = 8;
/// Maximum number of kinds of elements in a blend.
inline constexpr size_t max_blend_kinds = 3;
/// Maximum cost, relative to the operation, of repeating an operation on a single vector in another
/// order of elements rather than shuffling its result.
inline constexpr double recomputation_cost_limit = 2;
/// Relative cost of a shuffle of i1 elements: they are converted to integers and back.
inline constexpr double bit_shuffle_cost = 3;

}  // namespace mux::compiler::tuning
