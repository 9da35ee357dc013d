#include <catch2/catch.hpp>

#include "fixtures.h"
#include "threads.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxQuerySubGroupSizeForLocalSize");

class AnyKernelFixture : public KernelFixture {
 public:
  mux_kernel_t kernel = build("kernel void k(global int *out) { out[0] = 1; }", "k");
  size_t size = 0;
};

}  // namespace

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQuerySubGroupSizeForLocalSize.rc01: null, wrong-type and foreign kernels are "
                 "mux_error_invalid_value",
                 "[muxQuerySubGroupSizeForLocalSize]") {
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxQuerySubGroupSizeForLocalSize(invalid, 1, 1, 1, &size));
  }
}

TEST_CASE_METHOD(AnyKernelFixture,
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

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQuerySubGroupSizeForLocalSize.rc05: no out parameter is "
                 "mux_error_null_out_parameter",
                 "[muxQuerySubGroupSizeForLocalSize]") {
  entry_point.fails(mux_error_null_out_parameter,
                    muxQuerySubGroupSizeForLocalSize(kernel, 1, 1, 1, nullptr));
}

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQuerySubGroupSizeForLocalSize.rc06, vu01: without sub-groups "
                 "mux_error_feature_unsupported",
                 "[muxQuerySubGroupSizeForLocalSize]") {
  REQUIRE(device->info->max_sub_group_count == 0);
  entry_point.fails(mux_error_feature_unsupported,
                    muxQuerySubGroupSizeForLocalSize(kernel, 1, 1, 1, &size));
  const auto results = run_in_threads([&](unsigned) {
    size_t out = 0;
    return muxQuerySubGroupSizeForLocalSize(kernel, 8, 8, 1, &out);
  });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
}
