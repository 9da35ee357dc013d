#include <math.h>

#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/vector_math.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

// Elements are processed in blocks, one function at a time: dependence chains overlap, and
// constants stay in registers.
constexpr size_t block_size = 256;

// Whether all elements are in the domain of the branch-free functions: x from 2^-20 to 8192, and
// x^y a normal float, since then |y * log2(x)| < 6 * 20.
bool all_common(const float *x, const float *y) {
  Mask common = all_lanes();
  for (size_t i = 0; i < block_size; i += lanes) {
    const Floats base = load(x + i);
    common = mask_and(common, mask_and(less(splat(1e-6F), base), less(base, splat(8192.0F))));
    common = mask_and(common, less(magnitude(load(y + i)), splat(6.0F)));
  }
  return !any(mask_not(common));
}

void block(const float *x, const float *y, float *result) {
  for (size_t i = 0; i < block_size; i += lanes) {
    Floats sine;
    Floats cosine;
    sine_and_cosine(load(x + i), sine, cosine);
    store(result + i, sine * cosine);
  }
  for (size_t i = 0; i < block_size; i += lanes) {
    store(result + i, load(result + i) + power(load(x + i), load(y + i)));
  }
  for (size_t i = 0; i < block_size; i += lanes) {
    store(result + i, load(result + i) + hyperbolic_tangent(load(y + i)));
  }
  for (size_t i = 0; i < block_size; i += lanes) {
    store(result + i, load(result + i) + logarithm_of_one_plus(load(x + i)));
  }
}

}  // namespace

void math_mix(const float *x, const float *y, float *result, size_t count) {
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < count; i += block_size) {
    if (all_common(x + i, y + i)) {
      block(x + i, y + i, result + i);
    } else {
      for (size_t each = i; each < i + block_size; ++each) {
        result[each] = sinf(x[each]) * cosf(x[each]) + powf(x[each], y[each]) + tanhf(y[each]) +
                       log1pf(x[each]);
      }
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
