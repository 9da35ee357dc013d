#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCreateBuiltInKernel");

const Create<mux_kernel_t> create = [](mux_device_t device, mux_allocator_info_t allocator,
                                       mux_kernel_t *out_kernel) {
  return muxCreateBuiltInKernel(device, "k", 1, allocator, out_kernel);
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc01: a null name is mux_error_invalid_value",
                 "[muxCreateBuiltInKernel]") {
  mux_kernel_t kernel = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateBuiltInKernel(device, nullptr, 1, allocator, &kernel));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc03: a name of length 0 is mux_error_invalid_value",
                 "[muxCreateBuiltInKernel]") {
  mux_kernel_t kernel = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateBuiltInKernel(device, "k", 0, allocator, &kernel));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc04: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateBuiltInKernel]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc05: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateBuiltInKernel]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateBuiltInKernel]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel: a device without built-in kernels answers "
                 "mux_error_feature_unsupported, on eight threads at once",
                 "[muxCreateBuiltInKernel]") {
  REQUIRE_FALSE(device->info->supports_builtin_kernels);
  mux_kernel_t kernel = nullptr;
  entry_point.fails(mux_error_feature_unsupported, create(device, allocator, &kernel));
  const auto results = run_in_threads([&](unsigned) {
    mux_kernel_t made = nullptr;
    return create(device, allocator, &made);
  });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
}
