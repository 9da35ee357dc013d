// Hand-written C++ kernels: the same algorithms, with work-items as vector lanes and OpenMP
// threads. They are compiled once for each instruction set level; this header is their only
// interface.
//
// Sizes must be multiples as noted, which the caller ensures. `stream` selects non-temporal stores,
// for outputs larger than the caches. Nothing here fails. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::bench {

struct ByHand {
  // The level's name in GCC.
  const char *level;

  // `count`: a multiple of 64.
  void (*triad)(float *a, const float *b, const float *c, float scale, size_t count, bool stream);
  // `size`: a multiple of 64.
  void (*matmul)(const float *a, const float *b, float *c, size_t size);
  // `size`: a multiple of 16.
  void (*matmul_tiled)(const float *a, const float *b, float *c, size_t size);
  // Four floats for each body. `count`: a multiple of 64.
  void (*nbody)(const float *bodies, float *accelerations, size_t count, float softening);
  // `width`: a multiple of 64; `limit`: of 4.
  void (*mandelbrot)(uint32_t *counts, size_t width, size_t height, float left, float top,
                     float step, uint32_t limit);
  // `count`: a multiple of 256.
  void (*black_scholes)(const float *prices, const float *strikes, const float *years, float *calls,
                        float *puts, float rate, float volatility, size_t count);
  // Writes a sum for each group of 256 work-items. `count`: a multiple of 256 * `groups`.
  void (*reduction)(const float *values, float *sums, size_t count, size_t groups);
  // Adds to 256 counts. `count`: a multiple of 8.
  void (*histogram)(const uint8_t *values, uint32_t *counts, size_t count);
  // `width`: a multiple of 16 and at least 32.
  void (*stencil)(const float *source, float *destination, size_t width, size_t height,
                  bool stream);
  // `size`: a multiple of 16.
  void (*transpose)(const float *source, float *destination, size_t size);
  void (*spmv)(const uint32_t *starts, const uint32_t *columns, const float *values,
               const float *vector, float *product, size_t rows);
  // `count`: a multiple of 256.
  void (*math_mix)(const float *x, const float *y, float *result, size_t count);
  // `count`: a multiple of 256.
  void (*scan)(const float *values, float *sums, size_t count);
  // `count`: a power of two, at least 64.
  void (*bitonic_sort)(float *values, size_t count);
};

extern const ByHand by_hand_x86_64_v3;
extern const ByHand by_hand_x86_64_v4;

}  // namespace mux::bench
