#include <catch2/catch.hpp>

#include "../run_in_threads.h"
#include "sub_groups.h"

namespace mux::test::mux_query_local_size_for_sub_group_count {

namespace {

constexpr EntryPoint entry_point("muxQueryLocalSizeForSubGroupCount");

class LocalSizeFixture : public SubGroupKernelsFixture {
 public:
  size_t x = 0;
  size_t y = 0;
  size_t z = 0;
};

}  // namespace

TEST_CASE_METHOD(LocalSizeFixture,
                 "muxQueryLocalSizeForSubGroupCount.rc01: null, wrong-type and foreign kernels are "
                 "mux_error_invalid_value",
                 "[muxQueryLocalSizeForSubGroupCount]") {
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxQueryLocalSizeForSubGroupCount(invalid, 1, &x, &y, &z));
  }
}

TEST_CASE_METHOD(LocalSizeFixture,
                 "muxQueryLocalSizeForSubGroupCount.rc02, rc03, rc04: no out parameter is "
                 "mux_error_null_out_parameter",
                 "[muxQueryLocalSizeForSubGroupCount]") {
  entry_point.fails(mux_error_null_out_parameter,
                    muxQueryLocalSizeForSubGroupCount(kernel, 1, nullptr, &y, &z));
  entry_point.fails(mux_error_null_out_parameter,
                    muxQueryLocalSizeForSubGroupCount(kernel, 1, &x, nullptr, &z));
  entry_point.fails(mux_error_null_out_parameter,
                    muxQueryLocalSizeForSubGroupCount(kernel, 1, &x, &y, nullptr));
}

TEST_CASE_METHOD(LocalSizeFixture,
                 "muxQueryLocalSizeForSubGroupCount.rc05: without sub-groups "
                 "mux_error_feature_unsupported",
                 "[muxQueryLocalSizeForSubGroupCount]") {
  WithoutSubGroups without(*kernel);
  entry_point.fails(mux_error_feature_unsupported,
                    muxQueryLocalSizeForSubGroupCount(&without.kernel, 1, &x, &y, &z));
  CHECK(muxQueryLocalSizeForSubGroupCount(kernel, 1, &x, &y, &z) == mux_success);
}

TEST_CASE_METHOD(LocalSizeFixture,
                 "muxQueryLocalSizeForSubGroupCount: the size has one dimension, is a multiple of "
                 "the sub-group size and gives the number asked for",
                 "[muxQueryLocalSizeForSubGroupCount]") {
  mux_kernel_t counting = build(
      "kernel void k(global int *out) { if (get_global_id(0) == 0) out[0] = get_num_sub_groups(); "
      "}",
      "k", "-cl-std=CL3.0");
  const TestBuffer out = make_buffer(sizeof(uint32_t));
  for (size_t count :
       {size_t{1}, size_t{2}, size_t{3}, size_t{17}, size_t{64}, counting->max_sub_group_count}) {
    count = std::min(count, counting->max_sub_group_count);
    CAPTURE(count);
    REQUIRE(muxQueryLocalSizeForSubGroupCount(counting, count, &x, &y, &z) == mux_success);
    const size_t sizes[] = {x, y, z};
    CHECK(std::count(std::begin(sizes), std::end(sizes), size_t{1}) >= 2);
    size_t sub_group_size = 0;
    REQUIRE(muxQuerySubGroupSizeForLocalSize(counting, x, y, z, &sub_group_size) == mux_success);
    CHECK(x * y * z == count * sub_group_size);
    launch(counting, Arguments().buffer(out), {3, {x, y, z}, {x, y, z}, {}});
    CHECK(out.as<uint32_t>()[0] == count);
  }
}

TEST_CASE_METHOD(LocalSizeFixture,
                 "muxQueryLocalSizeForSubGroupCount: zero if no size gives the number",
                 "[muxQueryLocalSizeForSubGroupCount]") {
  for (const size_t count :
       {size_t{0}, kernel->max_sub_group_count + 1, size_t{1} << 40, ~size_t{0}}) {
    CAPTURE(count);
    x = y = z = 7;
    REQUIRE(muxQueryLocalSizeForSubGroupCount(kernel, count, &x, &y, &z) == mux_success);
    CHECK((x == 0 && y == 0 && z == 0));
  }
}

TEST_CASE_METHOD(LocalSizeFixture,
                 "muxQueryLocalSizeForSubGroupCount: a kernel that requires a size has no other",
                 "[muxQueryLocalSizeForSubGroupCount]") {
  mux_kernel_t line = make_kernel(executable, "line");
  const size_t of_line = line->max_sub_group_count;
  REQUIRE(muxQueryLocalSizeForSubGroupCount(line, of_line, &x, &y, &z) == mux_success);
  CHECK((x == 192 && y == 1 && z == 1));
  REQUIRE(muxQueryLocalSizeForSubGroupCount(line, of_line - 1, &x, &y, &z) == mux_success);
  CHECK((x == 0 && y == 0 && z == 0));
  mux_kernel_t column = make_kernel(executable, "column");
  REQUIRE(muxQueryLocalSizeForSubGroupCount(column, column->max_sub_group_count, &x, &y, &z) ==
          mux_success);
  CHECK((x == 1 && y == 128 && z == 1));
  // Its required size has three dimensions.
  mux_kernel_t block = make_kernel(executable, "block");
  REQUIRE(muxQueryLocalSizeForSubGroupCount(block, block->max_sub_group_count, &x, &y, &z) ==
          mux_success);
  CHECK((x == 0 && y == 0 && z == 0));
}

}  // namespace mux::test::mux_query_local_size_for_sub_group_count
