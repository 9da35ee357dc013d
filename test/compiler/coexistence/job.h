/// @file
/// The job of both implementations, and its expected result.

#pragma once

#include <cstdint>
#include <vector>

namespace coexistence {

constexpr size_t work_items = 1024;
constexpr size_t group_size = 64;

/// Reverses each work-group through local memory, and uses mathematical functions and loops.
constexpr const char *source = R"(
kernel void job(global const int *in, global int *out, local int *tile, int factor) {
  const size_t local_id = get_local_id(0);
  tile[local_id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = 0; i < tile[local_id] % 7; ++i) {
    sum += (int)sqrt((float)(i * i));
  }
  out[get_global_id(0)] = tile[get_local_size(0) - 1 - local_id] * factor + sum;
}
)";

constexpr int32_t factor = 3;

inline std::vector<int32_t> input() {
  std::vector<int32_t> values(work_items);
  for (size_t i = 0; i < work_items; ++i) {
    values[i] = static_cast<int32_t>(i * 31 % 1009);
  }
  return values;
}

inline std::vector<int32_t> expected() {
  const std::vector<int32_t> in = input();
  std::vector<int32_t> out(work_items);
  for (size_t i = 0; i < work_items; ++i) {
    const size_t first = i / group_size * group_size;
    int32_t sum = 0;
    for (int32_t j = 0; j < in[i] % 7; ++j) {
      sum += j;
    }
    out[i] = in[first + group_size - 1 - (i - first)] * factor + sum;
  }
  return out;
}

}  // namespace coexistence
