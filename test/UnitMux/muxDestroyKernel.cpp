#include <catch2/catch.hpp>

#include "object_checks.h"
#include "vanishing_allocator.h"

namespace mux::test::mux_destroy_kernel {

namespace {
constexpr const char *source = "kernel void k(global int *out) { out[0] = 1; }";
}

TEST_CASE_METHOD(KernelFixture, "muxDestroyKernel.vu03 to vu05: invalid arguments have no effect",
                 "[muxDestroyKernel]") {
  check_destroy_arguments(*this, build(source, "k"), muxDestroyKernel);
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

TEST_CASE_METHOD(KernelFixture, "muxDestroyKernel.vu02: gives all back to the kernel's allocator",
                 "[muxDestroyKernel]") {
  mux_executable_t executable = load(compile(source));
  // It creates the shared state of the executable.
  mux_kernel_t first = nullptr;
  REQUIRE(muxCreateKernel(device, executable, "k", 1, allocator, &first) == mux_success);
  muxDestroyKernel(device, first, allocator);
  check_own_allocator<mux_kernel_t>(
      *this,
      [=](mux_device_t target, mux_allocator_info_t with, mux_kernel_t *out_kernel) {
        return muxCreateKernel(target, executable, "k", 1, with, out_kernel);
      },
      muxDestroyKernel);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxDestroyKernel.vr01: a kernel whose executable is gone can still be destroyed",
                 "[muxDestroyKernel]") {
  VanishingAllocator of_executable;
  const std::string binary = compile(source);
  const int64_t live = counter.live();
  mux_executable_t executable = nullptr;
  REQUIRE(muxCreateExecutable(device, binary.data(), binary.size(), of_executable.info(),
                              &executable) == mux_success);
  mux_kernel_t kernel = nullptr;
  REQUIRE(muxCreateKernel(device, executable, "k", 1, allocator, &kernel) == mux_success);
  muxDestroyExecutable(device, executable, of_executable.info());
  CHECK(of_executable.live() == 0);
  CHECK(counter.live() > live);
  muxDestroyKernel(device, kernel, allocator);
  CHECK(counter.live() == live);
}

TEST_CASE("muxDestroyKernel: the kernel is destroyed first, then its executable, then its device",
          "[muxDestroyKernel]") {
  CountingAllocator counter;
  const mux_allocator_info_t allocator = counter.info();
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  REQUIRE(muxCreateDevices(1, &info, allocator, &device) == mux_success);
  const std::string binary = compile(source);
  mux_executable_t executable = nullptr;
  REQUIRE(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
          mux_success);
  mux_kernel_t kernel = nullptr;
  REQUIRE(muxCreateKernel(device, executable, "k", 1, allocator, &kernel) == mux_success);
  const int64_t with_kernel = counter.live();
  muxDestroyKernel(device, kernel, allocator);
  const int64_t with_executable = counter.live();
  CHECK(with_executable < with_kernel);
  muxDestroyExecutable(device, executable, allocator);
  CHECK(counter.live() < with_executable);
  muxDestroyDevice(device, allocator);
  CHECK(counter.live() == 0);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxDestroyKernel.vr03 to vr08: preferred local sizes are at least 1 and at most "
                 "what the device can do",
                 "[muxDestroyKernel]") {
  mux_executable_t executable = load(
      compile("kernel void plain(global int *p) { p[get_global_id(0)] *= 2; }\n"
              "kernel void three(global int *p) { p[get_global_id(2)] += get_global_id(1); }\n"
              "kernel void waits(global int *p, local int *s) {\n"
              "  float4 kept[64];\n"
              "  for (int i = 0; i < 64; ++i) kept[i] = (float4)(p[i]);\n"
              "  barrier(CLK_LOCAL_MEM_FENCE); s[get_local_id(0)] = p[0];\n"
              "  barrier(CLK_LOCAL_MEM_FENCE); p[0] = s[1];\n"
              "  for (int i = 0; i < 64; ++i) p[s[i]] += (int)kept[p[i] & 63].x;\n"
              "}\n"
              "#define REQUIRES(x, y, z) __attribute__((reqd_work_group_size(x, y, z))) kernel\n"
              "#define HINTS(x, y, z) __attribute__((work_group_size_hint(x, y, z))) kernel\n"
              "REQUIRES(4, 4, 4) void required(global int *p) {}\n"
              "REQUIRES(100000, 1, 1) void too_long(global int *p) {}\n"
              "REQUIRES(1, 1, 2000) void too_deep(global int *p) {}\n"
              "REQUIRES(64, 64, 64) void too_many(global int *p) {}\n"
              "HINTS(2, 3, 5) void hinted(global int *p) {}\n"
              "HINTS(1, 4294967295, 1) void hinted_too_high(global int *p) {}\n"));
  for (const char *name : {"plain", "three", "waits", "required", "too_long", "too_deep",
                           "too_many", "hinted", "hinted_too_high"}) {
    CAPTURE(name);
    const mux_kernel_t kernel = make_kernel(executable, name);
    CHECK(kernel->device == device);
    CHECK(kernel->preferred_local_size_x >= 1);
    CHECK(kernel->preferred_local_size_y >= 1);
    CHECK(kernel->preferred_local_size_z >= 1);
    CHECK(kernel->preferred_local_size_x <= device->info->max_work_group_size_x);
    CHECK(kernel->preferred_local_size_y <= device->info->max_work_group_size_y);
    CHECK(kernel->preferred_local_size_z <= device->info->max_work_group_size_z);
  }
}

}  // namespace mux::test::mux_destroy_kernel
