#include <catch2/catch.hpp>

#include "compile.h"
#include "counting_allocator.h"

using namespace mux::test;

TEST_CASE("without the frontend muxCompile is mux_error_feature_unsupported", "[muxCompile]") {
  const CompileResult result = compile("kernel void k() {}");
  REQUIRE(result.result == mux_error_feature_unsupported);
  REQUIRE(contains(result.message, "without the OpenCL C frontend"));
  REQUIRE(result.log.empty());
  REQUIRE(result.binary.empty());
}

TEST_CASE("without the frontend muxGetCompilerFeatures is mux_error_feature_unsupported",
          "[muxGetCompilerFeatures]") {
  mux_compiler_features_t features;
  features.feature_count = 1;
  REQUIRE(muxGetCompilerFeatures(&features) == mux_error_feature_unsupported);
  REQUIRE(features.feature_count == 0);
  REQUIRE(muxGetCompilerFeatures(nullptr) == mux_error_null_out_parameter);
}

TEST_CASE("without the frontend muxLink still validates its binaries", "[muxLink]") {
  CountingAllocator allocator;
  const void *binary = "something";
  const uint64_t length = 9;
  mux_link_info_t info = {};
  info.binaries = &binary;
  info.binary_lengths = &length;
  info.binary_count = 1;
  mux_compilation_t compilation = nullptr;
  REQUIRE(muxLink(&info, allocator.info(), &compilation) == mux_error_invalid_binary);
  REQUIRE(compilation == nullptr);
}

TEST_CASE("without the frontend muxCompile still validates its parameters", "[muxCompile]") {
  REQUIRE(compile("").result == mux_error_invalid_value);
}
