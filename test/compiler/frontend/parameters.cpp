#include <mux/compiler.h>
#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "compile.h"
#include "counting_allocator.h"

using namespace mux::test;

namespace {

mux_compile_info_t info_of(const char *source) {
  mux_compile_info_t info = {};
  info.source = source;
  info.source_length = std::strlen(source);
  return info;
}

/// The initial value of out parameters, which a failing call must not change.
const mux_compilation_t untouched = reinterpret_cast<mux_compilation_t>(0x1);

constexpr const char *good_source = "kernel void good(global int *out) { out[0] = 1; }";
constexpr const char *bad_source = "kernel void bad(global int *out) { out[0] = nothing; }";

}  // namespace

TEST_CASE("muxCompile: a missing info, source or length is mux_error_invalid_value",
          "[muxCompile]") {
  CountingAllocator allocator;
  mux_compilation_t compilation = untouched;
  REQUIRE(muxCompile(nullptr, allocator.info(), &compilation) == mux_error_invalid_value);
  REQUIRE(compilation == nullptr);
  REQUIRE(contains(muxGetLastErrorMessage(), "info is NULL"));

  mux_compile_info_t info = info_of(good_source);
  info.source = nullptr;
  REQUIRE(muxCompile(&info, allocator.info(), &compilation) == mux_error_invalid_value);
  REQUIRE(contains(muxGetLastErrorMessage(), "source is NULL"));

  info = info_of(good_source);
  info.source_length = 0;
  REQUIRE(muxCompile(&info, allocator.info(), &compilation) == mux_error_invalid_value);
  REQUIRE(contains(muxGetLastErrorMessage(), "source_length is 0"));
}

TEST_CASE("muxCompile: an unknown output is mux_error_invalid_value", "[muxCompile]") {
  CountingAllocator allocator;
  mux_compile_info_t info = info_of(good_source);
  info.output = 3;
  mux_compilation_t compilation = untouched;
  REQUIRE(muxCompile(&info, allocator.info(), &compilation) == mux_error_invalid_value);
  REQUIRE(compilation == nullptr);
  REQUIRE(contains(muxGetLastErrorMessage(), "output is 3"));
}

TEST_CASE("muxCompile: a null allocator callback is mux_error_null_allocator_callback",
          "[muxCompile]") {
  CountingAllocator allocator;
  const mux_compile_info_t info = info_of(good_source);
  mux_compilation_t compilation = untouched;
  mux_allocator_info_t broken = allocator.info();
  broken.alloc = nullptr;
  REQUIRE(muxCompile(&info, broken, &compilation) == mux_error_null_allocator_callback);
  REQUIRE(compilation == nullptr);
  broken = allocator.info();
  broken.free = nullptr;
  REQUIRE(muxCompile(&info, broken, &compilation) == mux_error_null_allocator_callback);
  REQUIRE(allocator.total() == 0);
}

TEST_CASE("muxCompile: a null out parameter is mux_error_null_out_parameter", "[muxCompile]") {
  CountingAllocator allocator;
  const mux_compile_info_t info = info_of(good_source);
  REQUIRE(muxCompile(&info, allocator.info(), nullptr) == mux_error_null_out_parameter);
  REQUIRE(allocator.total() == 0);
}

TEST_CASE("muxCompile: every allocation that fails is mux_error_out_of_memory", "[muxCompile]") {
  const char *source = GENERATE(good_source, bad_source);
  const mux_compile_info_t info = info_of(source);
  CountingAllocator counting;
  mux_compilation_t compilation = nullptr;
  muxCompile(&info, counting.info(), &compilation);
  REQUIRE(compilation != nullptr);
  muxDestroyCompilation(compilation, counting.info());
  const auto allocations = static_cast<int64_t>(counting.total());
  REQUIRE(allocations > 0);

  for (int64_t successes = 0; successes < allocations; ++successes) {
    CountingAllocator allocator;
    allocator.fail_after(successes);
    compilation = untouched;
    REQUIRE(muxCompile(&info, allocator.info(), &compilation) == mux_error_out_of_memory);
    REQUIRE(compilation == nullptr);
    REQUIRE(allocator.live() == 0);
    REQUIRE(allocator.misuses() == 0);
  }
}

TEST_CASE("muxCompile: a failed compilation has a log and no binary", "[muxCompile]") {
  CountingAllocator allocator;
  const mux_compile_info_t info = info_of(bad_source);
  mux_compilation_t compilation = nullptr;
  REQUIRE(muxCompile(&info, allocator.info(), &compilation) == mux_error_failure);
  REQUIRE(compilation != nullptr);
  REQUIRE(std::strlen(muxGetCompilationLog(compilation)) > 0);
  REQUIRE(muxGetCompilationBinary(compilation) == nullptr);
  REQUIRE(muxGetCompilationBinaryLength(compilation) == 0);
  REQUIRE(contains(muxGetLastErrorMessage(), "kernel.cl:1:45: error:"));
  muxDestroyCompilation(compilation, allocator.info());
  REQUIRE(allocator.live() == 0);
}

TEST_CASE("muxCompile: the binary of a compilation is aligned to a cache line", "[muxCompile]") {
  CountingAllocator allocator;
  const mux_compile_info_t info = info_of(good_source);
  mux_compilation_t compilation = nullptr;
  REQUIRE(muxCompile(&info, allocator.info(), &compilation) == mux_success);
  REQUIRE(reinterpret_cast<uintptr_t>(muxGetCompilationBinary(compilation)) % 64 == 0);
  muxDestroyCompilation(compilation, allocator.info());
}

TEST_CASE("a NULL compilation has an empty log and no binary, and destroying it does nothing",
          "[muxCompile]") {
  CountingAllocator allocator;
  REQUIRE(std::strlen(muxGetCompilationLog(nullptr)) == 0);
  REQUIRE(muxGetCompilationBinary(nullptr) == nullptr);
  REQUIRE(muxGetCompilationBinaryLength(nullptr) == 0);
  muxDestroyCompilation(nullptr, allocator.info());
  REQUIRE(allocator.misuses() == 0);
}

TEST_CASE("muxCompile: the source need not end in a null character", "[muxCompile]") {
  CountingAllocator allocator;
  // Compiles only if the compiler stops at the given length.
  const std::string text = std::string(good_source) + "this is no OpenCL C";
  mux_compile_info_t info = info_of(text.c_str());
  info.source_length = std::strlen(good_source);
  mux_compilation_t compilation = nullptr;
  REQUIRE(muxCompile(&info, allocator.info(), &compilation) == mux_success);
  muxDestroyCompilation(compilation, allocator.info());
}
