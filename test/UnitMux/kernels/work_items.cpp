// Work-item functions in one, two and three dimensions, with offsets and with work-group sizes that
// do not divide the global size.

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "fixtures.h"

namespace mux::test::work_items {

namespace {

/// Every work-item writes all its ids and sizes to the element of its global id.
constexpr const char *source = R"(
typedef struct {
  ulong dimensions;
  ulong global_id[3], local_id[3], group_id[3], offset[3];
  ulong global_size[3], local_size[3], enqueued_local_size[3], group_count[3];
  ulong linear_global, linear_local;
  ulong beyond;
} view;

kernel void look(global view *views) {
  size_t at = 0;
  for (int d = 2; d >= 0; --d)
    at = at * get_global_size(d) + get_global_id(d) - get_global_offset(d);
  global view *v = &views[at];
  v->dimensions = get_work_dim();
  for (int d = 0; d < 3; ++d) {
    v->global_id[d] = get_global_id(d);
    v->local_id[d] = get_local_id(d);
    v->group_id[d] = get_group_id(d);
    v->offset[d] = get_global_offset(d);
    v->global_size[d] = get_global_size(d);
    v->local_size[d] = get_local_size(d);
    v->enqueued_local_size[d] = get_enqueued_local_size(d);
    v->group_count[d] = get_num_groups(d);
  }
  v->linear_global = get_global_linear_id();
  v->linear_local = get_local_linear_id();
  v->beyond = get_global_id(3) + get_local_id(4) * 2 + get_group_id(5) * 4 +
              (get_global_size(3) - 1) * 8 + (get_local_size(7) - 1) * 16 +
              (get_num_groups(3) - 1) * 32 + get_global_offset(9) * 64;
}
)";

struct View {
  uint64_t dimensions;
  uint64_t global_id[3], local_id[3], group_id[3], offset[3];
  uint64_t global_size[3], local_size[3], enqueued_local_size[3], group_count[3];
  uint64_t linear_global, linear_local;
  uint64_t beyond;
};

/// The number of members of `view` that are wrong for work-item (x, y, z) of `range`.
int wrong_members(const View &view, const Range &range, const size_t (&id)[3]) {
  int wrong = view.dimensions != range.dimensions || view.beyond != 0;
  uint64_t linear_global = 0;
  uint64_t linear_local = 0;
  for (size_t d = 3; d-- > 0;) {
    const size_t global = d < range.dimensions ? range.global[d] : 1;
    const size_t local = d < range.dimensions ? range.local[d] : 1;
    const size_t offset = d < range.dimensions ? range.offset[d] : 0;
    const size_t group = id[d] / local;
    const size_t group_size = std::min(local, global - group * local);
    wrong += view.global_id[d] != id[d] + offset;
    wrong += view.local_id[d] != id[d] % local;
    wrong += view.group_id[d] != group;
    wrong += view.offset[d] != offset;
    wrong += view.global_size[d] != global;
    wrong += view.local_size[d] != group_size;
    wrong += view.enqueued_local_size[d] != local;
    wrong += view.group_count[d] != (global + local - 1) / local;
    linear_global = linear_global * global + id[d];
    linear_local = linear_local * group_size + id[d] % local;
  }
  wrong += view.linear_global != linear_global;
  wrong += view.linear_local != linear_local;
  return wrong;
}

void check_range(KernelFixture &fixture, mux_kernel_t kernel, const Range &range) {
  CAPTURE(range.dimensions, range.global[0], range.global[1], range.global[2], range.local[0],
          range.local[1], range.local[2], range.offset[0], range.offset[1], range.offset[2]);
  size_t global[3] = {1, 1, 1};
  std::copy_n(range.global, range.dimensions, global);
  const TestBuffer views = fixture.make_buffer(global[0] * global[1] * global[2] * sizeof(View));
  std::fill(views.bytes.begin(), views.bytes.end(), uint8_t{0xee});
  fixture.launch(kernel, Arguments().buffer(views), range);
  int wrong = 0;
  size_t at = 0;
  for (size_t z = 0; z < global[2]; ++z) {
    for (size_t y = 0; y < global[1]; ++y) {
      for (size_t x = 0; x < global[0]; ++x) {
        wrong += wrong_members(views.as<View>()[at++], range, {x, y, z});
      }
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: work-item functions", "[kernels]") {
  mux_kernel_t kernel = build(source, "look", "-cl-std=CL3.0");
  const Range ranges[] = {
      Range::linear(1, 1),
      Range::linear(64, 16),
      Range::linear(1, 64),
      Range::linear(100, 7),
      Range::linear(17, 16),
      {1, {10, 1, 1}, {4, 1, 1}, {1000, 0, 0}},
      {2, {8, 8, 1}, {4, 4, 1}, {}},
      {2, {7, 5, 1}, {3, 2, 1}, {10, 20, 0}},
      {2, {1, 9, 1}, {1, 4, 1}, {}},
      {3, {4, 4, 4}, {2, 2, 2}, {}},
      {3, {5, 3, 7}, {2, 3, 4}, {1, 2, 3}},
      {3, {1, 1, 5}, {8, 8, 2}, {}},
      {3, {6, 1, 2}, {4, 1, 1}, {size_t{1} << 40, 0, 7}},
  };
  for (const Range &range : ranges) {
    check_range(*this, kernel, range);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: work-item functions in random ranges", "[kernels]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  mux_kernel_t kernel = build(source, "look", "-cl-std=CL3.0");
  for (int i = 0; i < 40; ++i) {
    Range range{1 + random() % 3, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
    for (size_t d = 0; d < range.dimensions; ++d) {
      range.global[d] = 1 + random() % 20;
      range.local[d] = 1 + random() % 9;
      range.offset[d] = random() % 50;
    }
    check_range(*this, kernel, range);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a required work-group size", "[kernels]") {
  mux_kernel_t kernel = build(
      "kernel __attribute__((reqd_work_group_size(8, 2, 1)))\n"
      "void k(global int *out) {\n"
      "  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_size(0);\n"
      "}\n",
      "k");
  const TestBuffer out = make_buffer(16 * 4 * sizeof(int));
  launch(kernel, Arguments().buffer(out), {2, {16, 4, 1}, {8, 2, 1}, {}});
  CHECK(out.as<int>()[63] == 8);
  Arguments arguments;
  arguments.buffer(out);
  CHECK(record(command_buffer, kernel, arguments, {2, {16, 4, 1}, {4, 2, 1}, {}}) ==
        mux_error_invalid_value);
  expect_still_runs();
}

TEST_CASE_METHOD(KernelFixture, "kernels: every work-item runs exactly once", "[kernels]") {
  mux_kernel_t kernel = build(
      "kernel void k(global volatile uint *seen) { atomic_inc(&seen[get_global_id(0)]); }", "k");
  for (const size_t local : {size_t{1}, size_t{5}, size_t{64}, size_t{1000}}) {
    CAPTURE(local);
    constexpr size_t count = 100003;
    const TestBuffer seen = make_buffer(count * sizeof(uint32_t));
    launch(kernel, Arguments().buffer(seen), Range::linear(count, local));
    size_t wrong = 0;
    for (const uint32_t value : seen.as<uint32_t>()) {
      wrong += value != 1;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: facts about local ids do not hold for padding lanes",
                 "[kernels]") {
  // The divisors are not 0 for ids of the group, but for padding lanes some are.
  const uint32_t local = GENERATE(7, 20, 37, 100);
  CAPTURE(local);
  mux_kernel_t kernel = build("#define SIZE " + std::to_string(local) + R"(
    kernel void k(global const int *in, global int *out, global const long *wide) {
      int l = get_local_id(0), i = get_global_id(0), x = in[i];
      int sum = x / (SIZE - l) + x % (SIZE - (int)get_local_id(0));
      sum += (int)(wide[i] / (long)(SIZE - get_local_id(0)));
      if (x % 3 != 0) sum += x / ((SIZE + 3) / 4 - l / 4);
      switch (l % 4) {
        case 0: sum ^= x; break;
        case 1: sum += 2 * x; break;
        case 2: sum -= 3 * x; break;
        case 3: sum = ~sum; break;
      }
      for (int k = l; k != SIZE; ++k) sum += k;
      out[i] = sum;
    })",
                              "k");
  const size_t count = size_t{3} * local;
  std::vector<int32_t> in(count);
  std::vector<int64_t> wide(count);
  for (size_t i = 0; i < count; ++i) {
    in[i] = static_cast<int32_t>(i * 7919 % 10007);
    wide[i] = static_cast<int64_t>(i) * 123456789;
  }
  const TestBuffer in_buffer = make_buffer(std::span<const int32_t>(in));
  const TestBuffer wide_buffer = make_buffer(std::span<const int64_t>(wide));
  const TestBuffer out = make_buffer(count * sizeof(int32_t));
  launch(kernel, Arguments().buffer(in_buffer).buffer(out).buffer(wide_buffer),
         Range::linear(count, local));
  const auto size = static_cast<int32_t>(local);
  for (size_t i = 0; i < count; ++i) {
    const auto l = static_cast<int32_t>(i % local);
    const int32_t x = in[i];
    int32_t sum = x / (size - l) + x % (size - l) + static_cast<int32_t>(wide[i] / (size - l));
    sum += x % 3 != 0 ? x / ((size + 3) / 4 - l / 4) : 0;
    sum = l % 4 == 0 ? sum ^ x : l % 4 == 1 ? sum + 2 * x : l % 4 == 2 ? sum - 3 * x : ~sum;
    for (int32_t k = l; k != size; ++k) {
      sum += k;
    }
    CAPTURE(i);
    REQUIRE(out.as<int32_t>()[i] == sum);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a global size of 0 executes nothing", "[kernels]") {
  mux_kernel_t kernel = build("kernel void k(global int *out) { out[0] = 1; }", "k");
  const TestBuffer out = make_buffer(4);
  launch(kernel, Arguments().buffer(out), Range::linear(0, 1));
  launch(kernel, Arguments().buffer(out), {2, {4, 0, 1}, {1, 1, 1}, {}});
  CHECK(out.as<int>()[0] == 0);
}

}  // namespace mux::test::work_items
