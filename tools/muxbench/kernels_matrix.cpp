// Products of matrices.

#include "muxbench/kernels_arrays.h"

namespace mux::bench {
namespace {

Workload multiply(Scale scale, decltype(ByHand::matmul) ByHand::*by_hand_function) {
  const size_t size = scale == Scale::full ? 512 : 64;
  Workload workload;
  workload.arrays.push_back(input_floats(size * size, 0, 1, 1));
  workload.arrays.push_back(input_floats(size * size, 0, 1, 2));
  workload.arrays.push_back(output_array(Element::float32, size * size, {.relative = 1e-5}));
  workload.launches = {
      {{ArrayArgument{0}, ArrayArgument{1}, ArrayArgument{2}, static_cast<uint32_t>(size)},
       {size, size},
       {16, 16}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    (by_hand.*by_hand_function)(array_at<float>(arrays, 0), array_at<float>(arrays, 1),
                                array_at<float>(arrays, 2), size);
  };
  return workload;
}

}  // namespace

std::vector<KernelClass> matrix_kernel_classes() {
  return {{"matmul", "512", 80, [](Scale scale) { return multiply(scale, &ByHand::matmul); }},
          {"matmul_tiled", "512", 45,
           [](Scale scale) { return multiply(scale, &ByHand::matmul_tiled); }}};
}

}  // namespace mux::bench
