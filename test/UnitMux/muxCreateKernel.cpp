#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "object_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCreateKernel");

class ExecutableFixture : public KernelFixture {
 public:
  mux_executable_t executable =
      load(compile("kernel void twice(global int *data) { data[get_global_id(0)] *= 2; }\n"
                   "kernel void twice_and_one(global int *data) {\n"
                   "  data[get_global_id(0)] = data[get_global_id(0)] * 2 + 1;\n"
                   "}\n"
                   "kernel void reverse(global int *data, local int *scratch) {\n"
                   "  local int declared[64];\n"
                   "  size_t i = get_local_id(0);\n"
                   "  declared[i] = data[i];\n"
                   "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "  scratch[i] = declared[get_local_size(0) - 1 - i];\n"
                   "  data[i] = scratch[i];\n"
                   "}\n"));

  Create<mux_kernel_t> create = [this](mux_device_t target, mux_allocator_info_t with,
                                       mux_kernel_t *out_kernel) {
    return muxCreateKernel(target, executable, "twice", std::strlen("twice"), with, out_kernel);
  };
};

}  // namespace

TEST_CASE_METHOD(ExecutableFixture, "muxCreateKernel.rc01: a null name is mux_error_invalid_value",
                 "[muxCreateKernel]") {
  mux_kernel_t kernel = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateKernel(device, executable, nullptr, 5, allocator, &kernel));
}

TEST_CASE_METHOD(ExecutableFixture,
                 "muxCreateKernel.rc02: a kernel that is not there is mux_error_missing_kernel",
                 "[muxCreateKernel]") {
  for (const char *name : {"thrice", "t", "twic", "twice_", "Twice", "get_global_id"}) {
    const int64_t live = counter.live();
    mux_kernel_t kernel = nullptr;
    entry_point.fails(
        mux_error_missing_kernel,
        muxCreateKernel(device, executable, name, std::strlen(name), allocator, &kernel));
    CHECK(kernel == nullptr);
    CHECK(counter.live() == live);
  }
}

TEST_CASE_METHOD(ExecutableFixture,
                 "muxCreateKernel.rc03: a name of length 0 is mux_error_invalid_value",
                 "[muxCreateKernel]") {
  mux_kernel_t kernel = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateKernel(device, executable, "twice", 0, allocator, &kernel));
}

TEST_CASE_METHOD(ExecutableFixture,
                 "muxCreateKernel.rc04: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateKernel]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(ExecutableFixture,
                 "muxCreateKernel.rc05: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateKernel]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(ExecutableFixture, "muxCreateKernel.rc06: makes a kernel", "[muxCreateKernel]") {
  check_success(*this, create, muxDestroyKernel);
}

TEST_CASE_METHOD(ExecutableFixture,
                 "muxCreateKernel.rc06: the name is as long as its length says, not longer",
                 "[muxCreateKernel]") {
  mux_kernel_t kernel = nullptr;
  REQUIRE(muxCreateKernel(device, executable, "twice_and_one", 5, allocator, &kernel) ==
          mux_success);
  at_end([=, this] { muxDestroyKernel(device, kernel, allocator); });
  const int values[] = {1, 2, 3};
  const TestBuffer data = make_buffer(std::span<const int>(values));
  launch(kernel, Arguments().buffer(data), Range::linear(3, 3));
  CHECK(data.as<int>()[2] == 6);
}

TEST_CASE_METHOD(
    ExecutableFixture,
    "muxCreateKernel: null, wrong-type and foreign objects are mux_error_invalid_value",
    "[muxCreateKernel]") {
  check_device(entry_point, *this, create);
  for (mux_executable_t invalid : InvalidObjects<mux_executable_t>(device->id)) {
    mux_kernel_t kernel = nullptr;
    entry_point.fails(mux_error_invalid_value,
                      muxCreateKernel(device, invalid, "twice", 5, allocator, &kernel));
  }
}

TEST_CASE_METHOD(ExecutableFixture, "muxCreateKernel.vu01: thread-safe", "[muxCreateKernel]") {
  check_threads(*this, create, muxDestroyKernel);
}

TEST_CASE_METHOD(ExecutableFixture,
                 "muxCreateKernel: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateKernel]") {
  check_out_of_memory(entry_point, *this, create, muxDestroyKernel);
}

TEST_CASE_METHOD(ExecutableFixture, "muxCreateKernel: a kernel tells its local memory",
                 "[muxCreateKernel]") {
  CHECK(make_kernel(executable, "twice")->local_memory_size == 0);
  CHECK(make_kernel(executable, "reverse")->local_memory_size >= 64 * sizeof(int));
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel: the preferred local size is what the kernel requires, or else "
                 "what it hints at",
                 "[muxCreateKernel]") {
  mux_executable_t executable = load(compile(
      "__attribute__((reqd_work_group_size(8, 4, 2))) kernel void required(global int *p) {}\n"
      "__attribute__((work_group_size_hint(4, 16, 1))) kernel void hinted(global int *p) {}\n"
      "__attribute__((work_group_size_hint(2, 2, 2), reqd_work_group_size(32, 1, 1)))\n"
      "kernel void both(global int *p) {}\n"
      "__attribute__((work_group_size_hint(512, 512, 1))) kernel void too_large(global int *p) {}\n"
      "kernel void neither(global int *p) {}\n"));
  const auto prefers = [&](const char *name, size_t x, size_t y, size_t z) {
    const mux_kernel_t kernel = make_kernel(executable, name);
    CAPTURE(name, kernel->preferred_local_size_x, kernel->preferred_local_size_y,
            kernel->preferred_local_size_z);
    CHECK((kernel->preferred_local_size_x == x && kernel->preferred_local_size_y == y &&
           kernel->preferred_local_size_z == z));
  };
  prefers("required", 8, 4, 2);
  prefers("hinted", 4, 16, 1);
  prefers("both", 32, 1, 1);
  const mux_kernel_t neither = make_kernel(executable, "neither");
  prefers("neither", neither->preferred_local_size_x, 1, 1);
  CHECK(neither->preferred_local_size_x >= 16);
  prefers("too_large", neither->preferred_local_size_x, 1, 1);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel: a kernel whose work-items keep much across barriers prefers "
                 "smaller groups",
                 "[muxCreateKernel]") {
  const auto source = [](int elements) {
    const std::string count = std::to_string(elements);
    return "kernel void k(global float *p, local float *s) {\n"
           "  float a[" +
           count +
           "]; size_t l = get_local_id(0);\n"
           "  for (int i = 0; i < " +
           count +
           "; ++i) a[i] = p[l] * i;\n"
           "  for (int r = 0; r < 3; ++r) {\n"
           "    s[l] = a[r]; barrier(CLK_LOCAL_MEM_FENCE);\n"
           "    float x = s[(l + 1) % get_local_size(0)];\n"
           "    for (int i = 0; i < " +
           count + "; ++i) a[i] = a[(i * 7 + r) % " + count +
           "] + x;\n"
           "    barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  }\n"
           "  for (int i = 0; i < " +
           count +
           "; ++i) p[l] += a[i];\n"
           "}\n";
  };
  const size_t little = build(source(4), "k")->preferred_local_size_x;
  const size_t much = build(source(1024), "k")->preferred_local_size_x;
  CHECK(much < little);
  CHECK(much >= 1);
}

TEST_CASE_METHOD(ExecutableFixture, "muxCreateKernel: a kernel runs in the size that it prefers",
                 "[muxCreateKernel]") {
  const mux_kernel_t kernel = make_kernel(executable, "twice");
  const size_t count = kernel->preferred_local_size_x * 3 + 1;
  const TestBuffer data = make_buffer(std::span<const int>(std::vector<int>(count, 21)));
  launch(kernel, Arguments().buffer(data), Range::linear(count, kernel->preferred_local_size_x));
  CHECK(std::count(data.as<int>().begin(), data.as<int>().end(), 42) ==
        static_cast<std::ptrdiff_t>(count));
}

TEST_CASE_METHOD(KernelFixture, "muxCreateKernel: a kernel tells how many sub-groups it can have",
                 "[muxCreateKernel]") {
  mux_executable_t executable = load(compile(
      "kernel void any(global int *p) {}\n"
      "__attribute__((reqd_work_group_size(8, 4, 2))) kernel void required(global int *p) {}\n"));
  const mux_kernel_t any = make_kernel(executable, "any");
  const size_t largest = device->info->max_work_group_size_x;
  const mux_kernel_t required = make_kernel(executable, "required");
  size_t size = 0;
  REQUIRE(muxQuerySubGroupSizeForLocalSize(any, largest, 1, 1, &size) == mux_success);
  CHECK(any->max_sub_group_count == (largest + size - 1) / size);
  CHECK(any->max_sub_group_count <= device->info->max_sub_group_count);
  REQUIRE(muxQuerySubGroupSizeForLocalSize(required, 8, 4, 2, &size) == mux_success);
  CHECK(required->max_sub_group_count == (64 + size - 1) / size);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel: what a kernel knows of itself survives compiling ahead of time",
                 "[muxCreateKernel]") {
  const char *source =
      "__attribute__((work_group_size_hint(4, 16, 1))) kernel void k(global int *p) {\n"
      "  local int s[64]; size_t l = get_local_linear_id();\n"
      "  s[l] = p[l]; barrier(CLK_LOCAL_MEM_FENCE); p[l] = s[63 - l];\n"
      "}\n";
  const mux_kernel_t now = build(source, "k", "-cl-std=CL3.0");
  const mux_kernel_t then =
      make_kernel(load(compile(source, "-cl-std=CL3.0", mux_compile_output_native)), "k");
  CHECK(then->preferred_local_size_x == 4);
  CHECK(then->preferred_local_size_y == 16);
  CHECK(then->local_memory_size == now->local_memory_size);
  CHECK(then->max_sub_group_count == now->max_sub_group_count);
}
