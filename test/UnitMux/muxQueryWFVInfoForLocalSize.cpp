#include <catch2/catch.hpp>
#include <cstdlib>

#include "fixtures.h"
#include "target/fake_objects.h"
#include "threads.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxQueryWFVInfoForLocalSize");

/// A kernel whose work-items run one at a time, because the environment asks for it.
class AnyKernelFixture : public KernelFixture {
 public:
  AnyKernelFixture() {
    setenv("MUX_VECTOR_WIDTH", "loops", 1);
    kernel = build("kernel void k(global int *out) { out[0] = 1; }", "k");
    unsetenv("MUX_VECTOR_WIDTH");
  }
  mux_kernel_t kernel = nullptr;
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

TEST_CASE_METHOD(
    FakeTargetFixture,
    "muxQueryWFVInfoForLocalSize.rc06: a target that does not vectorise whole functions "
    "is mux_error_feature_unsupported",
    "[muxQueryWFVInfoForLocalSize]") {
  FakeObjects bare{bare_target_id(), target.info(0)};
  mux_wfv_status_e status = mux_wfv_status_none;
  size_t width = 0;
  entry_point.fails(
      mux_error_feature_unsupported,
      muxQueryWFVInfoForLocalSize(&bare.kernel, 1, 1, 1, &status, &width, &width, &width));
}

TEST_CASE_METHOD(
    AnyKernelFixture,
    "muxQueryWFVInfoForLocalSize.vu02 and vu03: a kernel that was not vectorised says so, "
    "and runs one work-item at a time",
    "[muxQueryWFVInfoForLocalSize]") {
  const size_t sizes[][3] = {{1, 1, 1}, {8, 1, 1}, {1024, 1, 1}, {16, 8, 4}, {3, 5, 7}};
  for (const size_t(&local)[3] : sizes) {
    CAPTURE(local[0], local[1], local[2]);
    status = mux_wfv_status_error;
    x = y = z = 0;
    REQUIRE(muxQueryWFVInfoForLocalSize(kernel, local[0], local[1], local[2], &status, &x, &y,
                                        &z) == mux_success);
    CHECK(status == mux_wfv_status_none);
    CHECK((x == 1 && y == 1 && z == 1));
    CHECK(x * y * z <= device->info->max_work_width);
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "muxQueryWFVInfoForLocalSize.vu02 and vu03: a vectorised kernel says how many "
                 "work-items run at once, as far as the group has so many",
                 "[muxQueryWFVInfoForLocalSize]") {
  setenv("MUX_VECTOR_WIDTH", "8", 1);
  mux_kernel_t kernel = build("kernel void k(global float *p) { p[get_global_id(0)] *= 2; }", "k");
  unsetenv("MUX_VECTOR_WIDTH");
  mux_wfv_status_e status = mux_wfv_status_error;
  size_t x = 0;
  size_t y = 0;
  size_t z = 0;
  for (const size_t local : {size_t{8}, size_t{64}, size_t{1024}}) {
    REQUIRE(muxQueryWFVInfoForLocalSize(kernel, local, 1, 1, &status, &x, &y, &z) == mux_success);
    CHECK(status == mux_wfv_status_success);
    CHECK((x == 8 && y == 1 && z == 1));
    CHECK(x * y * z <= device->info->max_work_width);
  }
  REQUIRE(muxQueryWFVInfoForLocalSize(kernel, 4, 2, 1, &status, &x, &y, &z) == mux_success);
  CHECK((status == mux_wfv_status_success && x == 4 && y == 1 && z == 1));
  REQUIRE(muxQueryWFVInfoForLocalSize(kernel, 1, 8, 1, &status, &x, &y, &z) == mux_success);
  CHECK((status == mux_wfv_status_none && x == 1 && y == 1 && z == 1));
}

TEST_CASE_METHOD(
    AnyKernelFixture,
    "muxQueryWFVInfoForLocalSize.vu04 and vu05: the status is one of three, and only a "
    "success has work widths above 1",
    "[muxQueryWFVInfoForLocalSize]") {
  mux_executable_t executable = load(
      compile("kernel void simple(global float *p) { p[get_global_id(0)] *= 2; }\n"
              "kernel void barriers(global float *p, local float *s) {\n"
              "  size_t l = get_local_id(0);\n"
              "  s[l] = p[l]; barrier(CLK_LOCAL_MEM_FENCE); p[l] = s[get_local_size(0) - 1 - l];\n"
              "}\n"
              "kernel void branches(global int *p) {\n"
              "  int i = get_global_id(0);\n"
              "  while (p[i] > i) p[i] /= i % 3 + 1;\n"
              "}\n"));
  for (const char *name : {"simple", "barriers", "branches"}) {
    CAPTURE(name);
    REQUIRE(muxQueryWFVInfoForLocalSize(make_kernel(executable, name), 64, 1, 1, &status, &x, &y,
                                        &z) == mux_success);
    CHECK((status == mux_wfv_status_none || status == mux_wfv_status_error ||
           status == mux_wfv_status_success));
    CHECK((status == mux_wfv_status_success || x * y * z == 1));
    CHECK((x >= 1 && y >= 1 && z >= 1));
    CHECK(64 % x == 0);
  }
}

TEST_CASE_METHOD(
    AnyKernelFixture,
    "muxQueryWFVInfoForLocalSize.rc05: the status alone or the widths alone may be asked "
    "for",
    "[muxQueryWFVInfoForLocalSize]") {
  status = mux_wfv_status_error;
  CHECK(muxQueryWFVInfoForLocalSize(kernel, 4, 1, 1, &status, nullptr, nullptr, nullptr) ==
        mux_success);
  CHECK(status == mux_wfv_status_none);
  CHECK(muxQueryWFVInfoForLocalSize(kernel, 4, 1, 1, nullptr, &x, &y, &z) == mux_success);
  CHECK((x == 1 && y == 1 && z == 1));
  status = mux_wfv_status_error;
  y = 0;
  CHECK(muxQueryWFVInfoForLocalSize(kernel, 4, 1, 1, &status, nullptr, &y, nullptr) == mux_success);
  CHECK((status == mux_wfv_status_none && y == 1));
}

TEST_CASE_METHOD(AnyKernelFixture, "muxQueryWFVInfoForLocalSize.vu01: thread-safe",
                 "[muxQueryWFVInfoForLocalSize]") {
  const auto results = run_in_threads([&](unsigned) {
    mux_wfv_status_e out = mux_wfv_status_error;
    size_t widths[3] = {};
    const mux_result_t result =
        muxQueryWFVInfoForLocalSize(kernel, 8, 1, 1, &out, &widths[0], &widths[1], &widths[2]);
    return result == mux_success && out == mux_wfv_status_none &&
           widths[0] * widths[1] * widths[2] == 1;
  });
  for (const bool right : results) {
    CHECK(right);
  }
}
