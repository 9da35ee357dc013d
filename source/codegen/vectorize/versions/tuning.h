/// @file
/// Limits of multi-versioning, which bound the size of the code and the compile time.

#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::compiler::tuning {

// add_partner_versions

/// Maximum number of instructions of a function that gets versions; it then has three.
inline constexpr size_t max_partner_instructions = 200;
/// Maximum depth of the expressions from parameters to a value.
inline constexpr unsigned max_partner_steps = 8;

// add_row_versions

/// Maximum number of instructions of a function that gets a version.
inline constexpr size_t max_row_instructions = 600;
/// Maximum depth of the expressions from parameters to a value.
inline constexpr unsigned max_row_index_steps = 12;
/// Maximum nesting of bounds.
inline constexpr unsigned max_bound_nesting = 3;

// index_bounds.h. Limits on the corners of an index: the products of first and last iterations of
// the surrounding counted loops, and their trip counts and steps. Within them an index cannot
// overflow its type, so it is monotonic between corners.

/// Maximum number of corners.
inline constexpr size_t max_corners = 8;
/// Maximum trip count.
inline constexpr uint64_t max_counted_iterations = 1024;
/// Maximum step.
inline constexpr int64_t max_counted_step = 1024;
/// Maximum constant that is considered to be the width of a border.
inline constexpr int64_t max_border_width = 64;

// add_sparse_mask_paths

/// Maximum number of instructions of a clone.
inline constexpr size_t max_sparse_copy_instructions = 400;
/// Maximum number of clones per function.
inline constexpr unsigned max_sparse_copies = 2;
/// Maximum number of results of a clone.
inline constexpr unsigned max_sparse_copy_results = 4;

// branch_on_superword_conditions

/// Maximum number of instructions that are cloned per function. Each becomes one or more for every
/// part of a packet.
inline constexpr size_t max_superword_copied_instructions = 600;

// separate_uniform_exits

/// Maximum depth of a conjunction of exit conditions.
inline constexpr unsigned max_exit_condition_depth = 4;

}  // namespace mux::compiler::tuning
