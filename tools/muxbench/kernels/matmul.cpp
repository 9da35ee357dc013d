#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

// A register block of work-items: each vector of b is used for all rows.
constexpr size_t rows = lanes == 16 ? 8 : 4;
constexpr size_t vectors = 2;

void block(const float *a, const float *b, float *c, size_t size) {
  Floats sums[rows][vectors];
  for (auto &row : sums) {
    for (Floats &sum : row) {
      sum = splat(0.0F);
    }
  }
  for (size_t k = 0; k < size; ++k) {
    Floats right[vectors];
    for (size_t v = 0; v < vectors; ++v) {
      right[v] = load(b + k * size + v * lanes);
    }
    for (size_t row = 0; row < rows; ++row) {
      const Floats left = splat(a[row * size + k]);
      for (size_t v = 0; v < vectors; ++v) {
        sums[row][v] = multiply_add(left, right[v], sums[row][v]);
      }
    }
  }
  for (size_t row = 0; row < rows; ++row) {
    for (size_t v = 0; v < vectors; ++v) {
      store(c + row * size + v * lanes, sums[row][v]);
    }
  }
}

}  // namespace

void matmul(const float *a, const float *b, float *c, size_t size) {
  // Processes a strip of columns of b, which stays in the cache.
  constexpr size_t width = vectors * lanes;
#pragma omp parallel for schedule(static)
  for (size_t column = 0; column < size; column += width) {
    for (size_t row = 0; row < size; row += rows) {
      block(a + row * size, b + column, c + row * size + column, size);
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
