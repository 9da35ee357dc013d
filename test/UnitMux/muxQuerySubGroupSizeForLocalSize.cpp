#include <catch2/catch.hpp>

#include "../run_in_threads.h"
#include "sub_groups.h"

namespace mux::test::mux_query_sub_group_size_for_local_size {

namespace {

constexpr EntryPoint entry_point("muxQuerySubGroupSizeForLocalSize");

class SizeFixture : public SubGroupKernelsFixture {
 public:
  size_t size = 0;
};

}  // namespace

TEST_CASE_METHOD(SizeFixture,
                 "muxQuerySubGroupSizeForLocalSize.rc01: null, wrong-type and foreign kernels are "
                 "mux_error_invalid_value",
                 "[muxQuerySubGroupSizeForLocalSize]") {
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxQuerySubGroupSizeForLocalSize(invalid, 1, 1, 1, &size));
  }
}

TEST_CASE_METHOD(SizeFixture,
                 "muxQuerySubGroupSizeForLocalSize.rc02, rc03, rc04: a local size of 0 is "
                 "mux_error_invalid_value",
                 "[muxQuerySubGroupSizeForLocalSize]") {
  entry_point.fails(mux_error_invalid_value,
                    muxQuerySubGroupSizeForLocalSize(kernel, 0, 1, 1, &size));
  entry_point.fails(mux_error_invalid_value,
                    muxQuerySubGroupSizeForLocalSize(kernel, 1, 0, 1, &size));
  entry_point.fails(mux_error_invalid_value,
                    muxQuerySubGroupSizeForLocalSize(kernel, 1, 1, 0, &size));
}

TEST_CASE_METHOD(SizeFixture,
                 "muxQuerySubGroupSizeForLocalSize.rc05: no out parameter is "
                 "mux_error_null_out_parameter",
                 "[muxQuerySubGroupSizeForLocalSize]") {
  entry_point.fails(mux_error_null_out_parameter,
                    muxQuerySubGroupSizeForLocalSize(kernel, 1, 1, 1, nullptr));
}

TEST_CASE_METHOD(SizeFixture,
                 "muxQuerySubGroupSizeForLocalSize.rc06: without sub-groups "
                 "mux_error_feature_unsupported",
                 "[muxQuerySubGroupSizeForLocalSize]") {
  WithoutSubGroups without(*kernel);
  entry_point.fails(mux_error_feature_unsupported,
                    muxQuerySubGroupSizeForLocalSize(&without.kernel, 1, 1, 1, &size));
  REQUIRE(device->info->max_sub_group_count != 0);
  CHECK(muxQuerySubGroupSizeForLocalSize(kernel, 1, 1, 1, &size) == mux_success);
}

TEST_CASE_METHOD(
    SizeFixture,
    "muxQuerySubGroupSizeForLocalSize.vu02: a size that the device names, or the whole "
    "group if that is smaller",
    "[muxQuerySubGroupSizeForLocalSize]") {
  for (const size_t work_items : {1, 2, 3, 7, 16, 100, 1024}) {
    CAPTURE(work_items);
    REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, work_items, 1, 1, &size) == mux_success);
    CHECK((offers_sub_group_size(*device->info, size) || size == work_items));
    CHECK(size <= work_items);
    // Independent of the shape.
    size_t arranged = 0;
    REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, 1, work_items, 1, &arranged) == mux_success);
    CHECK(arranged == size);
    REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, 1, 1, work_items, &arranged) == mux_success);
    CHECK(arranged == size);
  }
  // No group is that large, but the result is valid.
  REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, size_t{1} << 40, size_t{1} << 40, 2, &size) ==
          mux_success);
  CHECK(offers_sub_group_size(*device->info, size));
}

}  // namespace mux::test::mux_query_sub_group_size_for_local_size
