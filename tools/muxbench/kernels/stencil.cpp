#include <string.h>

#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

// The elements from `source` on, which must not be in the first or last row.
Floats inner(const float *source, size_t width) {
  const Floats across = load(source - 1) + load(source + 1);
  const Floats down = load(source - width) + load(source + width);
  return multiply_add(splat(0.5F), load(source), splat(0.125F) * (across + down));
}

template <bool stream_output>
void row(const float *source, float *destination, size_t width) {
  const auto put = [&](size_t x, Floats value) {
    if constexpr (stream_output) {
      stream(destination + x, value);
    } else {
      store(destination + x, value);
    }
  };
  // The first and last element of a row are not changed: their neighbors belong to other rows.
  const Mask not_first = less(splat(0.0F), to_floats(lane_numbers()));
  const Mask not_last = less(to_floats(lane_numbers()), splat(static_cast<float>(lanes - 1)));
  const size_t last = width - lanes;
  put(0, select(not_first, inner(source, width), load(source)));
  for (size_t x = lanes; x < last; x += lanes) {
    put(x, inner(source + x, width));
  }
  put(last, select(not_last, inner(source + last, width), load(source + last)));
}

}  // namespace

void stencil(const float *source, float *destination, size_t width, size_t height, bool stream) {
  const size_t last = (height - 1) * width;
  memcpy(destination, source, width * sizeof(float));
  memcpy(destination + last, source + last, width * sizeof(float));
  const auto one_row = stream ? row<true> : row<false>;
#pragma omp parallel for schedule(static)
  for (size_t y = 1; y < height - 1; ++y) {
    one_row(source + y * width, destination + y * width, width);
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
