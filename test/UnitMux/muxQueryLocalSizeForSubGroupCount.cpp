#include <catch2/catch.hpp>

#include "fixtures.h"
#include "threads.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxQueryLocalSizeForSubGroupCount");

class AnyKernelFixture : public KernelFixture {
 public:
  mux_kernel_t kernel = build("kernel void k(global int *out) { out[0] = 1; }", "k");
  size_t x = 0;
  size_t y = 0;
  size_t z = 0;
};

}  // namespace

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryLocalSizeForSubGroupCount.rc01: null, wrong-type and foreign kernels are "
                 "mux_error_invalid_value",
                 "[muxQueryLocalSizeForSubGroupCount]") {
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxQueryLocalSizeForSubGroupCount(invalid, 1, &x, &y, &z));
  }
}

TEST_CASE_METHOD(AnyKernelFixture,
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

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryLocalSizeForSubGroupCount.rc05, vu01: without sub-groups "
                 "mux_error_feature_unsupported",
                 "[muxQueryLocalSizeForSubGroupCount]") {
  REQUIRE(device->info->max_sub_group_count == 0);
  entry_point.fails(mux_error_feature_unsupported,
                    muxQueryLocalSizeForSubGroupCount(kernel, 1, &x, &y, &z));
  const auto results = run_in_threads([&](unsigned) {
    size_t out[3];
    return muxQueryLocalSizeForSubGroupCount(kernel, 2, &out[0], &out[1], &out[2]);
  });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
}
