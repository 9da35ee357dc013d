#include <mux/compiler.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string_view>

#include "fixtures.h"

namespace mux::test::mux_get_compiler_features {

namespace {

constexpr EntryPoint entry_point("muxGetCompilerFeatures");

bool has(const char *const *names, uint64_t count, std::string_view name) {
  return std::find(names, names + count, name) != names + count;
}

}  // namespace

TEST_CASE("muxGetCompilerFeatures: the out parameter must not be NULL",
          "[muxGetCompilerFeatures]") {
  entry_point.fails(mux_error_null_out_parameter, muxGetCompilerFeatures(nullptr));
}

TEST_CASE("muxGetCompilerFeatures: names versions, features and extensions",
          "[muxGetCompilerFeatures]") {
  mux_compiler_features_t told{};
  REQUIRE(muxGetCompilerFeatures(&told) == mux_success);
  CHECK(has(told.versions, told.version_count, "CL1.2"));
  CHECK(has(told.versions, told.version_count, "CL3.0"));
  CHECK(has(told.versions, told.version_count, "CL3.1"));
  CHECK(has(told.features, told.feature_count, "__opencl_c_int64"));
  CHECK(has(told.features, told.feature_count, "__opencl_c_subgroups"));
  CHECK(has(told.features, told.feature_count, "__opencl_c_pipes"));
  CHECK_FALSE(has(told.features, told.feature_count, "__opencl_c_device_enqueue"));
  CHECK(has(told.extensions, told.extension_count, "cl_khr_fp64"));
  CHECK(has(told.extensions, told.extension_count, "cl_khr_fp16"));
  CHECK_FALSE(has(told.extensions, told.extension_count, "cl_khr_mipmap_image"));
  constexpr uint32_t every_kind = 2 * mux_dot_product_saturated_mixed - 1;
  CHECK((told.accelerated_dot_products & ~every_kind) == 0);
}

TEST_CASE("muxGetCompilerFeatures: always returns the same lists", "[muxGetCompilerFeatures]") {
  mux_compiler_features_t first{};
  mux_compiler_features_t second{};
  REQUIRE(muxGetCompilerFeatures(&first) == mux_success);
  REQUIRE(muxGetCompilerFeatures(&second) == mux_success);
  CHECK(first.versions == second.versions);
  CHECK(first.features == second.features);
  CHECK(first.extensions == second.extensions);
}

}  // namespace mux::test::mux_get_compiler_features
