// A dispatch whose number of work-groups an earlier dispatch wrote, which depends on the data:
// values that pass a test are counted, and so many work-groups append to a buffer.
#include "program.h"

namespace {

constexpr uint32_t count = 10000;

const char *counting = R"(#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) buffer Size { uint x; uint y; uint z; };
void main() {
  uint index = gl_GlobalInvocationID.x;
  if (index < uint(values.length()) && values[index] % 7u == 0u) atomicAdd(x, 1u);
}
)";

const char *filling = R"(#version 310 es
layout(local_size_x = 8) in;
layout(std430, binding = 2) buffer Result { uint results[]; };
void main() {
  results[gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x * 3u + gl_NumWorkGroups.x;
}
)";

}  // namespace

int main() {
  gl_test::create_context();
  std::vector<uint32_t> values(count);
  uint32_t random = 3;
  uint32_t groups = 0;
  for (uint32_t &value : values) {
    random = random * 1664525 + 1013904223;
    value = random >> 8;
    groups += value % 7 == 0 ? 1 : 0;
  }
  std::vector<uint32_t> expected(size_t(count) * 8, 0xffffffff);
  for (uint32_t i = 0; i < groups * 8; ++i) {
    expected[i] = i * 3 + groups;
  }
  gl_test::create_storage(0, values);
  const GLuint size = gl_test::create_storage(1, {0, 1, 1});
  const GLuint result =
      gl_test::create_storage(2, std::vector<uint32_t>(expected.size(), 0xffffffff));
  gl_test::use_compute_program(counting);
  glDispatchCompute((count + 63) / 64, 1, 1);
  glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
  gl_test::use_compute_program(filling);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, size);
  glDispatchComputeIndirect(0);
  gl_test::measure("indirect, one dispatch", [] { glDispatchComputeIndirect(0); });
  const int wrong_size = gl_test::compare("size", gl_test::read_storage(size, 3), {groups, 1, 1});
  const int wrong_result =
      gl_test::compare("indirect", gl_test::read_storage(result, expected.size()), expected);
  return wrong_size | wrong_result;
}
