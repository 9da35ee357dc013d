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

TEST_CASE_METHOD(ExecutableFixture,
                 "muxDestroyKernel.vr03 to vr08: preferred local sizes are at least 1 and at most "
                 "what the device can do",
                 "[muxCreateKernel]") {
  for (const char *name : {"twice", "reverse"}) {
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

TEST_CASE_METHOD(ExecutableFixture, "muxCreateKernel: a kernel tells its local memory",
                 "[muxCreateKernel]") {
  CHECK(make_kernel(executable, "twice")->local_memory_size == 0);
  CHECK(make_kernel(executable, "reverse")->local_memory_size >= 64 * sizeof(int));
}
