#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

// Iterations between checks for active lanes.
constexpr uint32_t between_looks = 4;

// Several vectors of adjacent pixels in a row, until all have escaped or reached the limit.
void block(uint32_t *counts, size_t column, float left, float step, float row_y, uint32_t limit) {
  const Floats cy = splat(row_y);
  Floats cx[jam];
  Floats x[jam];
  Floats y[jam];
  Mask live[jam];
  Integers count[jam];
  for (size_t v = 0; v < jam; ++v) {
    const Integers columns =
        add(lane_numbers(), splat_integer(static_cast<int>(column + v * lanes)));
    cx[v] = splat(left) + to_floats(columns) * splat(step);
    x[v] = y[v] = splat(0.0F);
    live[v] = all_lanes();
    count[v] = splat_integer(0);
  }
  for (uint32_t iteration = 0; iteration < limit; iteration += between_looks) {
    for (uint32_t each = 0; each < between_looks; ++each) {
      for (size_t v = 0; v < jam; ++v) {
        const Floats y_square = y[v] * y[v];
        live[v] = less_or_equal(live[v], multiply_add(x[v], x[v], y_square), splat(4.0F));
        count[v] = add_where(live[v], count[v], splat_integer(1));
        // Lanes that have escaped continue; their values are not used.
        const Floats next = multiply_subtract(x[v], x[v], y_square) + cx[v];
        y[v] = multiply_add(x[v] + x[v], y[v], cy);
        x[v] = next;
      }
    }
    bool any_live = false;
    for (const Mask &mask : live) {
      any_live |= any(mask);
    }
    if (!any_live) {
      break;
    }
  }
  for (size_t v = 0; v < jam; ++v) {
    store(counts + column + v * lanes, count[v]);
  }
}

}  // namespace

void mandelbrot(uint32_t *counts, size_t width, size_t height, float left, float top, float step,
                uint32_t limit) {
#pragma omp parallel for schedule(dynamic, 4)
  for (size_t row = 0; row < height; ++row) {
    const float y = top + static_cast<float>(row) * step;
    for (size_t column = 0; column < width; column += jam * lanes) {
      block(counts + row * width, column, left, step, y, limit);
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
