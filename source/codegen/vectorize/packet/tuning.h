/// @file
/// Constants of the vectorizer's cost model, each with the measurement that chose it: two cores of
/// a Xeon (Sapphire Rapids), docs/measurements/kernels.md, "Kernels".

#pragma once

#include <cstdint>

namespace mux::compiler::tuning {

// Cost of an instruction, in units of a simple instruction. Fitted to the kernels of muxbench and
// small ones of other kinds, measured scalar and vectorized: the sparse product must not be
// vectorized, all others of `muxbench kernels` must be.

/// Arithmetic on half where the processor has none (target/lower_half_operations.h): two
/// conversions, the operation, and the conversion of the result.
inline constexpr double half_operation = 4.0;

/// An atomic operation on local memory, which becomes a plain one, or on other memory.
inline constexpr double local_atomic = 3.0;
inline constexpr double global_atomic = 20.0;
/// A call of a runtime function.
inline constexpr double call = 10.0;
/// Assumed trip count of a loop of unknown trip count, and the cap on known ones; deeper loops than
/// deepest_loop do not increase the count further.
inline constexpr unsigned assumed_trip_count = 16;
inline constexpr unsigned deepest_loop = 4;
/// Trip count that is assumed of loops of unknown trip count in which each lane iterates over a
/// contiguous row of its own; known trip counts are used as they are. Measured: with rows of 16
/// ints, a sum takes 28 us in packets and 25 us scalar, vectorized by LLVM along the row; with rows
/// of 256 ints, 69 and 6 us. So overestimating the trip count costs little.
inline constexpr unsigned assumed_row_trip_count = 64;
/// Minimum trip count of such loops, if it is known. Measured: sums of rows of 12 bytes take 94 us
/// in packets and 140 us in vectors along the row; of 16 bytes, 89 and 21 us.
inline constexpr unsigned min_row_trip_count = 16;
/// Minimum length of a row of a flattened index space, if it is constant, for which packets within
/// one row get a version (versions/add_row_versions.h).
inline constexpr int64_t shortest_flattened_row = 16;
/// Number of lanes for shape analysis when only the kind of shape matters: which values are strided
/// hardly depends on the number of lanes.
inline constexpr unsigned lanes_to_compare_shapes = 16;
/// Per lane of a gather, and for elements of less than 32 bits, which are loaded lane by lane
/// (target/lower_masked_accesses.h; as parts of gathered words, two kernels took 1.18 times as long
/// on a fifth-generation AMD EPYC). Measured: lookups in a table of 256 bytes took 120 us instead
/// of 187 us scalar, in one of a megabyte 332 instead of 312 us. With a narrow_gather of 2, a
/// median of nine bytes in a private array, which the scalar loops keep in registers, took 1400 us
/// instead of 363 us.
inline constexpr double gather = 1.0;
inline constexpr double narrow_gather = 3.0;
/// As narrow_gather, if the base pointer is varying, because LLVM then loads lane by lane from a
/// vector of pointers. Measured with 3: corner responses, with eight bytes for each of 49 places,
/// took 0.166 ms instead of 0.066 ms.
inline constexpr double narrow_gather_of_pointers = 6.0;
/// As gather, if several members of a structure with more than 32 bits are gathered together.
/// Measured: a sum of two float4 took 154 us instead of 113 us scalar, of two float2 60 us.
inline constexpr double wide_gather = 1.5;
/// Per access of scalar code with a stride of more than shortest_stride bytes, or an unknown
/// stride, if the access is contiguous across lanes. Measured: a histogram of 4M uints read in
/// strides of the ND-range took 19 ms scalar, with local memory too, and 2.7 ms in packets,
/// although they update the counters lane by lane.
inline constexpr double strided_scalar_access = 4.0;
inline constexpr unsigned shortest_stride = 128;
/// Per lane of a scatter.
inline constexpr double scatter = 1.5;
inline constexpr double narrow_scatter = 4.0;
/// Per lane of a scatter in which each lane iterates over a row of its own. Scalar code writes one
/// cache line after the other, while here the lines of all lanes compete for the cache. Measured:
/// sums along rows took 503 us instead of 341 us, and 3270 us if rows are a multiple of 1024 bytes
/// apart.
inline constexpr double scatter_to_rows = 6.0;
/// Per lane of an instruction that is executed lane by lane: extracting an operand from a vector,
/// if it was just loaded from contiguous addresses and otherwise, and inserting the result into
/// one. Measured: maxima in local memory, of calculated indices and values, took 1190 us instead of
/// 570 us; counters in local memory whose old value is used, 1600 us instead of 1040 us. The
/// histogram takes 5 ms instead of 43 ms.
inline constexpr double loaded_operand = 0.5;
inline constexpr double operand_extraction = 3.0;
inline constexpr double result_insertion = 8.0;
/// Factor on the cost of a divergent loop: the packet iterates until its last lane leaves the loop.
inline constexpr double divergent_loop_factor = 3.0;

/// Cost of a branch misprediction in scalar code, and the fraction of divergent branches in loops
/// that is mispredicted; packets execute such code under masks. Measured on an AMD EPYC: of 7
/// kernels that are vectorized because of this, 3 take longer than scalar (a tree traversal with a
/// stack 1.1 times, a radix sort's scatter 1.6, queens 2.3 times as long) and 4 take less: string
/// matching 0.22, tree roots 0.28, triangles of a graph 0.38, page ranks 0.70. With a quarter of
/// the branches mispredicted, decision trees (0.41) and merges of rows (0.56) are vectorized too,
/// but so are breadth-first searches (1.3), which then take twice as long to compile.
inline constexpr double branch_misprediction_cost = 20.0;
inline constexpr double branch_misprediction_rate = 0.125;

/// Spill threshold: the live vectors per register above which spills dominate, and the factor on
/// the cost then, because nearly every operation loads and stores. Measured on hashes of uint16
/// (SHA-512: ulong8), scalar and in packets: MD5 4.8 and 3.4 ms (5 live vectors per register), MD4
/// 2.0 and 1.7 (6), SHA-256 14.8 and 20.0, SHA-512 47 and 64 (14), SHA-1 7.1 and 10.8 (18); of
/// vectors of half the width with x86-64-v3 8.5 and 3.9 (5), 6.1 and 2.2 (7), 28 and 49, 87 and 171
/// (14), 12.4 and 22.7 (20).
inline constexpr unsigned spill_threshold = 10;
inline constexpr double spill_cost_factor = 2.0;

// Interleave counts of packets.

/// Maximum number of rows of a packet whose rows share loads, and of vectors in each row. Measured
/// on a matrix product: 1.32 ms with 8 rows of 1 vector, 1.13 ms with 16 of 1, 1.16 ms with 4 of 2,
/// 1.02 ms with 8 of 2, 1.13 ms with 4 of 4.
inline constexpr unsigned most_rows = 8;
inline constexpr unsigned most_vectors_of_rows = 2;
/// Parts of a packet with a short loop: enough to hide the latency of an operation.
inline constexpr unsigned parts_of_short_loops = 4;
/// Maximum number of vector operations of a loop for parts_of_short_loops; loops of up to twice as
/// many operations get half as many parts.
inline constexpr unsigned short_loop = 40;

// Longer loops have more than one part if they are bound by a recurrence (cost/recurrences.h).

/// Issue width for vector operations, and latencies in cycles: rounded from the instruction tables
/// of AMD's and Intel's processors with vectors of 256 and 512 bits.
inline constexpr double issue_width = 2.0;
inline constexpr double latency_of_arithmetic = 4.0;
inline constexpr double latency_of_comparison = 3.0;
inline constexpr double latency_of_load = 6.0;
inline constexpr double latency_of_gather = 20.0;
inline constexpr double latency_of_division = 14.0;
/// Reciprocal throughput of a division, in cycles.
inline constexpr double division_reciprocal_throughput = 8.0;

/// Minimum ratio of an iteration's latency along recurrences to its throughput for two parts.
/// Measured with two parts: solvers of differential equations (ratios of 0.9 to 1.5) take 0.54 to
/// 0.70 times as long, a key derivation (1.4) 0.57, a bisection for eigenvalues (0.9) 0.52, and
/// fractals (0.8 to 1.6) 0.78 to 0.97 times; more fractals with ratios of 0.5 to 0.75 took 0.90 to
/// 1.01 times. They have more live vectors than registers then, but spills are not on the critical
/// path. Code of this many parts takes 1.3 to 1.5 times as long to compile.
inline constexpr double min_recurrence_ratio = 0.75;
inline constexpr unsigned parts_of_recurrence_loops = 2;
/// Loops with more vector operations take too long to compile with several parts; the limit for
/// quick code is lower.
inline constexpr unsigned max_operations_of_recurrence_loops = 4000;
inline constexpr unsigned max_operations_of_quick_recurrence_loops = 1500;

/// Maximum number of live vectors of several parts or rows of a packet with a loop: more than 32
/// registers hold cost stores and loads, while a value that 16 registers do not hold is mostly
/// loaded as a memory operand. Measured on one core of an AMD EPYC: a matrix product with 4 x 4
/// sums per work-item took 2.5 ms with one row (22 live vectors), 3.2 with two and 6.6 with four,
/// one with 16 sums 2.6, 2.6 and 4.2; with vectors of 256 bits 7.4, 3.9 and 5.3, and 7.5, 5.0 and
/// 5.3.
inline constexpr unsigned most_loop_vectors = 40;

/// Minimum number of vector operations of straight-line code, most of it one dependence chain, for
/// several parts: with fewer, out-of-order execution overlaps consecutive packets by itself.
/// Measured: Black-Scholes, with 130 operations, takes 5.0 ms with one part, 4.7 with two and 4.2
/// with four; a mix of functions, with 200 operations and as many that are rarely executed, takes
/// 0.95 ms with one part, 0.84 to 0.85 with two to four.
inline constexpr unsigned min_straight_line_operations = 60;
/// Maximum number of live vectors per register for several parts of straight-line code. Measured:
/// sorting 8 numbers of a column has 1.9 with four parts and takes 18.6 us, 15.2 with two parts;
/// exponentials of float8 have 1.6, and take 25 and 20 us; Black-Scholes has 1.4 with four.
inline constexpr double straight_line_vectors_per_register = 1.5;
/// Straight-line code with more vector operations gains nothing from several parts but code size.
inline constexpr unsigned max_straight_line_operations = 400;

/// Maximum number of vector operations of a loop that a whole group of known size may execute as
/// one packet: loops over an array in strides of the ND-range then read it contiguously from start
/// to end. Not for groups of one vector, which leaves latencies unhidden: five steps of a blur in
/// groups of 16 x 16 took 340 us with one part and 260 us with four, of as many groups.
inline constexpr unsigned tiny_loop = 12;
inline constexpr unsigned most_parts = 16;

/// Maximum number of parts of a packet that is a whole group.
inline constexpr unsigned most_group_parts = 32;
/// Maximum number of scalar instructions times parts: a fifth of what LLVM takes 40 seconds to
/// compile (size_limits.h).
inline constexpr uint64_t most_group_instructions = 8000;
/// Maximum number of live vectors of such a packet, not counting those that live across barriers.
/// Of public kernels with more (scans, sums of rows of sparse matrices, sorts), five have more than
/// half of them live across barriers, and take 0.11 to 0.55 times as long as whole groups.
inline constexpr unsigned most_group_vectors = 96;
/// Maximum number of parts in quick code. Measured: with more, whole groups take two to six times
/// as long to compile as regions (44 and 92 ms, 47 and 195, 49 and 295), with this many 0.9 to 1.2
/// times.
inline constexpr unsigned most_parts_of_quick_groups = 8;
/// Such a packet must use at least one in this many of the lanes of a vector.
inline constexpr unsigned min_lane_utilization_divisor = 4;

// Work-items that execute a block serially while the other lanes are inactive.

/// Cost of a scalar instruction in a serial loop over active lanes, where most instructions depend
/// on the previous one, relative to one of a packet with several independent vectors. Measured with
/// `muxbench plain rare`, a table walk that one of 64 work-items executes: 242 us as vectors only,
/// 104 us one work-item at a time, 79 us with both.
inline constexpr double serial_lane_factor = 2.0;

// Choice of the vectorized dimension, in units of one contiguous access by a vector of 16 lanes.

/// Cost of a gather and of a scatter. Measured on arrays of 2048 x 2048 floats: a transposition
/// that gathers takes 8.9 ms and one that scatters 25 ms, for all group sizes; a copy that does
/// both takes 42 ms, and vectorized along the rows 0.85 ms.
inline constexpr double gathered_vector = 16.0;
inline constexpr double scattered_vector = 45.0;
/// Maximum ratio of another order's cost to that of the program's order for it to be chosen:
/// programs lay out their work-groups for x, and the counts are estimates.
inline constexpr double required_order_cost_ratio = 0.6;

// Linearization of branches.

/// Approximate cost in cycles of a branch on whether a mask is all false: about 4 to test the mask,
/// and 15 to 20 if mispredicted; a vector instruction takes half a cycle times the parts of a
/// packet. Where it is worthwhile, the branch is mostly predicted.
inline constexpr unsigned branch_cost = 10;

}  // namespace mux::compiler::tuning
