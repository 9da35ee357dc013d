#include "muxbench/plain_kernels.h"

#include <algorithm>

#include "muxbench/kernels_arrays.h"

namespace mux::bench {
namespace {

constexpr size_t k = 1024;

// Sized to occupy two processors for at least 10 us, on data that fits in their private caches.
constexpr PlainKernel plain_kernel_table[] = {
    {"memory", "copy_chars", Content::bits, 256 * k},
    {"memory", "add_shorts", Content::bits, 256 * k},
    {"memory", "add_longs", Content::bits, 32 * k},
    {"memory", "scale_doubles", Content::doubles, 32 * k},
    {"memory", "every_second", Content::floats, 64 * k},
    {"memory", "every_third", Content::floats, 64 * k},
    {"memory", "every_fourth", Content::floats, 64 * k},
    {"memory", "every_eighth", Content::floats, 64 * k},
    {"memory", "every_32nd", Content::floats, 16 * k},
    {"memory", "backwards", Content::floats, 64 * k},
    {"memory", "write_every_second", Content::floats, 64 * k},
    {"memory", "write_every_fifth", Content::floats, 64 * k},
    {"memory", "neighbors", Content::floats, 64 * k},
    {"memory", "scale_in_strides", Content::floats, 8 * k},
    {"memory", "table_of_bytes", Content::bits, 256 * k},
    {"memory", "table_of_floats", Content::bits, 64 * k},
    {"memory", "table_of_doubles", Content::bits, 32 * k},
    {"memory", "read_anywhere", Content::bits, 64 * k},
    {"memory", "read_bytes_anywhere", Content::bits, 256 * k},
    {"memory", "write_anywhere", Content::bits, 64 * k},
    {"memory", "prefix_sums_of_rows", Content::floats, 16 * k},
    {"memory", "sums_of_rows", Content::floats, 16 * k},
    {"memory", "maxima_of_long_rows", Content::bits, 2 * k},
    {"memory", "sums_of_int_rows", Content::bits, 2 * k},
    {"memory", "sums_of_short_int_rows", Content::bits, 32 * k},
    {"memory", "sums_of_rows_of_12", Content::bits, 32 * k},
    {"memory", "maxima_of_byte_rows", Content::bits, 8 * k},
    {"memory", "distances_of_byte_rows", Content::bits, 64 * k},
    {"memory", "products_of_rows", Content::bits, 8 * k},
    {"memory", "copy_rows", Content::floats, 2 * k},
    {"memory", "exponentials_of_rows", Content::floats, 4 * k},
    {"memory", "prefix_sums_of_byte_rows", Content::bits, 8 * k},
    {"memory", "recursive_filter_of_rows", Content::floats, 8 * k},
    {"memory", "fill_rows", Content::floats, 16 * k},
    {"memory", "sums_of_columns", Content::floats, 8 * k},
    {"memory", "grey_of_rgb", Content::bits, 256 * k},
    {"memory", "box_of_bytes", Content::bits, 256, 16, 256, 16},
    {"memory", "transpose_plainly", Content::floats, 256, 16, 256, 16},
    {"memory", "move_particles", Content::floats, 64 * k},
    {"memory", "follow_links", Content::bits, 64 * k},
    {"memory", "search_by_halves", Content::bits, 32 * k},
    {"memory", "search_table_by_halves", Content::bits, 32 * k},
    {"integers", "high_product_of_ulongs", Content::bits, 32 * k},
    {"integers", "high_product_of_longs", Content::bits, 32 * k},
    {"integers", "high_product_of_uints", Content::bits, 64 * k},
    {"integers", "modular_products", Content::bits, 32 * k},
    {"integers", "product_of_ulongs", Content::bits, 32 * k},
    {"integers", "product_of_chars", Content::bits, 256 * k},
    {"integers", "quotient_of_uints", Content::bits, 64 * k},
    {"integers", "quotient_of_ints", Content::bits, 64 * k},
    {"integers", "quotient_of_ulongs", Content::bits, 32 * k},
    {"integers", "remainder_of_longs", Content::bits, 32 * k},
    {"integers", "quotient_of_chars", Content::bits, 256 * k},
    {"integers", "quotient_by_ten", Content::bits, 32 * k},
    {"integers", "count_bits_of_bytes", Content::bits, 256 * k},
    {"integers", "count_bits_of_ulongs", Content::bits, 32 * k},
    {"integers", "rotate_uints", Content::bits, 64 * k},
    {"integers", "rotate_shorts", Content::bits, 256 * k},
    {"integers", "saturated_bytes", Content::bits, 256 * k},
    {"integers", "saturated_ints", Content::bits, 64 * k},
    {"integers", "averages_of_bytes", Content::bits, 256 * k},
    {"integers", "shifts_of_ulongs", Content::bits, 32 * k},
    {"integers", "reversed_bits", Content::bits, 64 * k},
    {"integers", "checksum_by_table", Content::bits, 64 * k},
    {"integers", "greatest_divisors", Content::bits, 32 * k},
    {"integers", "steps_of_collatz", Content::bits, 32 * k},
    {"integers", "random_numbers", Content::bits, 32 * k},
    {"integers", "hash_rounds", Content::bits, 64 * k},
    {"floats", "roots", Content::floats, 64 * k},
    {"floats", "exponentials", Content::floats, 64 * k},
    {"floats", "logarithms", Content::floats, 64 * k},
    {"floats", "powers", Content::floats, 64 * k},
    {"floats", "whole_powers", Content::floats, 64 * k},
    {"floats", "sines", Content::floats, 64 * k},
    {"floats", "sines_of_large", Content::floats, 32 * k},
    {"floats", "tangents", Content::floats, 64 * k},
    {"floats", "angles", Content::floats, 64 * k},
    {"floats", "remainders", Content::floats, 64 * k},
    {"floats", "scaled", Content::floats, 64 * k},
    {"floats", "rounded", Content::floats, 64 * k},
    {"floats", "rounded_away", Content::floats, 64 * k},
    {"floats", "cube_roots", Content::floats, 64 * k},
    {"floats", "hypotenuses", Content::floats, 64 * k},
    {"floats", "error_function", Content::floats, 64 * k},
    {"floats", "gamma", Content::floats, 32 * k},
    {"floats", "log_gamma", Content::floats, 32 * k},
    {"floats", "next_numbers", Content::floats, 64 * k},
    {"floats", "limits", Content::floats, 64 * k},
    {"floats", "polynomial", Content::floats, 64 * k},
    {"floats", "double_quotients", Content::doubles, 32 * k},
    {"floats", "double_roots", Content::doubles, 32 * k},
    {"floats", "double_exponentials", Content::doubles, 32 * k},
    {"floats", "double_logarithms", Content::doubles, 32 * k},
    {"floats", "double_sines", Content::doubles, 32 * k},
    {"floats", "double_powers", Content::doubles, 32 * k},
    {"floats", "double_angles", Content::doubles, 32 * k},
    {"floats", "double_error_function", Content::doubles, 32 * k},
    {"floats", "double_hyperbolic", Content::doubles, 32 * k},
    {"floats", "double_cube_roots", Content::doubles, 32 * k},
    {"floats", "parts_of_numbers", Content::floats, 64 * k},
    {"floats", "bytes_of_floats", Content::floats, 256 * k},
    {"floats", "shorts_of_floats", Content::floats, 64 * k},
    {"floats", "floats_of_bytes", Content::bits, 256 * k},
    {"floats", "floats_of_ulongs", Content::bits, 32 * k},
    {"floats", "longs_of_doubles", Content::doubles, 32 * k},
    {"floats", "floats_of_halves", Content::bits, 64 * k},
    {"floats", "halves_of_floats", Content::floats, 64 * k},
    {"floats", "newton_steps", Content::doubles, 32 * k},
    {"control", "rare_walk", Content::bits, 32 * k},
    {"control", "rarer_walk", Content::bits, 32 * k},
    {"control", "rare_arithmetic", Content::bits, 32 * k},
    {"control", "rare_straight_code", Content::floats, 64 * k},
    {"control", "walks_of_half", Content::bits, 32 * k},
    {"control", "four_cases", Content::bits, 64 * k},
    {"control", "interpreter", Content::bits, 32 * k},
    {"control", "early_return", Content::floats, 64 * k},
    {"control", "loop_of_own_length", Content::bits, 32 * k},
    {"control", "sum_of_own_length", Content::bits, 64 * k},
    {"control", "find_first", Content::bits, 32 * k},
    {"control", "compare_texts", Content::bits, 64 * k},
    {"control", "loop_with_continue", Content::bits, 64 * k},
    {"control", "nested_loops", Content::bits, 64 * k},
    {"control", "escape_of_doubles", Content::doubles, 32 * k},
    {"control", "descend_tree", Content::bits, 32 * k},
    {"private", "sort_8_in_rows", Content::bits, 32 * k},
    {"private", "sort_8_in_columns", Content::bits, 16 * k},
    {"private", "sort_8_by_network", Content::bits, 32 * k},
    {"private", "insertion_sort", Content::bits, 32 * k},
    {"private", "median_of_bytes", Content::bits, 256, 16, 256, 16},
    {"private", "counts_of_own", Content::bits, 16 * k},
    {"private", "cosine_transform_of_rows", Content::floats, 32 * k},
    {"private", "products_of_small_matrices", Content::floats, 16 * k},
    {"private", "walk_with_stack", Content::bits, 32 * k},
    {"private", "digits", Content::bits, 16 * k},
    {"vectors", "sums_of_float2", Content::floats, 64 * k},
    {"vectors", "sums_of_float3", Content::floats, 64 * k},
    {"vectors", "sums_of_float4", Content::floats, 32 * k},
    {"vectors", "sums_of_float8", Content::floats, 16 * k},
    {"vectors", "sums_of_float16", Content::floats, 16 * k},
    {"vectors", "sums_of_uchar2", Content::bits, 64 * k},
    {"vectors", "sums_of_uchar4", Content::bits, 64 * k},
    {"vectors", "sums_of_uchar16", Content::bits, 16 * k},
    {"vectors", "sums_of_short8", Content::bits, 64 * k},
    {"vectors", "sums_of_ulong2", Content::bits, 32 * k},
    {"vectors", "sums_of_double4", Content::doubles, 16 * k},
    {"vectors", "dot_products", Content::floats, 32 * k},
    {"vectors", "unit_vectors", Content::floats, 32 * k},
    {"vectors", "cross_products", Content::floats, 64 * k},
    {"vectors", "transforms_of_points", Content::floats, 32 * k},
    {"vectors", "swap_colors", Content::bits, 64 * k},
    {"vectors", "shuffle_bytes", Content::bits, 16 * k},
    {"vectors", "mix_colors", Content::bits, 64 * k},
    {"vectors", "choose_elements", Content::bits, 32 * k},
    {"vectors", "exponentials_of_float8", Content::floats, 16 * k},
    {"vectors", "exponentials_of_float16", Content::floats, 16 * k},
    {"vectors", "sums_of_elements", Content::floats, 16 * k},
    {"vectors", "neighbors_of_float4", Content::floats, 32 * k},
    {"vectors", "read_float4_anywhere", Content::floats, 32 * k},
    {"groups", "sums_of_groups", Content::floats, 64 * k, 256},
    {"groups", "prefix_sums_of_groups", Content::bits, 64 * k, 256},
    {"groups", "collective_sums", Content::bits, 64 * k, 256},
    {"groups", "collective_prefix_sums", Content::bits, 64 * k, 256},
    {"groups", "reverse_groups", Content::floats, 64 * k, 256},
    {"groups", "rank_in_groups", Content::bits, 64 * k},
    {"groups", "look_up_local_table", Content::bits, 64 * k, 256},
    {"groups", "counts_in_local_memory", Content::bits, 32 * k, 256},
    {"groups", "two_counts_in_local_memory", Content::bits, 32 * k, 256},
    {"groups", "compact_groups", Content::bits, 64 * k, 256},
    {"groups", "merge_alone", Content::bits, 32 * k, 1},
    {"groups", "merge_alone_in_pairs", Content::bits, 32 * k, 2},
    {"groups", "count_one_globally", Content::bits, 32 * k},
    {"groups", "count_globally", Content::bits, 32 * k},
    {"groups", "maxima_globally", Content::bits, 32 * k},
    {"windows", "box_of_floats", Content::floats, 256, 16, 256, 16},
    {"windows", "box_of_25_bytes", Content::bits, 256, 16, 256, 16},
    {"windows", "binomial_of_bytes", Content::bits, 256, 16, 256, 16},
    {"windows", "edges_of_bytes", Content::bits, 256, 16, 256, 16},
    {"windows", "maxima_of_bytes", Content::bits, 256, 16, 256, 16},
    {"windows", "patterns_of_bytes", Content::bits, 256, 16, 256, 16},
    {"windows", "game_of_life", Content::bits, 256, 16, 256, 16},
    {"windows", "filter_of_floats", Content::floats, 64 * k},
    {"windows", "filter_of_shorts", Content::bits, 128 * k},
    {"windows", "differences_of_bytes", Content::bits, 128 * k},
    {"windows", "sums_of_four", Content::bits, 64 * k},
    {"windows", "halved", Content::floats, 256, 16, 256, 16},
    {"windows", "polynomials", Content::floats, 64 * k},
    {"windows", "window_of_some_width", Content::floats, 64 * k},
};

// Of both arrays. No kernel accesses elements beyond it.
constexpr size_t array_size = size_t{4} << 20;

Array input(Content content) {
  constexpr unsigned seed = 11;
  if (content == Content::floats) {
    return input_floats(array_size / sizeof(float), 0.5F, 1.5F, seed);
  }
  Array array{Element::uint8, HostMemory(array_size), std::nullopt};
  std::mt19937 random(seed);
  if (content == Content::doubles) {
    for (double &value : array.initial.as<double>()) {
      value = 0.5 + static_cast<double>(random()) * 0x1p-32;
    }
  } else {
    for (uint32_t &value : array.initial.as<uint32_t>()) {
      value = static_cast<uint32_t>(random());
    }
  }
  return array;
}

}  // namespace

std::span<const PlainKernel> plain_kernels() {
  return plain_kernel_table;
}

Workload plain_workload(const PlainKernel &kernel, Scale scale) {
  constexpr size_t quick_groups = 8;
  const size_t width = scale == Scale::full
                           ? kernel.width
                           : std::min(kernel.width, quick_groups * kernel.local_width);
  Workload workload;
  workload.arrays.push_back(input(kernel.content));
  // Compared bit for bit, whatever the element type.
  workload.arrays.push_back(output_array(Element::uint8, array_size, {}));
  workload.launches = {{{ArrayArgument{0}, ArrayArgument{1}},
                        {width, kernel.height},
                        {kernel.local_width, kernel.local_height}}};
  return workload;
}

}  // namespace mux::bench
