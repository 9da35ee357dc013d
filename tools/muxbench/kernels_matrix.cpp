// Workloads of matrix multiplication.

#include "muxbench/kernels_arrays.h"

namespace mux::bench {
namespace {

// The tile size in the kernels' source.
constexpr size_t tile = 16;

Workload multiply(Scale scale, decltype(ByHand::matmul) ByHand::*by_hand_function) {
  const size_t size = scale == Scale::full ? 512 : 64;
  Workload workload;
  workload.arrays.push_back(input_floats(size * size, 0, 1, 1));
  workload.arrays.push_back(input_floats(size * size, 0, 1, 2));
  workload.arrays.push_back(output_array(Element::float32, size * size, {.relative = 1e-5}));
  workload.launches = {
      {{ArrayArgument{0}, ArrayArgument{1}, ArrayArgument{2}, static_cast<uint32_t>(size)},
       {size, size},
       {tile, tile}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    (by_hand.*by_hand_function)(array_at<float>(arrays, 0), array_at<float>(arrays, 1),
                                array_at<float>(arrays, 2), size);
  };
  return workload;
}

Workload multiply_tiles(Scale scale) {
  Workload workload = multiply(scale, &ByHand::matmul_tiled);
  constexpr size_t tile_bytes = tile * tile * sizeof(float);
  workload.general_local_memory = {tile_bytes, tile_bytes};
  return workload;
}

}  // namespace

std::vector<KernelClass> matrix_kernel_classes() {
  return {{"matmul", "512", 80, [](Scale scale) { return multiply(scale, &ByHand::matmul); }},
          {"matmul_tiled", "512", 45, multiply_tiles}};
}

}  // namespace mux::bench
