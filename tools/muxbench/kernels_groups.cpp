// Workloads with cooperating work-items: reduction, histogram, scan, sort.

#include "muxbench/kernels_arrays.h"

namespace mux::bench {
namespace {

// The work-group size in the kernels' source.
constexpr size_t group_size = 256;

Workload reduction(Scale scale) {
  const size_t count = size_t{1} << (scale == Scale::full ? 24 : 18);
  constexpr size_t groups = 64;
  Workload workload;
  workload.arrays.push_back(input_floats(count, 0, 1, 1));
  // Sums of many values in a different order.
  workload.arrays.push_back(output_array(Element::float32, groups, {.relative = 1e-4}));
  workload.arrays.push_back(output_array(Element::float32, 1, {.relative = 1e-4}));
  // The second launch sums the results of the first launch's work-groups.
  workload.launches = {{{ArrayArgument{0}, ArrayArgument{1}, static_cast<uint32_t>(count)},
                        {groups * group_size},
                        {group_size}},
                       {{ArrayArgument{1}, ArrayArgument{2}, static_cast<uint32_t>(groups)},
                        {group_size},
                        {group_size}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    float *const sums = array_at<float>(arrays, 1);
    by_hand.reduction(array_at<float>(arrays, 0), sums, count, groups);
    float total = 0;
    for (size_t group = 0; group < groups; ++group) {
      total += sums[group];
    }
    *array_at<float>(arrays, 2) = total;
  };
  workload.general_local_memory = {group_size * sizeof(float)};
  workload.copied_bytes = count * sizeof(float) / 2;
  return workload;
}

Workload histogram(Scale scale) {
  const size_t count = size_t{1} << (scale == Scale::full ? 24 : 18);
  constexpr size_t groups = 64;
  Workload workload;
  workload.arrays.push_back({Element::uint8, HostMemory(count), std::nullopt});
  std::mt19937 random(1);
  for (uint8_t &value : workload.arrays[0].initial.as<uint8_t>()) {
    value = static_cast<uint8_t>(random());
  }
  // The counts accumulate over runs.
  workload.arrays.push_back(output_array(Element::uint32, 256, {}));
  workload.launches = {{{ArrayArgument{0}, ArrayArgument{1}, static_cast<uint32_t>(count)},
                        {groups * group_size},
                        {group_size}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.histogram(array_at<uint8_t>(arrays, 0), array_at<uint32_t>(arrays, 1), count);
  };
  workload.general_local_memory = {group_size * sizeof(uint32_t)};
  return workload;
}

Workload scan(Scale scale) {
  const size_t count = size_t{1} << (scale == Scale::full ? 22 : 16);
  Workload workload;
  workload.arrays.push_back(input_floats(count, 0, 1, 1));
  // The algorithm determines the order of rounding.
  workload.arrays.push_back(output_array(Element::float32, count, {}));
  workload.launches = {{{ArrayArgument{0}, ArrayArgument{1}}, {count}, {group_size}}};
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.scan(array_at<float>(arrays, 0), array_at<float>(arrays, 1), count);
  };
  workload.general_local_memory = {group_size * sizeof(float), group_size * sizeof(float)};
  workload.copied_bytes = count * sizeof(float);
  return workload;
}

Workload bitonic_sort(Scale scale) {
  const uint32_t count = uint32_t{1} << (scale == Scale::full ? 20 : 12);
  Workload workload;
  workload.arrays.push_back(input_floats(count, -1, 1, 1));
  workload.arrays.back().tolerance = Tolerance{};
  for (uint32_t length = 2; length <= count; length *= 2) {
    for (uint32_t stride = length / 2; stride > 0; stride /= 2) {
      workload.launches.push_back({{ArrayArgument{0}, stride, length}, {count}, {group_size}});
    }
  }
  workload.by_hand = [=](const ByHand &by_hand, std::span<std::byte *const> arrays) {
    by_hand.bitonic_sort(array_at<float>(arrays, 0), count);
  };
  workload.general_local_memory = std::vector<size_t>();
  // Sorted input takes other branches.
  workload.restored = true;
  return workload;
}

}  // namespace

std::vector<KernelClass> group_kernel_classes() {
  return {{"reduction", "16M", 25, reduction},
          {"histogram", "16M bytes", 25, histogram},
          {"scan", "4M", 25, scan},
          {"bitonic_sort", "1M, 210 launches", 20, bitonic_sort}};
}

}  // namespace mux::bench
