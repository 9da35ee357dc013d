#include <catch2/catch.hpp>

#include "fixtures.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxQueryMaxNumSubGroups");

class AnyKernelFixture : public KernelFixture {
 public:
  mux_kernel_t kernel = build("kernel void k(global int *out) { out[0] = 1; }", "k");
};

}  // namespace

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryMaxNumSubGroups: null, wrong-type and foreign kernels are "
                 "mux_error_invalid_value",
                 "[muxQueryMaxNumSubGroups]") {
  size_t count = 0;
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxQueryMaxNumSubGroups(invalid, &count));
  }
}

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryMaxNumSubGroups: no out parameter is mux_error_null_out_parameter",
                 "[muxQueryMaxNumSubGroups]") {
  entry_point.fails(mux_error_null_out_parameter, muxQueryMaxNumSubGroups(kernel, nullptr));
}

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryMaxNumSubGroups: without sub-groups mux_error_feature_unsupported",
                 "[muxQueryMaxNumSubGroups]") {
  size_t count = 0;
  entry_point.fails(mux_error_feature_unsupported, muxQueryMaxNumSubGroups(kernel, &count));
}
