// Sum, maximum and number of odd values of a buffer: shared memory and barriers within a
// work-group, atomics between them.
#include "program.h"

#include <algorithm>

namespace {

constexpr uint32_t groups = 500;
constexpr uint32_t count = groups * 256 - 77;  // the last work-group is not full

const char *shader = R"(#version 310 es
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) buffer Result { uint sum; uint maximum; uint odd; };
shared uint sums[256];
shared uint group_odd;
void main() {
  uint local = gl_LocalInvocationID.x;
  uint index = gl_GlobalInvocationID.x;
  uint value = index < uint(values.length()) ? values[index] : 0u;
  if (local == 0u) group_odd = 0u;
  sums[local] = value;
  memoryBarrierShared();
  barrier();
  atomicAdd(group_odd, value & 1u);
  atomicMax(maximum, value);
  for (uint half_size = 128u; half_size > 0u; half_size >>= 1) {
    if (local < half_size) sums[local] += sums[local + half_size];
    memoryBarrierShared();
    barrier();
  }
  if (local == 0u) {
    atomicAdd(sum, sums[0]);
    atomicAdd(odd, group_odd);
  }
}
)";

}  // namespace

int main() {
  gl_test::create_context();
  std::vector<uint32_t> values(count);
  std::vector<uint32_t> expected(3);
  uint32_t random = 7;
  for (uint32_t &value : values) {
    random = random * 1664525 + 1013904223;
    value = random >> 3;
    expected[0] += value;
    expected[1] = std::max(expected[1], value);
    expected[2] += value & 1;
  }
  gl_test::create_storage(0, values);
  const GLuint result = gl_test::create_storage(1, std::vector<uint32_t>(3));
  gl_test::use_compute_program(shader);
  glDispatchCompute(groups, 1, 1);
  const int status = gl_test::compare("reduction", gl_test::read_storage(result, 3), expected);
  gl_test::measure("reduction, one dispatch", [] { glDispatchCompute(groups, 1, 1); });
  return status;
}
