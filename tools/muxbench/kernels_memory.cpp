// Memory-bound workloads: triad, stencil, transpose, sparse matrix-vector product.

#include <algorithm>

#include "muxbench/kernels_arrays.h"

namespace mux::bench {
namespace {

// Sums of a few products, which the compiler may or may not contract.
constexpr Tolerance fused{.relative = 1e-6, .absolute = 1e-6};

Workload triad(Scale scale) {
  const size_t count = size_t{1} << (scale == Scale::full ? 24 : 16);
  constexpr float factor = 3.0F;
  const size_t size = count * sizeof(float);
  Workload workload;
  workload.arrays.push_back(output_array(Element::float32, count, fused));
  workload.arrays.push_back(input_floats(count, -1, 1, 1));
  workload.arrays.push_back(input_floats(count, -1, 1, 2));
  workload.launches = {
      {{ArrayArgument{0}, ArrayArgument{1}, ArrayArgument{2}, factor}, {count}, {256}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.triad(array_at<float>(arrays, 0), array_at<float>(arrays, 1),
                  array_at<float>(arrays, 2), factor, count, exceeds_caches(size));
  };
  workload.copied_bytes = 3 * size / 2;
  return workload;
}

Workload stencil(Scale scale) {
  const size_t width = scale == Scale::full ? 4096 : 256;
  const size_t height = width;
  const size_t size = width * height * sizeof(float);
  Workload workload;
  workload.arrays.push_back(input_floats(width * height, 0, 1, 3));
  workload.arrays.push_back(output_array(Element::float32, width * height, fused));
  workload.launches = {{{ArrayArgument{0}, ArrayArgument{1}, static_cast<uint32_t>(width),
                         static_cast<uint32_t>(height)},
                        {width, height},
                        {16, 16}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.stencil(array_at<float>(arrays, 0), array_at<float>(arrays, 1), width, height,
                    exceeds_caches(size));
  };
  workload.copied_bytes = size;
  return workload;
}

Workload transpose(Scale scale) {
  const size_t size = scale == Scale::full ? 2048 : 128;
  Workload workload;
  workload.arrays.push_back(input_floats(size * size, 0, 1, 4));
  workload.arrays.push_back(output_array(Element::float32, size * size, {}));
  workload.launches = {
      {{ArrayArgument{0}, ArrayArgument{1}, static_cast<uint32_t>(size)}, {size, size}, {16, 16}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.transpose(array_at<float>(arrays, 0), array_at<float>(arrays, 1), size);
  };
  // A tile with rows padded by one element.
  workload.general_local_memory = {16 * 17 * sizeof(float)};
  workload.copied_bytes = size * size * sizeof(float);
  return workload;
}

// Rows of 0 to 125 elements, 11 on average: many short rows and a few long ones.
std::vector<uint32_t> irregular_starts(size_t rows, std::mt19937 &random) {
  std::vector<uint32_t> starts(rows + 1);
  for (size_t row = 0; row < rows; ++row) {
    const float length = 4.0F / (random_float(random, 0, 1) + 1.0F / 32) - 3.0F;
    starts[row + 1] = starts[row] + static_cast<uint32_t>(length);
  }
  return starts;
}

Workload spmv(Scale scale) {
  const size_t rows = size_t{1} << (scale == Scale::full ? 20 : 12);
  std::mt19937 random(5);
  const std::vector<uint32_t> starts = irregular_starts(rows, random);
  const size_t elements = starts.back();
  Workload workload;
  workload.arrays.push_back(
      {Element::uint32, HostMemory(starts.size() * sizeof(uint32_t)), std::nullopt});
  std::ranges::copy(starts, workload.arrays[0].initial.as<uint32_t>().begin());
  workload.arrays.push_back(
      {Element::uint32, HostMemory(elements * sizeof(uint32_t)), std::nullopt});
  for (uint32_t &column : workload.arrays[1].initial.as<uint32_t>()) {
    column = static_cast<uint32_t>(random() % rows);
  }
  workload.arrays.push_back(input_floats(elements, 0, 1, 6));
  workload.arrays.push_back(input_floats(rows, 0, 1, 7));
  // Long rows sum many products.
  workload.arrays.push_back(output_array(Element::float32, rows, {.relative = 1e-5}));
  workload.launches = {
      {{ArrayArgument{0}, ArrayArgument{1}, ArrayArgument{2}, ArrayArgument{3}, ArrayArgument{4}},
       {rows},
       {64}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.spmv(array_at<uint32_t>(arrays, 0), array_at<uint32_t>(arrays, 1),
                 array_at<float>(arrays, 2), array_at<float>(arrays, 3), array_at<float>(arrays, 4),
                 rows);
  };
  // Each element of the matrix and of the vectors is read or written once.
  workload.copied_bytes = (elements * 8 + rows * 12) / 2;
  return workload;
}

}  // namespace

std::vector<KernelClass> memory_kernel_classes() {
  return {{"triad", "16M", 1.2, triad},
          {"stencil", "4096^2", 1.7, stencil},
          {"transpose", "2048^2", 3, transpose},
          {"spmv", "1M rows", 1.35, spmv}};
}

}  // namespace mux::bench
