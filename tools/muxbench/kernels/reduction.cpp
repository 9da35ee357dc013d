#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

constexpr size_t group_size = 256;
constexpr size_t vectors = group_size / lanes;

// All work-items of the group advance through the input together: their sums are in registers.
float group_sum(const float *values, size_t count, size_t stride) {
  Floats sums[vectors];
  for (Floats &each : sums) {
    each = splat(0.0F);
  }
  for (size_t i = 0; i < count; i += stride) {
    for (size_t v = 0; v < vectors; ++v) {
      sums[v] = sums[v] + load(values + i + v * lanes);
    }
  }
  for (size_t half = vectors / 2; half > 0; half /= 2) {
    for (size_t v = 0; v < half; ++v) {
      sums[v] = sums[v] + sums[v + half];
    }
  }
  return sum(sums[0]);
}

}  // namespace

void reduction(const float *values, float *sums, size_t count, size_t groups) {
#pragma omp parallel for schedule(static)
  for (size_t group = 0; group < groups; ++group) {
    const size_t first = group * group_size;
    sums[group] = group_sum(values + first, count - first, groups * group_size);
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
