#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {

void nbody(const float *bodies, float *accelerations, size_t count, float softening) {
  constexpr size_t width = jam * lanes;
#pragma omp parallel for schedule(static)
  for (size_t first = 0; first < count; first += width) {
    // Lanes are bodies; each other body is loaded once for all lanes.
    alignas(64) float own[3][width];
    for (size_t lane = 0; lane < width; ++lane) {
      for (size_t axis = 0; axis < 3; ++axis) {
        own[axis][lane] = bodies[(first + lane) * 4 + axis];
      }
    }
    Floats own_x[jam];
    Floats own_y[jam];
    Floats own_z[jam];
    Floats x[jam];
    Floats y[jam];
    Floats z[jam];
    for (size_t v = 0; v < jam; ++v) {
      own_x[v] = load(own[0] + v * lanes);
      own_y[v] = load(own[1] + v * lanes);
      own_z[v] = load(own[2] + v * lanes);
      x[v] = y[v] = z[v] = splat(0.0F);
    }
    for (size_t j = 0; j < count; ++j) {
      const Floats other_x = splat(bodies[j * 4]);
      const Floats other_y = splat(bodies[j * 4 + 1]);
      const Floats other_z = splat(bodies[j * 4 + 2]);
      const Floats mass = splat(bodies[j * 4 + 3]);
      for (size_t v = 0; v < jam; ++v) {
        const Floats dx = other_x - own_x[v];
        const Floats dy = other_y - own_y[v];
        const Floats dz = other_z - own_z[v];
        const Floats square =
            multiply_add(dx, dx, multiply_add(dy, dy, multiply_add(dz, dz, splat(softening))));
        const Floats inverse = inverse_square_root(square);
        const Floats pull = (mass * inverse) * (inverse * inverse);
        x[v] = multiply_add(dx, pull, x[v]);
        y[v] = multiply_add(dy, pull, y[v]);
        z[v] = multiply_add(dz, pull, z[v]);
      }
    }
    alignas(64) float sums[3][width];
    for (size_t v = 0; v < jam; ++v) {
      store(sums[0] + v * lanes, x[v]);
      store(sums[1] + v * lanes, y[v]);
      store(sums[2] + v * lanes, z[v]);
    }
    for (size_t lane = 0; lane < width; ++lane) {
      float *acceleration = accelerations + (first + lane) * 4;
      for (size_t axis = 0; axis < 3; ++axis) {
        acceleration[axis] = sums[axis][lane];
      }
      acceleration[3] = 0.0F;
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
