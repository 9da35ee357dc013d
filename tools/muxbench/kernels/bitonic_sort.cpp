#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

// The lanes of `first` + lane in which a bit is clear.
Mask clear_bit(size_t first, size_t bit) {
  const Integers index = add(lane_numbers(), splat_integer(static_cast<int>(first)));
  return is_zero(bit_and(index, splat_integer(static_cast<int>(bit))));
}

// Partners in the same vector: a permutation of lanes.
void step_within(float *values, size_t first, size_t stride, size_t length) {
  const Integers partner = bit_xor(lane_numbers(), splat_integer(static_cast<int>(stride)));
  const Floats own = load(values + first);
  const Floats other = permute(own, partner);
  const Mask keep_larger = mask_xor(clear_bit(first, stride), clear_bit(first, length));
  store(values + first, select(keep_larger, maximum(own, other), minimum(own, other)));
}

// Partners in different vectors, all of which want the same order.
void step_across(float *values, size_t first, size_t stride, size_t length) {
  const Floats low = load(values + first);
  const Floats high = load(values + first + stride);
  const bool ascending = (first & length) == 0;
  store(values + first + (ascending ? 0 : stride), minimum(low, high));
  store(values + first + (ascending ? stride : 0), maximum(low, high));
}

}  // namespace

void bitonic_sort(float *values, size_t count) {
#pragma omp parallel
  for (size_t length = 2; length <= count; length *= 2) {
    for (size_t stride = length / 2; stride > 0; stride /= 2) {
      if (stride < lanes) {
#pragma omp for schedule(static)
        for (size_t first = 0; first < count; first += lanes) {
          step_within(values, first, stride, length);
        }
      } else {
        // Only the lower partners: the bit of the stride is put into their numbers.
#pragma omp for schedule(static)
        for (size_t lower = 0; lower < count / 2; lower += lanes) {
          const size_t first = (lower & ~(stride - 1)) * 2 + (lower & (stride - 1));
          step_across(values, first, stride, length);
        }
      }
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
