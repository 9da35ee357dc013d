/// @file
/// The constants of the vectorizer's cost model, each with the measurement that chose it: two cores
/// of a Xeon (Sapphire Rapids), docs/performance.md, "Kernels".

#pragma once

#include <cstdint>

namespace mux::compiler::tuning {

// What an instruction takes, in units of one instruction. From the kernels of muxbench and small
// ones of other kinds, run both ways: the sparse product must come out as not worth it, all others
// of `muxbench kernels` as worth it.

/// What arithmetic on halves takes where the processor has none (target/half_operations.h): two
/// conversions, the operation, and one conversion back.
inline constexpr double half_operation = 4.0;

/// An atomic operation on local memory, which is a plain one, or on other memory.
inline constexpr double local_atomic = 3.0;
inline constexpr double global_atomic = 20.0;
/// A call of a function of the runtime.
inline constexpr double call = 10.0;
/// How much more often what is in a loop runs than what is around it, if nothing is known of it;
/// more, where it is known, changes nothing.
inline constexpr unsigned most_iterations = 16;
inline constexpr unsigned deepest_loop = 4;
/// The same where lanes walk along rows of their own, each as long as it is known to be. With rows
/// of 16 ints a sum takes 28 us in packets and 25 alone, in LLVM's vectors along the row; with rows
/// of 256 it takes 69 and 6 us. So guessing too much costs little.
inline constexpr unsigned iterations_along_rows = 64;
/// Shorter ones are not looked at in this way. Sums of rows of 12 bytes take 94 us in packets and
/// 140 in vectors along the row; of 16 bytes 89 and 21.
inline constexpr unsigned shortest_row = 16;
/// Shorter rows of known length hold no vector of work-items that are counted along them
/// (versions/row_versions.h).
inline constexpr int64_t shortest_flattened_row = 16;
/// What tells strided values from others has nothing to do with how many lanes there are.
inline constexpr unsigned lanes_to_compare_shapes = 16;
/// For each lane of a load from addresses without order, and for elements of less than 32 bits,
/// which are loaded one after the other (target/masked_accesses.h; as parts of gathered words, two
/// kernels took 1.18 times as long on an AMD EPYC of the fifth generation): a table of 256 bytes
/// took 120 us instead of 187 of single work-items, bytes all over a megabyte 332 instead of 312.
/// With 2 for the latter, a median of nine bytes in a private array, which LLVM's loops keep in
/// registers, took 1400 us instead of 363.
inline constexpr double gather = 1.0;
inline constexpr double narrow_gather = 3.0;
/// The latter where lanes have pointers of their own, from which LLVM loads one after the other:
/// with 3, responses of corners, with eight bytes for each of 49 places, took 0.166 ms instead of
/// 0.066.
inline constexpr double narrow_gather_of_pointers = 6.0;
/// The same for several members of a structure that are gathered together, if they have more than
/// 32 bits: a sum of two float4 took 154 us instead of 113 of single work-items, of two float2 60.
inline constexpr double wide_gather = 1.5;
/// For each access of a single work-item in strides of more bytes than these, or of unknown ones,
/// where its neighbors access what lies beside it: a histogram of 4M uints in strides of the
/// ND-range took 19 ms alone, in local memory as well, and 2.7 in packets, though they count lane
/// by lane.
inline constexpr double access_in_strides = 4.0;
inline constexpr unsigned shortest_stride = 128;
/// For each lane of such a store.
inline constexpr double scatter = 1.5;
inline constexpr double narrow_scatter = 4.0;
/// The same where each lane walks along a row of its own. A single work-item writes one line after
/// the other, while here all lanes' lines compete for the cache: sums along rows took 503 us
/// instead of 341, and 3270 where rows lie a multiple of 1024 bytes apart.
inline constexpr double scatter_to_rows = 6.0;
/// For each lane of what is done one lane after the other: to take an operand out of a vector, if
/// it was just loaded from neighboring addresses and otherwise, and to put a result into one.
/// Maxima in local memory, of indices and values that are calculated, took 1190 us instead of 570;
/// counts in local memory, each of which is looked at, 1600 instead of 1040. The histogram takes 5
/// ms instead of 43.
inline constexpr double loaded_operand = 0.5;
inline constexpr double operand_from_vector = 3.0;
inline constexpr double result_to_vector = 8.0;
/// How much longer a loop runs until the last lane has left it, compared with what its lanes need
/// each for itself.
inline constexpr double waiting_for_the_last = 3.0;

/// What a work-item alone loses at a branch that goes another way for each of them, and how many of
/// those within a loop are not foreseen; lanes of a packet do without. On an AMD EPYC: of 7 kernels
/// that run in packets because of this, 3 take longer than alone (a walk through a tree with a
/// stack 1.1 times, a radix sort's scatter 1.6, queens 2.3 times as long), 4 less: matches of
/// strings 0.22, roots of trees 0.28, triangles of a graph 0.38, ranks of pages 0.70. With a
/// quarter of the branches not foreseen, decision trees (0.41) and merges of rows (0.56) run in
/// packets as well, but so do searches through graphs in breadth (1.3), which take twice as long to
/// compile then.
inline constexpr double unforeseen_branch = 20.0;
inline constexpr double unforeseen_branches = 0.125;

/// Vectors that a packet may keep at the same time for each register before it takes longer, and
/// how much longer: with more of them nearly every operation reads and writes memory. Hashes of
/// uint16 (SHA-512: ulong8), one work-item after the other and in packets: MD5 4.8 and 3.4 ms (5
/// vectors for each register), MD4 2.0 and 1.7 (6), SHA-256 14.8 and 20.0, SHA-512 47 and 64 (14),
/// SHA-1 7.1 and 10.8 (18); of half as wide ones with x86-64-v3 8.5 and 3.9 (5), 6.1 and 2.2 (7),
/// 28 and 49, 87 and 171 (14), 12.4 and 22.7 (20).
inline constexpr unsigned most_kept_vectors = 10;
inline constexpr double slowed_by_spills = 2.0;

// How large packets are.

/// Rows of a packet whose rows share loads, and vectors in each of them. A matrix product took 1.32
/// ms with 8 rows of 1, 1.13 ms with 16 of 1, 1.16 ms with 4 of 2, 1.02 ms with 8 of 2, 1.13 ms
/// with 4 of 4 vectors.
inline constexpr unsigned most_rows = 8;
inline constexpr unsigned most_vectors_of_rows = 2;
/// Parts of a packet with a short loop: enough to hide how long an operation takes.
inline constexpr unsigned parts_of_short_loops = 4;
/// Operations in vectors that a loop may have for these many parts; half as many parts up to twice
/// as many operations.
inline constexpr unsigned short_loop = 40;

// Longer loops have more than one part if their rounds wait for each other (cost/recurrences.h).

/// Operations on vectors that a processor begins in a cycle, and cycles until their results are
/// there: of AMD's and Intel's processors with vectors of 256 and 512 bits, as their tables say.
inline constexpr double operations_of_cycle = 2.0;
inline constexpr double latency_of_arithmetic = 4.0;
inline constexpr double latency_of_comparison = 3.0;
inline constexpr double latency_of_load = 6.0;
inline constexpr double latency_of_gather = 20.0;
inline constexpr double latency_of_division = 14.0;
/// For which a division keeps others from beginning.
inline constexpr double time_of_division = 8.0;

/// How many times as long a round has to take as its operations would without waiting. With two
/// parts, solvers of differential equations (0.9 to 1.5) take 0.54 to 0.70 times as long, a key
/// derivation (1.4) 0.57, a bisection for eigenvalues (0.9) 0.52, and fractals (0.8 to 1.6) 0.78 to
/// 0.97 times; more fractals with 0.5 to 0.75 took 0.90 to 1.01 times. Registers hold too little
/// then, and it does not matter: what is stored and loaded again is not waited for. Code of so many
/// parts takes 1.3 to 1.5 times as long to compile.
inline constexpr double much_waiting = 0.75;
inline constexpr unsigned parts_of_waiting_loops = 2;
/// Where it has more operations on vectors, it takes too long to compile; quick code sooner.
inline constexpr unsigned most_operations_of_waiting_loops = 4000;
inline constexpr unsigned most_operations_of_quick_waiting_loops = 1500;

/// Vectors that several parts or rows of a packet with a loop may have to keep at the same time:
/// what 32 registers do not hold costs stores and loads, and what 16 do not is mostly read by the
/// operation that needs it. On one core of an AMD EPYC a matrix product with 4 x 4 sums in each
/// work-item took 2.5 ms with one row (22 vectors), 3.2 with two and 6.6 with four, one with 16
/// sums 2.6, 2.6 and 4.2; with vectors of 256 bits 7.4, 3.9 and 5.3, and 7.5, 5.0 and 5.3.
inline constexpr unsigned most_loop_vectors = 40;

/// Operations in vectors of straight code, each waiting for the one before in most of it: with
/// fewer the processor overlaps neighboring vectors by itself. Black-Scholes, with 130 operations,
/// takes 5.0 ms with one part, 4.7 with two and 4.2 with four; a mix of functions, with 200 and as
/// many that hardly ever run, takes 0.95 ms with one part, 0.84 to 0.85 with two to four.
inline constexpr unsigned long_straight_code = 60;
/// Vectors that several parts of it may have to keep at the same time, for each register. Sorting 8
/// numbers of a column has 1.9 with four parts and takes 18.6 us, 15.2 with two; exponentials of
/// float8 have 1.6, and take 25 and 20 us; Black-Scholes has 1.4 with four.
inline constexpr double vectors_of_straight_code = 1.5;
/// More than these only make the code long.
inline constexpr unsigned longest_straight_code = 400;

/// Operations in vectors of a loop that a whole group may go through together, if its size is
/// known: loops over an array in strides of the ND-range then read it from its start to its end.
inline constexpr unsigned tiny_loop = 12;
inline constexpr unsigned most_parts = 16;

/// Parts of a packet that is a whole group.
inline constexpr unsigned most_group_parts = 32;
/// Instructions of one work-item, times parts: a fifth of what takes LLVM 40 seconds
/// (large_kernels.h).
inline constexpr uint64_t most_group_instructions = 8000;
/// Vectors that such a packet may have to keep at the same time, unless it has to keep them across
/// barriers anyhow: of public kernels with more, scans, sums of rows of sparse matrices and sorts,
/// five keep more than half of them there, and take 0.11 to 0.55 times as long as whole groups.
inline constexpr unsigned most_group_vectors = 96;
/// With more parts, such code takes two to six times as long to compile as that of regions (44 and
/// 92 ms, 47 and 195, 49 and 295), with so many 0.9 to 1.2 times.
inline constexpr unsigned most_parts_of_quick_groups = 8;
/// Such a packet may use one in so many of the lanes that a vector could have.
inline constexpr unsigned emptiest_vector = 4;

// Work-items that do something alone while the others wait.

/// Cycles that one work-item takes for an instruction while most wait for the one before, compared
/// with what several vectors side by side take. With `muxbench plain rare`, a walk through a table
/// that one of 64 work-items takes: 242 us with vectors alone, 104 us one work-item at a time, 79
/// us with both.
inline constexpr double waiting_alone = 2.0;

// Which dimension lanes run along, in units of one access by a whole vector of 16 lanes.

/// Arrays of 2048 x 2048 floats: a transposition that gathers takes 8.9 ms and one that scatters 25
/// ms, whatever the size of the groups; a copy that does both takes 42 ms, and with the lanes along
/// the rows 0.85 ms.
inline constexpr double gathered_vector = 16.0;
inline constexpr double scattered_vector = 45.0;
/// How much better another order must be than the program's. People lay out their work-groups for
/// x, and what is counted are guesses.
inline constexpr double clearly_better = 0.6;

// What becomes a branch.

/// Cycles, roughly. A branch on whether a mask is empty takes about 4 of its own (to get the mask
/// into a flag) and 15 to 20 when it is mispredicted; vector instructions take half a cycle each,
/// times the parts of a packet. The branch is mostly predicted where it is worth having.
inline constexpr unsigned branch_cost = 10;

}  // namespace mux::compiler::tuning
