#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {

void triad(float *a, const float *b, const float *c, float scale, size_t count, bool stream) {
  const Floats factor = splat(scale);
  const auto vector = [&](size_t i) { return multiply_add(factor, load(c + i), load(b + i)); };
  // A multiple of the cache line.
  constexpr size_t step = 64;
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < count; i += step) {
    if (stream) {
      for (size_t lane = 0; lane < step; lane += lanes) {
        MUX_BENCH_LEVEL::stream(a + i + lane, vector(i + lane));
      }
    } else {
      for (size_t lane = 0; lane < step; lane += lanes) {
        store(a + i + lane, vector(i + lane));
      }
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
