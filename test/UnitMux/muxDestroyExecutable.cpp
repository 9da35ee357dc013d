#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {
constexpr const char *source = "kernel void k(global int *out) { out[0] = 1; }";
}

TEST_CASE_METHOD(KernelFixture,
                 "muxDestroyExecutable.vu03 to vu05: invalid arguments have no effect",
                 "[muxDestroyExecutable]") {
  check_destroy_arguments(*this, load(compile(source)), muxDestroyExecutable);
}

TEST_CASE_METHOD(KernelFixture, "muxDestroyExecutable.vu01: from eight threads at once",
                 "[muxDestroyExecutable]") {
  const std::string binary = compile(source);
  std::vector<mux_executable_t> executables(thread_count);
  for (mux_executable_t &executable : executables) {
    REQUIRE(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
            mux_success);
  }
  run_in_threads([&](unsigned thread) {
    muxDestroyExecutable(device, executables[thread], allocator);
    return 0;
  });
}
