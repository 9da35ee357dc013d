#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "object_checks.h"

namespace mux::test::mux_create_kernel {

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

  /// The first kernel of a name creates the state shared in the executable.
  void make_first() {
    mux_kernel_t kernel = nullptr;
    REQUIRE(create(device, allocator, &kernel) == mux_success);
    muxDestroyKernel(device, kernel, allocator);
  }
};

/// Kernels k0, k1, ...: each adds its own number in a different way, with and without barriers.
std::string numbered_kernels(int count) {
  std::string source;
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    source += "kernel void k" + number + "(global int *data, local int *scratch) {\n";
    source += i % 2 == 0 ? "  data[get_global_id(0)] += " + number + ";\n"
                         : "  int l = get_local_id(0), n = get_local_size(0);\n"
                           "  scratch[n - 1 - l] = data[get_global_id(0)];\n"
                           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "  data[get_global_id(0)] = scratch[n - 1 - l] + " +
                               number + ";\n";
    source += "}\n";
  }
  return source;
}

/// A valid kernel, and one with more barriers than supported.
const char *const one_good_kernel =
    "#define TEN(x) x x x x x x x x x x\n"
    "kernel void good(global int *data) { data[get_global_id(0)] = 7; }\n"
    "kernel void bad(global int *data, local int *s) {\n"
    "  TEN(TEN(TEN(TEN(barrier(CLK_LOCAL_MEM_FENCE);))))\n"
    "  s[get_local_id(0)] += data[0]; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  data[get_global_id(0)] = s[0];\n"
    "}\n";

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
  make_first();
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

TEST_CASE_METHOD(ExecutableFixture,
                 "muxCreateKernel: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateKernel]") {
  mux_kernel_t first = nullptr;
  const int failures = fail_each_allocation(
      entry_point, counter, [&] { return create(device, allocator, &first); },
      AfterFailure::may_keep);
  CHECK(failures > 1);
  muxDestroyKernel(device, first, allocator);
  check_out_of_memory(entry_point, *this, create, muxDestroyKernel);
}

TEST_CASE_METHOD(ExecutableFixture, "muxCreateKernel: a kernel reports its local memory",
                 "[muxCreateKernel]") {
  CHECK(make_kernel(executable, "twice")->local_memory_size == 0);
  CHECK(make_kernel(executable, "reverse")->local_memory_size >= 64 * sizeof(int));
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel: the preferred local size is the required one, or else the hint",
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
                 "muxCreateKernel: a kernel with large context arrays prefers smaller groups",
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

TEST_CASE_METHOD(ExecutableFixture, "muxCreateKernel: a kernel runs with its preferred size",
                 "[muxCreateKernel]") {
  const mux_kernel_t kernel = make_kernel(executable, "twice");
  const size_t count = kernel->preferred_local_size_x * 3 + 1;
  const TestBuffer data = make_buffer(std::span<const int>(std::vector<int>(count, 21)));
  launch(kernel, Arguments().buffer(data), Range::linear(count, kernel->preferred_local_size_x));
  CHECK(std::count(data.as<int>().begin(), data.as<int>().end(), 42) ==
        static_cast<std::ptrdiff_t>(count));
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel: a kernel reports its maximum number of sub-groups",
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
                 "muxCreateKernel: kernel properties are preserved by compiling ahead of time",
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

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel: a kernel that cannot be compiled is mux_error_invalid_binary, "
                 "each time, and others are created",
                 "[muxCreateKernel]") {
  mux_executable_t executable = load(compile(one_good_kernel));
  for (int attempt = 0; attempt < 2; ++attempt) {
    const int64_t live = counter.live();
    mux_kernel_t kernel = nullptr;
    const mux_result_t result = muxCreateKernel(device, executable, "bad", 3, allocator, &kernel);
    CHECK_THAT(muxGetLastErrorMessage(), Catch::Contains("kernel 'bad' has 10001 barriers"));
    entry_point.fails(mux_error_invalid_binary, result);
    CHECK(kernel == nullptr);
    CHECK(counter.live() == live);
  }
  const TestBuffer data = make_buffer(16 * sizeof(int));
  launch(make_kernel(executable, "good"), Arguments().buffer(data), Range::linear(16, 8));
  CHECK(data.as<int>()[15] == 7);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel.vu01: threads that create the same kernels and different ones "
                 "of a fresh executable at once",
                 "[muxCreateKernel]") {
  constexpr int kernel_count = 6;
  const std::string binary = compile(numbered_kernels(kernel_count));
  for (const unsigned threads : {1U, 2U, 4U, 8U}) {
    CAPTURE(threads);
    mux_executable_t executable = load(binary);
    const auto made = run_in_threads(
        [&](unsigned thread) {
          std::vector<mux_kernel_t> kernels(kernel_count);
          for (unsigned step = 0; step < kernel_count; ++step) {
            // Some begin with the same kernel, some with different ones.
            const unsigned index = (step + thread / 2) % kernel_count;
            std::string name("k");
            name += std::to_string(index);
            if (muxCreateKernel(device, executable, name.data(), name.size(), allocator,
                                &kernels[index]) != mux_success) {
              kernels[index] = nullptr;
            }
          }
          return kernels;
        },
        threads);
    for (const std::vector<mux_kernel_t> &kernels : made) {
      int expected = 0;
      const TestBuffer data = make_buffer(64 * sizeof(int));
      for (int index = 0; index < kernel_count; ++index) {
        const mux_kernel_t kernel = kernels[static_cast<size_t>(index)];
        REQUIRE(kernel != nullptr);
        at_end([=, this] { muxDestroyKernel(device, kernel, allocator); });
        launch(kernel, Arguments().buffer(data).local(16 * sizeof(int)), Range::linear(64, 16));
        expected += index;
      }
      CHECK(std::count(data.as<int>().begin(), data.as<int>().end(), expected) == 64);
    }
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel: state shared by kernels of a name is owned by the executable",
                 "[muxCreateKernel]") {
  // A kernel that may be specialized for a local size.
  const std::string binary = compile(numbered_kernels(2));
  CountingAllocator of_executable;
  mux_executable_t executable = nullptr;
  REQUIRE(muxCreateExecutable(device, binary.data(), binary.size(), of_executable.info(),
                              &executable) == mux_success);
  CountingAllocator of_kernel;
  mux_kernel_t kernel = nullptr;
  const auto create_kernel = [&] {
    return muxCreateKernel(device, executable, "k1", 2, of_kernel.info(), &kernel);
  };
  // Failing allocations of the executable are reported, and the next attempt succeeds.
  const int failures = fail_each_allocation(entry_point, of_executable, create_kernel);
  CHECK(failures > 0);
  CHECK(of_kernel.live() == 1);
  const int64_t shared = of_executable.live();
  muxDestroyKernel(device, kernel, of_kernel.info());
  CHECK(of_kernel.live() == 0);
  CHECK(of_executable.live() == shared);
  // The second kernel allocates nothing in the executable.
  CHECK(fail_each_allocation(entry_point, of_executable, create_kernel) == 0);
  muxDestroyKernel(device, kernel, of_kernel.info());
  CHECK(fail_each_allocation(entry_point, of_kernel, create_kernel) == 1);
  CHECK(of_executable.live() == shared);
  muxDestroyKernel(device, kernel, of_kernel.info());
  muxDestroyExecutable(device, executable, of_executable.info());
  CHECK(of_executable.live() == 0);
  CHECK(of_executable.misuses() + of_kernel.misuses() == 0);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateKernel: kernels with program-scope variables have one set of them, "
                 "whenever they are created and however they are run",
                 "[muxCreateKernel]") {
  mux_executable_t executable = load(
      compile("global int total = 5;\n"
              "kernel void add(int by, local int *s) {\n"
              "  s[get_local_id(0)] = by; barrier(CLK_LOCAL_MEM_FENCE);\n"
              "  if (get_local_id(0) == 0) atomic_add(&total, s[get_local_size(0) - 1]);\n"
              "}\n"
              "__attribute__((reqd_work_group_size(8, 1, 1))) kernel void add_eight(int by) {\n"
              "  atomic_add(&total, by + (int)get_local_size(0) - 8);\n"
              "}\n"
              "kernel void read(global int *out) { out[0] = total; }\n",
              "-cl-std=CL3.0"));
  const TestBuffer out = make_buffer(sizeof(int));
  const auto total = [&] {
    launch(make_kernel(executable, "read"), Arguments().buffer(out), Range::linear(1, 1));
    return out.as<int>()[0];
  };
  CHECK(total() == 5);
  // Enough dispatches for specialized code, if there is any.
  const mux_kernel_t add = make_kernel(executable, "add");
  mux_command_buffer_t commands = make_command_buffer();
  Arguments arguments;
  arguments.value(2).local(16 * sizeof(int));
  REQUIRE(record(commands, add, arguments, Range::linear(64, 16)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
  for (int dispatch = 0; dispatch < 100; ++dispatch) {
    REQUIRE(dispatch_and_wait(commands) == mux_success);
  }
  CHECK(total() == 5 + 100 * 4 * 2);
  // Full groups and remainder groups.
  const mux_kernel_t add_eight = make_kernel(executable, "add_eight");
  launch(add_eight, Arguments().value(1), Range::linear(16, 8));
  launch(add_eight, Arguments().value(1), Range::linear(10, 8));
  CHECK(total() == 5 + 800 + 16 + 8 + 2 * (1 + 2 - 8));
}

}  // namespace mux::test::mux_create_kernel
