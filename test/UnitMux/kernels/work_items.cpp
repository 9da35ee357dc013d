// Work-item functions in one, two and three dimensions, with offsets and with work-group sizes that
// do not divide the global size.

#include <catch2/catch.hpp>
#include <random>

#include "fixtures.h"

namespace mux::test::work_items {

namespace {

/// Every work-item writes all it can know of itself, at the place its global id gives it.
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

/// How many members of `view` are not what work-item (x, y, z) of `range` must see.
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

TEST_CASE_METHOD(KernelFixture, "kernels: a global size of 0 runs nothing", "[kernels]") {
  mux_kernel_t kernel = build("kernel void k(global int *out) { out[0] = 1; }", "k");
  const TestBuffer out = make_buffer(4);
  launch(kernel, Arguments().buffer(out), Range::linear(0, 1));
  launch(kernel, Arguments().buffer(out), {2, {4, 0, 1}, {1, 1, 1}, {}});
  CHECK(out.as<int>()[0] == 0);
}

}  // namespace mux::test::work_items
