// Compute-bound workloads: n-body, Mandelbrot, Black-Scholes, a mix of math functions.

#include "muxbench/kernels_arrays.h"

namespace mux::bench {
namespace {

Workload nbody(Scale scale) {
  const size_t count = scale == Scale::full ? 8192 : 512;
  constexpr float softening = 1e-3F;
  Workload workload;
  workload.arrays.push_back(input_floats(count * 4, 0, 1, 1));
  // Forces from all sides nearly cancel, so that errors are relative to the forces, whose sum of
  // magnitudes is about `count`.
  workload.arrays.push_back(
      output_array(Element::float32, count * 4,
                   {.relative = 1e-4, .absolute = 1e-5 * static_cast<double>(count)}));
  workload.launches = {
      {{ArrayArgument{0}, ArrayArgument{1}, static_cast<uint32_t>(count), softening},
       {count},
       {64}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.nbody(array_at<float>(arrays, 0), array_at<float>(arrays, 1), count, softening);
  };
  return workload;
}

Workload mandelbrot(Scale scale) {
  const size_t size = scale == Scale::full ? 1024 : 128;
  constexpr float left = -2.0F;
  constexpr float top = -1.5F;
  const float step = 3.0F / static_cast<float>(size);
  constexpr uint32_t limit = 256;
  Workload workload;
  // Orbits are chaotic: with or without contraction, points near the border escape earlier or
  // later.
  workload.arrays.push_back(output_array(Element::uint32, size * size, {.share = 0.01}));
  workload.launches = {{{ArrayArgument{0}, left, top, step, limit}, {size, size}, {16, 16}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.mandelbrot(array_at<uint32_t>(arrays, 0), size, size, left, top, step, limit);
  };
  return workload;
}

Workload black_scholes(Scale scale) {
  const size_t count = size_t{1} << (scale == Scale::full ? 22 : 14);
  constexpr float rate = 0.02F;
  constexpr float volatility = 0.3F;
  // Differences of two values of up to 100, each with an error of a few ulps.
  constexpr Tolerance tolerance{.relative = 1e-5, .absolute = 1e-4};
  Workload workload;
  workload.arrays.push_back(input_floats(count, 5, 30, 1));
  workload.arrays.push_back(input_floats(count, 1, 100, 2));
  workload.arrays.push_back(input_floats(count, 0.25F, 10, 3));
  workload.arrays.push_back(output_array(Element::float32, count, tolerance));
  workload.arrays.push_back(output_array(Element::float32, count, tolerance));
  workload.launches = {{{ArrayArgument{0}, ArrayArgument{1}, ArrayArgument{2}, ArrayArgument{3},
                         ArrayArgument{4}, rate, volatility},
                        {count},
                        {256}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.black_scholes(array_at<float>(arrays, 0), array_at<float>(arrays, 1),
                          array_at<float>(arrays, 2), array_at<float>(arrays, 3),
                          array_at<float>(arrays, 4), rate, volatility, count);
  };
  workload.copied_bytes = 5 * count * sizeof(float) / 2;
  return workload;
}

Workload math_mix(Scale scale) {
  const size_t count = size_t{1} << (scale == Scale::full ? 20 : 14);
  Workload workload;
  workload.arrays.push_back(input_floats(count, 0.01F, 10, 1));
  workload.arrays.push_back(input_floats(count, -3, 3, 2));
  // OpenCL C allows an error of 16 ulps for pow.
  workload.arrays.push_back(
      output_array(Element::float32, count, {.relative = 4e-6, .absolute = 2e-6}));
  workload.launches = {{{ArrayArgument{0}, ArrayArgument{1}, ArrayArgument{2}}, {count}, {256}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.math_mix(array_at<float>(arrays, 0), array_at<float>(arrays, 1),
                     array_at<float>(arrays, 2), count);
  };
  return workload;
}

}  // namespace

std::vector<KernelClass> math_kernel_classes() {
  return {{"nbody", "8192", 16, nbody},
          {"mandelbrot", "1024^2, 256 iterations", 25, mandelbrot},
          {"black_scholes", "4M", 35, black_scholes},
          {"math_mix", "1M", 120, math_mix}};
}

}  // namespace mux::bench
