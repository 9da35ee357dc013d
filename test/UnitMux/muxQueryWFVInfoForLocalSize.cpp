#include <catch2/catch.hpp>

#include "fixtures.h"
#include "threads.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxQueryWFVInfoForLocalSize");

class AnyKernelFixture : public KernelFixture {
 public:
  mux_kernel_t kernel = build("kernel void k(global int *out) { out[0] = 1; }", "k");
  mux_wfv_status_e status = mux_wfv_status_none;
  size_t x = 0;
  size_t y = 0;
  size_t z = 0;
};

}  // namespace

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryWFVInfoForLocalSize.rc01: null, wrong-type and foreign kernels are "
                 "mux_error_invalid_value",
                 "[muxQueryWFVInfoForLocalSize]") {
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxQueryWFVInfoForLocalSize(invalid, 1, 1, 1, &status, &x, &y, &z));
  }
}

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryWFVInfoForLocalSize.rc02, rc03, rc04: a local size of 0 is "
                 "mux_error_invalid_value",
                 "[muxQueryWFVInfoForLocalSize]") {
  entry_point.fails(mux_error_invalid_value,
                    muxQueryWFVInfoForLocalSize(kernel, 0, 1, 1, &status, &x, &y, &z));
  entry_point.fails(mux_error_invalid_value,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 0, 1, &status, &x, &y, &z));
  entry_point.fails(mux_error_invalid_value,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 0, &status, &x, &y, &z));
}

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryWFVInfoForLocalSize.rc05: no status and not all widths is "
                 "mux_error_null_out_parameter",
                 "[muxQueryWFVInfoForLocalSize]") {
  entry_point.fails(mux_error_null_out_parameter,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, nullptr, nullptr, &y, &z));
  entry_point.fails(mux_error_null_out_parameter,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, nullptr, &x, nullptr, &z));
  entry_point.fails(mux_error_null_out_parameter,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, nullptr, &x, &y, nullptr));
  entry_point.fails(
      mux_error_null_out_parameter,
      muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, nullptr, nullptr, nullptr, nullptr));
}

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryWFVInfoForLocalSize.rc06, vu01: not offered yet: "
                 "mux_error_feature_unsupported",
                 "[muxQueryWFVInfoForLocalSize]") {
  entry_point.fails(mux_error_feature_unsupported,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, &status, &x, &y, &z));
  // Either the status alone or the widths alone may be asked for.
  entry_point.fails(
      mux_error_feature_unsupported,
      muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, &status, nullptr, nullptr, nullptr));
  entry_point.fails(mux_error_feature_unsupported,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, nullptr, &x, &y, &z));
  const auto results = run_in_threads([&](unsigned) {
    mux_wfv_status_e out = mux_wfv_status_none;
    return muxQueryWFVInfoForLocalSize(kernel, 8, 1, 1, &out, nullptr, nullptr, nullptr);
  });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
}
