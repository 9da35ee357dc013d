// Declarations of the functions in the table of by_hand.h, for the level that the file is compiled
// for. The build defines MUX_BENCH_LEVEL as the level's name: each level has its own namespace, so
// that inline functions of different levels are not merged by the linker.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::bench::MUX_BENCH_LEVEL {

void triad(float *a, const float *b, const float *c, float scale, size_t count, bool stream);
void matmul(const float *a, const float *b, float *c, size_t size);
void matmul_tiled(const float *a, const float *b, float *c, size_t size);
void nbody(const float *bodies, float *accelerations, size_t count, float softening);
void mandelbrot(uint32_t *counts, size_t width, size_t height, float left, float top, float step,
                uint32_t limit);
void black_scholes(const float *prices, const float *strikes, const float *years, float *calls,
                   float *puts, float rate, float volatility, size_t count);
void reduction(const float *values, float *sums, size_t count, size_t groups);
void histogram(const uint8_t *values, uint32_t *counts, size_t count);
void stencil(const float *source, float *destination, size_t width, size_t height, bool stream);
void transpose(const float *source, float *destination, size_t size);
void spmv(const uint32_t *starts, const uint32_t *columns, const float *values, const float *vector,
          float *product, size_t rows);
void math_mix(const float *x, const float *y, float *result, size_t count);
void scan(const float *values, float *sums, size_t count);
void bitonic_sort(float *values, size_t count);

}  // namespace mux::bench::MUX_BENCH_LEVEL
