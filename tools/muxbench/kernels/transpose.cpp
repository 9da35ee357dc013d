#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

// Transposes a tile of lanes x lanes in registers: rows at a distance of `distance` exchange halves
// of each 2 * `distance` lanes.
void tile(const float *source, float *destination, size_t size) {
  Floats rows[lanes];
  for (size_t row = 0; row < lanes; ++row) {
    rows[row] = load(source + row * size);
  }
#pragma GCC unroll 4
  for (size_t distance = 1; distance < lanes; distance *= 2) {
    const Integers bit = splat_integer(static_cast<int>(distance));
    const Integers partner = bit_xor(lane_numbers(), bit);
    const Mask lower = is_zero(bit_and(lane_numbers(), bit));
#pragma GCC unroll 16
    for (size_t row = 0; row < lanes; ++row) {
      if ((row & distance) == 0) {
        const Floats first = rows[row];
        const Floats second = rows[row + distance];
        rows[row] = select(lower, first, permute(second, partner));
        rows[row + distance] = select(lower, permute(first, partner), second);
      }
    }
  }
  for (size_t row = 0; row < lanes; ++row) {
    store(destination + row * size, rows[row]);
  }
}

}  // namespace

void transpose(const float *source, float *destination, size_t size) {
#pragma omp parallel for schedule(static)
  for (size_t row = 0; row < size; row += lanes) {
    for (size_t column = 0; column < size; column += lanes) {
      tile(source + column * size + row, destination + row * size + column, size);
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
