/// @file
/// The names of all steps that a kernel goes through, in the order of the first of each.
///
/// pipeline/pipeline.cpp and vectorize/pipeline.cpp say what is run when; this list is what options
/// and tests may name. Each step has examples in test/compiler/passes.

#pragma once

#include <string_view>

namespace mux::compiler {

inline constexpr std::string_view pass_list[] = {
    // A kernel of the program.
    "find_kernels",
    "lower_opaque_types",
    "retarget",
    "keep_only_kernels",
    "check_supported",
    "resolve_builtins",
    "loop_tail_recursion",
    "check_calls",
    "choose_calls",
    "initialize_memory",
    "pass_on_fast_math",
    "guard_division",
    "inline_into_kernels",
    "fix_arguments",
    "promote_variables",
    "fix_opaque_arguments",
    "hide_truncations",
    "simplify",
    "find_memory_of_calls",
    "define_operations",
    "fold_address_space_queries",
    "use_reciprocal_roots",
    "lower_printf",
    "find_argument_access",
    "separate_buffers",
    "promote_sums",
    "make_work_item_function",
    // One work-item.
    "find_specialization_candidates",
    "lower_local_memory",
    "lower_work_item_queries",
    "add_missing_barriers",
    "choose_dimension_order",
    "fix_range",
    "fix_shape",
    "reorder_dimensions",
    "lower_address_space_queries",
    "move_large_private_memory",
    "add_alternatives",
    "unroll_arrays_between_barriers",
    "add_meeting_points",
    "split_at_barriers",
    // What runs side by side (vectorize/pipeline.cpp).
    "unroll_array_loops",
    "unroll_row_walks",
    "narrow_integers",
    "set_sub_group_size",
    "split_vectors",
    "unsink_loads",
    "unroll_steps",
    "show_truncations",
    "return_last_barrier",
    "separate_returns",
    "forget_volatile_local_accesses",
    "move_loads_first",
    "count_along_index",
    "linearize",
    "check_packets_pay",
    "stop_at_row_end",
    "stop_at_group_end",
    "add_row_versions",
    "add_partner_versions",
    "branch_on_superword_conditions",
    "add_sparse_mask_paths",
    "separate_uniform_exits",
    "interleave_variables",
    "widen",
    "keep_local_memory",
    "fold",
    "forward_stores_to_loads",
    "revectorize_components",
    "keep_loops_rolled",
    "prefetch_next_iterations",
    "privatize_histograms",
    "add_streaming_stores",
    // The whole kernel again.
    "hide_variable_names",
    "build_kernel_entry",
    "join_alternatives",
    "lower_local_atomics",
    "offer_operations_of_vectors",
    "optimize",
    "inline_operations",
    "lower_half_operations",
    "lower_masked_accesses",
    "widen_masks",
    "emit_object",
};

}  // namespace mux::compiler
