#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

constexpr size_t tile_size = 16;
constexpr size_t vectors = tile_size / lanes;
// Rows of work-items whose sums are held in registers.
constexpr size_t rows = lanes == 16 ? 16 : 4;

struct Tiles {
  alignas(64) float a[tile_size][tile_size];
  alignas(64) float b[tile_size][tile_size];
};

// The work-group's code between two barriers, for some of its rows.
void multiply(const Tiles &tiles, size_t first_row, Floats (&sums)[rows][vectors]) {
  for (size_t k = 0; k < tile_size; ++k) {
    for (size_t v = 0; v < vectors; ++v) {
      const Floats right = load(tiles.b[k] + v * lanes);
      for (size_t row = 0; row < rows; ++row) {
        sums[row][v] = multiply_add(splat(tiles.a[first_row + row][k]), right, sums[row][v]);
      }
    }
  }
}

void fetch(const float *from, size_t size, float (&to)[tile_size][tile_size]) {
  for (size_t row = 0; row < tile_size; ++row) {
    for (size_t v = 0; v < vectors; ++v) {
      store(to[row] + v * lanes, load(from + row * size + v * lanes));
    }
  }
}

void group(const float *a, const float *b, float *c, size_t size) {
  Tiles tiles;
  constexpr size_t parts = tile_size / rows;
  Floats sums[parts][rows][vectors];
  for (auto &part : sums) {
    for (auto &row : part) {
      for (Floats &sum : row) {
        sum = splat(0.0F);
      }
    }
  }
  for (size_t tile = 0; tile < size; tile += tile_size) {
    fetch(a + tile, size, tiles.a);
    fetch(b + tile * size, size, tiles.b);
    for (size_t part = 0; part < parts; ++part) {
      multiply(tiles, part * rows, sums[part]);
    }
  }
  for (size_t row = 0; row < tile_size; ++row) {
    for (size_t v = 0; v < vectors; ++v) {
      store(c + row * size + v * lanes, sums[row / rows][row % rows][v]);
    }
  }
}

}  // namespace

void matmul_tiled(const float *a, const float *b, float *c, size_t size) {
#pragma omp parallel for schedule(static)
  for (size_t column = 0; column < size; column += tile_size) {
    for (size_t row = 0; row < size; row += tile_size) {
      group(a + row * size, b + column, c + row * size + column, size);
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
