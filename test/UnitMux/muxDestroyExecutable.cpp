#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_destroy_executable {

namespace {
constexpr const char *source = "kernel void k(global int *out) { out[0] = 1; }";
}

TEST_CASE_METHOD(KernelFixture,
                 "muxDestroyExecutable.vu03 to vu05: invalid arguments have no effect",
                 "[muxDestroyExecutable]") {
  check_destroy_arguments(*this, load(compile(source)), muxDestroyExecutable);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxDestroyExecutable.vu02: gives all back to the executable's allocator",
                 "[muxDestroyExecutable]") {
  const std::string binary = compile(source);
  check_own_allocator<mux_executable_t>(
      *this,
      [&](mux_device_t target, mux_allocator_info_t with, mux_executable_t *out_executable) {
        const mux_result_t result =
            muxCreateExecutable(target, binary.data(), binary.size(), with, out_executable);
        // State shared by its kernels is owned by the executable.
        mux_kernel_t kernel = nullptr;
        if (result == mux_success) {
          REQUIRE(muxCreateKernel(target, *out_executable, "k", 1, allocator, &kernel) ==
                  mux_success);
          muxDestroyKernel(target, kernel, allocator);
        }
        return result;
      },
      muxDestroyExecutable);
}

TEST_CASE("muxDestroyExecutable: the executable is destroyed first, then its device",
          "[muxDestroyExecutable]") {
  CountingAllocator counter;
  const mux_allocator_info_t allocator = counter.info();
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  REQUIRE(muxCreateDevices(1, &info, allocator, &device) == mux_success);
  const int64_t device_alone = counter.live();
  const std::string binary = compile(source);
  mux_executable_t executable = nullptr;
  REQUIRE(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
          mux_success);
  CHECK(counter.live() > device_alone);
  muxDestroyExecutable(device, executable, allocator);
  CHECK(counter.live() == device_alone);
  muxDestroyDevice(device, allocator);
  CHECK(counter.live() == 0);
}

}  // namespace mux::test::mux_destroy_executable
