// Background specialization for the local size and argument values of repeated dispatches. Its time
// depends on the machine; results are the same before and after.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "fixtures.h"

namespace mux::test::specialization {

namespace {

constexpr const char *source = R"(
  kernel void k(global int *out, global const int *in, local int *t) {
    int l = get_local_id(0);
    t[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < get_local_size(0); s <<= 1) {
      int other = l >= s ? t[l - s] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      t[l] += other;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = t[l] + (int)get_global_offset(0) + 100 * (int)get_local_size(0);
  })";

/// What the kernel computes: sums within each group.
std::vector<int> expected(size_t count, size_t group, size_t offset) {
  std::vector<int> result(count);
  int sum = 0;
  for (size_t i = 0; i < count; ++i) {
    sum = (i % group == 0 ? 0 : sum) + static_cast<int>(i % 13);
    const size_t last_group = count - count % group;
    const size_t size = i < last_group ? group : count % group;
    result[i] = sum + static_cast<int>(offset) + 100 * static_cast<int>(size);
  }
  return result;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture,
                 "kernels: results stay the same while a kernel is compiled for its local size",
                 "[kernels]") {
  mux_kernel_t kernel = build(source, "k");
  struct Sizes {
    size_t count;
    size_t group;
    size_t offset;
  };
  // Powers of two and others, groups that do and do not divide the range, an offset.
  for (const Sizes sizes :
       {Sizes{1024, 64, 0}, {960, 24, 0}, {1000, 64, 0}, {64, 1, 0}, {512, 64, 5}}) {
    CAPTURE(sizes.count, sizes.group, sizes.offset);
    const size_t bytes = (sizes.count + sizes.offset) * sizeof(int);
    const TestBuffer in = make_buffer(bytes);
    const TestBuffer out = make_buffer(bytes);
    for (size_t i = 0; i < sizes.count; ++i) {
      in.as<int>()[sizes.offset + i] = static_cast<int>(i % 13);
    }
    const std::vector<int> wanted = expected(sizes.count, sizes.group, sizes.offset);
    Arguments arguments;
    arguments.buffer(out).buffer(in).local(sizes.group * sizeof(int));
    mux_command_buffer_t commands = make_command_buffer();
    Range range = Range::linear(sizes.count, sizes.group);
    range.offset[0] = sizes.offset;
    REQUIRE(record(commands, kernel, arguments, range) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    const auto results = out.as<int>().subspan(sizes.offset);
    int wrong = 0;
    for (int dispatch = 0; dispatch < 400; ++dispatch) {
      std::fill(results.begin(), results.end(), -1);
      REQUIRE(dispatch_and_wait(commands) == mux_success);
      wrong += std::equal(wanted.begin(), wanted.end(), results.begin()) ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: objects may be destroyed during specialization",
                 "[kernels]") {
  for (int round = 0; round < 10; ++round) {
    const TestBuffer in = make_buffer(256 * sizeof(int));
    const TestBuffer out = make_buffer(256 * sizeof(int));
    mux_kernel_t kernel = build(source, "k");
    Arguments arguments;
    arguments.buffer(out).buffer(in).local(64 * sizeof(int));
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(record(commands, kernel, arguments, Range::linear(256, 64)) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    // The variant is requested at about this time.
    for (int dispatch = 0; dispatch < 8 + round; ++dispatch) {
      REQUIRE(dispatch_and_wait(commands) == mux_success);
    }
    CHECK(out.as<int>()[0] == 6400);
    clean_up();
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: results stay the same while a kernel is compiled for its arguments",
                 "[kernels]") {
  mux_kernel_t kernel = build(
      "kernel void k(global int *out, int n, int factor, short step) {\n"
      "  int sum = factor;\n"
      "  for (int i = 0; i < n; ++i) sum += i * (int)get_global_id(0);\n"
      "  out[get_global_id(0) * step] = sum;\n"
      "}\n",
      "k");
  constexpr int items = 100;
  const TestBuffer out = make_buffer(2 * items * sizeof(int));
  mux_command_buffer_t commands = make_command_buffer();
  Arguments arguments;
  arguments.buffer(out).value(0).value(0).value(short{1});
  REQUIRE(record(commands, kernel, arguments, Range::linear(items, 32)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
  // `n` and `step` are constant for a while and then change; `factor` always changes.
  int wrong = 0;
  for (int dispatch = 0; dispatch < 1200; ++dispatch) {
    const int n = dispatch % 400 < 300 ? 5 + dispatch / 400 : dispatch % 7;
    const auto step = static_cast<short>(dispatch < 700 ? 1 : 2);
    Arguments changed;
    changed.value(n).value(dispatch).value(step);
    uint64_t indices[] = {1, 2, 3};
    REQUIRE(muxUpdateDescriptors(commands, 0, 3, indices, changed.descriptors.data()) ==
            mux_success);
    REQUIRE(dispatch_and_wait(commands) == mux_success);
    for (int i = 0; i < items; ++i) {
      wrong += out.as<int>()[i * step] == dispatch + n * (n - 1) / 2 * i ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: a kernel with a required local size runs remainder groups",
                 "[kernels]") {
  mux_kernel_t kernel = build(
      "kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(global int *out, local int "
      "*t)\n"
      "{\n"
      "  t[get_local_id(0)] = get_global_id(0);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];\n"
      "}\n",
      "k");
  // In one command buffer, so that both codes run concurrently.
  constexpr size_t sizes[] = {640, 650, 3, 64, 127};
  std::vector<TestBuffer> buffers;
  mux_command_buffer_t commands = make_command_buffer();
  for (const size_t size : sizes) {
    buffers.push_back(make_buffer(size * sizeof(int)));
    Arguments arguments;
    arguments.buffer(buffers.back()).local(64 * sizeof(int));
    REQUIRE(record(commands, kernel, arguments, Range::linear(size, 64)) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
  for (int dispatch = 0; dispatch < 50; ++dispatch) {
    REQUIRE(dispatch_and_wait(commands) == mux_success);
  }
  for (size_t command = 0; command < std::size(sizes); ++command) {
    const size_t size = sizes[command];
    CAPTURE(size);
    size_t wrong = 0;
    for (size_t i = 0; i < size; ++i) {
      const size_t first = i / 64 * 64;
      const size_t last = std::min(first + 64, size) - 1;
      wrong += buffers[command].as<int>()[i] == static_cast<int>(first + last - i) ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}

}  // namespace mux::test::specialization
