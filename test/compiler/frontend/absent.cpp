#include <catch2/catch.hpp>

#include "compile.h"

using namespace mux::test;

TEST_CASE("without the frontend muxCompile is mux_error_feature_unsupported", "[muxCompile]") {
  const CompileResult result = compile("kernel void k() {}");
  REQUIRE(result.result == mux_error_feature_unsupported);
  REQUIRE(contains(result.message, "without the OpenCL C frontend"));
  REQUIRE(result.log.empty());
  REQUIRE(result.binary.empty());
}

TEST_CASE("without the frontend muxCompile still checks its parameters", "[muxCompile]") {
  REQUIRE(compile("").result == mux_error_invalid_value);
}
