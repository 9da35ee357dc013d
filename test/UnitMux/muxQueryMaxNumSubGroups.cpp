#include <catch2/catch.hpp>

#include "../run_in_threads.h"
#include "sub_groups.h"

namespace mux::test::mux_query_max_num_sub_groups {

namespace {
constexpr EntryPoint entry_point("muxQueryMaxNumSubGroups");
}  // namespace

TEST_CASE_METHOD(SubGroupKernelsFixture,
                 "muxQueryMaxNumSubGroups: null, wrong-type and foreign kernels are "
                 "mux_error_invalid_value",
                 "[muxQueryMaxNumSubGroups]") {
  size_t count = 0;
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxQueryMaxNumSubGroups(invalid, &count));
  }
}

TEST_CASE_METHOD(SubGroupKernelsFixture,
                 "muxQueryMaxNumSubGroups: no out parameter is mux_error_null_out_parameter",
                 "[muxQueryMaxNumSubGroups]") {
  entry_point.fails(mux_error_null_out_parameter, muxQueryMaxNumSubGroups(kernel, nullptr));
}

TEST_CASE_METHOD(SubGroupKernelsFixture,
                 "muxQueryMaxNumSubGroups: without sub-groups mux_error_feature_unsupported",
                 "[muxQueryMaxNumSubGroups]") {
  size_t count = 0;
  WithoutSubGroups without(*kernel);
  entry_point.fails(mux_error_feature_unsupported,
                    muxQueryMaxNumSubGroups(&without.kernel, &count));
}

TEST_CASE_METHOD(SubGroupKernelsFixture,
                 "muxQueryMaxNumSubGroups: the number of the kernel's largest work-group",
                 "[muxQueryMaxNumSubGroups]") {
  const struct {
    const char *name;
    size_t work_items;
  } kernels[] = {{"k", device->info->max_work_group_size_x},
                 {"line", 192},
                 {"column", 128},
                 {"block", 64},
                 {"too_long", device->info->max_work_group_size_x}};
  for (const auto &row : kernels) {
    CAPTURE(row.name);
    mux_kernel_t asked = make_kernel(executable, row.name);
    size_t count = 0;
    REQUIRE(muxQueryMaxNumSubGroups(asked, &count) == mux_success);
    CHECK(count == asked->max_sub_group_count);
    CHECK(count <= device->info->max_sub_group_count);
    size_t size = 0;
    REQUIRE(muxQuerySubGroupSizeForLocalSize(asked, row.work_items, 1, 1, &size) == mux_success);
    CHECK(count == (row.work_items + size - 1) / size);
  }
}

}  // namespace mux::test::mux_query_max_num_sub_groups
