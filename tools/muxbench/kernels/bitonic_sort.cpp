#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

// The lanes in whose index a bit is clear.
Mask clear_bit(size_t bit) {
  return is_zero(bit_and(lane_numbers(), splat_integer(static_cast<int>(bit))));
}

// A step with both elements of a pair in the same vector: a permutation of lanes.
struct StepWithin {
  StepWithin(size_t stride, size_t run_length)
      : length(run_length),
        partner(bit_xor(lane_numbers(), splat_integer(static_cast<int>(stride)))) {
    const Mask lower = clear_bit(stride);
    // The order depends on the lane, or is uniform for a vector.
    keep_larger[0] = mask_xor(lower, length < lanes ? clear_bit(length) : all_lanes());
    keep_larger[1] = lower;
  }

  void run(float *values, size_t first) const {
    const Floats own = load(values + first);
    const Floats other = permute(own, partner);
    const Mask larger = keep_larger[(first & length) != 0];
    store(values + first, select(larger, maximum(own, other), minimum(own, other)));
  }

  size_t length;
  Integers partner;
  // For vectors where the bit of the run length is clear, and where it is set.
  Mask keep_larger[2];
};

// A step with the elements of a pair in different vectors, with uniform order.
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
        const StepWithin step(stride, length);
#pragma omp for schedule(static)
        for (size_t first = 0; first < count; first += lanes) {
          step.run(values, first);
        }
      } else {
        // Iterates over the lower elements of pairs: the bit of the stride is inserted in the
        // index.
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
