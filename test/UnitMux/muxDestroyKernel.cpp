#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {
constexpr const char *source = "kernel void k(global int *out) { out[0] = 1; }";
}

TEST_CASE_METHOD(KernelFixture, "muxDestroyKernel.vu03 to vu05: invalid arguments have no effect",
                 "[muxDestroyKernel]") {
  check_destroy_arguments(*this, build(source, "k"), muxDestroyKernel);
}

TEST_CASE_METHOD(KernelFixture, "muxDestroyKernel.vu01: from eight threads at once",
                 "[muxDestroyKernel]") {
  mux_executable_t executable = load(compile(source));
  std::vector<mux_kernel_t> kernels(thread_count);
  for (mux_kernel_t &kernel : kernels) {
    REQUIRE(muxCreateKernel(device, executable, "k", 1, allocator, &kernel) == mux_success);
  }
  run_in_threads([&](unsigned thread) {
    muxDestroyKernel(device, kernels[thread], allocator);
    return 0;
  });
}

TEST_CASE_METHOD(KernelFixture, "muxDestroyKernel: one kernel of several of the same name",
                 "[muxDestroyKernel]") {
  mux_executable_t executable = load(compile(source));
  mux_kernel_t stays = make_kernel(executable, "k");
  mux_kernel_t goes = nullptr;
  REQUIRE(muxCreateKernel(device, executable, "k", 1, allocator, &goes) == mux_success);
  muxDestroyKernel(device, goes, allocator);
  const TestBuffer out = make_buffer(sizeof(int));
  launch(stays, Arguments().buffer(out), Range::linear(1, 1));
  CHECK(out.as<int>()[0] == 1);
}
