#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <mux/extensions.h>
#include <cstdio>

#include <catch2/catch.hpp>
#include <string>

#include "object_checks.h"

namespace mux::test::mux_create_executable {

namespace {

constexpr EntryPoint entry_point("muxCreateExecutable");

const std::string &binary() {
  static const std::string compiled = compile(
      "kernel void one(global int *out) { out[get_global_id(0)] = 1; }\n"
      "kernel void two(global int *out) { out[get_global_id(0)] = 2; }\n");
  return compiled;
}

const Create<mux_executable_t> create = [](mux_device_t device, mux_allocator_info_t allocator,
                                           mux_executable_t *out_executable) {
  return muxCreateExecutable(device, binary().data(), binary().size(), allocator, out_executable);
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutable.rc01: a null binary is mux_error_invalid_value",
                 "[muxCreateExecutable]") {
  mux_executable_t executable = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateExecutable(device, nullptr, 64, allocator, &executable));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutable.rc02: a binary of length 0 is mux_error_invalid_value",
                 "[muxCreateExecutable]") {
  mux_executable_t executable = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateExecutable(device, binary().data(), 0, allocator, &executable));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutable.rc03: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateExecutable]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutable.rc04: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateExecutable]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateExecutable.rc05: loads a binary of muxCompile",
                 "[muxCreateExecutable]") {
  check_success(*this, create, muxDestroyExecutable);
}

TEST_CASE_METHOD(KernelFixture, "muxCreateExecutable.rc05: an executable knows its device",
                 "[muxCreateExecutable]") {
  CHECK(load(binary())->device == device);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutable: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateExecutable]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateExecutable: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateExecutable]") {
  check_out_of_memory(entry_point, *this, create, muxDestroyExecutable);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateExecutable: other data is mux_error_invalid_binary",
                 "[muxCreateExecutable]") {
  const std::string texts[] = {"x",
                               "kernel void k() {}",
                               std::string(1, '\0'),
                               std::string(4096, '\0'),
                               std::string(4096, '\xff'),
                               "BC\xc0\xde",
                               "\x7f"
                               "ELF"};
  for (const std::string &text : texts) {
    CAPTURE(text.size());
    const int64_t live = counter.live();
    mux_executable_t executable = nullptr;
    entry_point.fails(
        mux_error_invalid_binary,
        muxCreateExecutable(device, text.data(), text.size(), allocator, &executable));
    CHECK(counter.live() == live);
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "muxDestroyExecutable.vr02: the binary may be freed as soon as the call returned",
                 "[muxCreateExecutable]") {
  std::string copy = binary();
  mux_executable_t executable = load(copy);
  std::fill(copy.begin(), copy.end(), '\0');
  copy = std::string();
  mux_kernel_t kernel = make_kernel(executable, "two");
  const TestBuffer out = make_buffer(4 * sizeof(int));
  launch(kernel, Arguments().buffer(out), Range::linear(4, 2));
  for (const int value : out.as<int>()) {
    CHECK(value == 2);
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateExecutable: errors that need no code generation are reported before "
                 "kernels are created",
                 "[muxCreateExecutable]") {
  const auto check_refused = [this](const char *source, const char *what) {
    CAPTURE(source);
    const std::string refused = compile(source, "-cl-std=CL3.0 -w");
    const int64_t live = counter.live();
    mux_executable_t executable = nullptr;
    const mux_result_t result =
        muxCreateExecutable(device, refused.data(), refused.size(), allocator, &executable);
    CHECK_THAT(muxGetLastErrorMessage(), Catch::Contains(what));
    entry_point.fails(mux_error_invalid_binary, result);
    CHECK(counter.live() == live);
  };
  check_refused(
      "kernel void fine(global int *p) { p[0] = 1; }\n"
      "int nobody_has_this(int x);\n"
      "kernel void k(global int *p) { p[0] = nobody_has_this(p[1]); }",
      "'nobody_has_this'");
  check_refused(
      "kernel void fine(global int *p) { p[0] = 1; }\n"
      "int down(int x) { return x < 1 ? 2 : down(x / 2) + down(x - 1); }\n"
      "kernel void k(global int *p) { p[0] = down(p[1]); }",
      "'down' calls itself");
  check_refused(
      "kernel void fine(global int *p) { p[0] = 1; }\n"
      "__attribute__((intel_reqd_sub_group_size(24))) kernel void k(global int *p) {\n"
      "  p[get_global_id(0)] = get_sub_group_size(); }",
      "sub-groups of 24");
}

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateExecutable: kernels are named and counted without code generation",
                 "[muxCreateExecutable]") {
  // The second kernel has no code.
  mux_executable_t executable =
      load(compile("kernel void one(global int *p) { p[0] = 1; }\n"
                   "kernel void two(global int *p, uint n) { uint large[1ul << 50]; large[n] = n;\n"
                   "  barrier(CLK_LOCAL_MEM_FENCE); p[0] = large[n + p[1]]; }\n"));
  uint64_t count = 0;
  REQUIRE(muxGetExecutableKernelCount(executable, &count) == mux_success);
  CHECK(count == 2);
  std::string names;
  for (uint64_t index = 0; index < count; ++index) {
    const char *name = nullptr;
    REQUIRE(muxGetExecutableKernelName(executable, index, &name) == mux_success);
    names += name + std::string(";");
  }
  CHECK(names == "one;two;");
  mux_kernel_t kernel = nullptr;
  CHECK(muxCreateKernel(device, executable, "two", 3, allocator, &kernel) ==
        mux_error_invalid_binary);
  CHECK_THAT(muxGetLastErrorMessage(), Catch::Contains("'two' needs"));
  CHECK(kernel == nullptr);
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

TEST_CASE_METHOD(KernelFixture,
                 "muxCreateExecutable: without memory for a compiler thread it is "
                 "mux_error_out_of_memory, and succeeds later",
                 "[muxCreateExecutable]") {
  const std::string code = compile("kernel void k(global int *p) { p[0] = 1; }");
  // Loads the compiler, so that its loading does not fail.
  load(code);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    mux_device_info_t info = host_device_info();
    mux_device_t own = nullptr;
    bool holds = muxCreateDevices(1, &info, allocator, &own) == mux_success;
    long pages = 0;
    FILE *file = std::fopen("/proc/self/statm", "re");
    holds = holds && file != nullptr && std::fscanf(file, "%ld", &pages) == 1;
    rlimit limit{};
    getrlimit(RLIMIT_AS, &limit);
    // Less than the stack of a compiler thread.
    rlimit low = limit;
    low.rlim_cur = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE)) + (rlim_t{300} << 20);
    setrlimit(RLIMIT_AS, &low);
    mux_executable_t executable = nullptr;
    holds = holds && muxCreateExecutable(own, code.data(), code.size(), allocator, &executable) ==
                         mux_error_out_of_memory;
    setrlimit(RLIMIT_AS, &limit);
    holds = holds && muxCreateExecutable(own, code.data(), code.size(), allocator, &executable) ==
                         mux_success;
    _exit(holds ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

#endif

}  // namespace mux::test::mux_create_executable
