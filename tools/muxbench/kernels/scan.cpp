#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

constexpr size_t group_size = 256;
constexpr size_t vectors = group_size / lanes;

// A step with a distance below the vector length: lanes are shifted across vectors.
template <int distance>
void step(Floats (&sums)[vectors]) {
  for (size_t v = vectors - 1; v > 0; --v) {
    sums[v] = sums[v] + move_up<distance>(sums[v - 1], sums[v]);
  }
  sums[0] = sums[0] + move_up<distance>(splat(0.0F), sums[0]);
}

}  // namespace

// The two buffers of a work-group are one here, in registers or the L1 cache: going from the last
// vector to the first, no value is overwritten before it is read.
void scan(const float *values, float *sums, size_t count) {
#pragma omp parallel for schedule(static)
  for (size_t first = 0; first < count; first += group_size) {
    Floats group[vectors];
    for (size_t v = 0; v < vectors; ++v) {
      group[v] = load(values + first + v * lanes);
    }
    step<1>(group);
    step<2>(group);
    step<4>(group);
    if constexpr (lanes == 16) {
      step<8>(group);
    }
#pragma GCC unroll 5
    for (size_t distance = 1; distance < vectors; distance *= 2) {
#pragma GCC unroll 32
      for (size_t v = vectors - 1; v >= distance; --v) {
        group[v] = group[v] + group[v - distance];
      }
    }
    for (size_t v = 0; v < vectors; ++v) {
      store(sums + first + v * lanes, group[v]);
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
