// Constants whose values are given when an executable is made: every type, every code of a kernel.

#include <mux/extensions.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../fixtures.h"

namespace mux::test::constants {

namespace {

struct Given {
  std::string name;
  std::vector<uint8_t> bytes;
};

template <class T>
Given given(const char *name, const T &value) {
  Given result = {name, std::vector<uint8_t>(sizeof(T))};
  std::memcpy(result.bytes.data(), &value, sizeof(T));
  return result;
}

class ConstantsFixture : public KernelFixture {
 public:
  mux_executable_t create(const std::string &binary, const std::vector<Given> &constants) {
    std::vector<mux_constant_value_t> values;
    for (const Given &constant : constants) {
      values.push_back({constant.name.c_str(), 0, constant.bytes.size(), constant.bytes.data()});
    }
    const mux_executable_options_t options = {0, values.data(), values.size()};
    mux_executable_t executable = nullptr;
    const mux_result_t result = muxCreateExecutableWithOptions(device, binary.data(), binary.size(),
                                                               &options, allocator, &executable);
    INFO(muxGetLastErrorMessage());
    REQUIRE(result == mux_success);
    at_end([this, executable] { muxDestroyExecutable(device, executable, allocator); });
    return executable;
  }

  std::vector<int> results(mux_executable_t executable, const char *name, const Range &range,
                           size_t count) {
    const TestBuffer out = make_buffer(count * sizeof(int));
    launch(make_kernel(executable, name), Arguments().buffer(out), range);
    return {out.as<int>().begin(), out.as<int>().end()};
  }
  /// The result of one work-item.
  int result(mux_executable_t executable, const char *name = "k") {
    return results(executable, name, Range::linear(1, 1), 1)[0];
  }
};

}  // namespace

TEST_CASE_METHOD(ConstantsFixture, "constants: numbers, vectors, arrays and structures",
                 "[constants]") {
  const std::string binary = compile(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "typedef struct { char tag; int numbers[2]; struct { double d; half h; } inner; } Mixed;\n"
      "#define OPEN __attribute__((weak)) constant\n"
      "OPEN char a = 1; OPEN ushort b = 2; OPEN long c = 3; OPEN double d = 4; OPEN bool e = "
      "false;\n"
      "OPEN char3 f = 5; OPEN double4 g = 6; OPEN int h[3] = {7, 8, 9};\n"
      "OPEN Mixed m = {'a', {10, 11}, {12, 13}}; OPEN int zeros[4] = {0};\n"
      "kernel void k(global int *out) {\n"
      "  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e;\n"
      "  out[5] = f.z; out[6] = g.w; out[7] = h[2]; out[8] = m.tag; out[9] = m.numbers[1];\n"
      "  out[10] = m.inner.d; out[11] = m.inner.h; out[12] = zeros[3];\n"
      "  Mixed copy = m; out[13] = copy.numbers[out[15]];\n"
      "  out[14] = h[out[15]];\n"
      "}\n",
      "-cl-std=CL3.0");
  struct Mixed {
    char tag;
    int numbers[2];
    struct {
      double d;
      uint16_t h;
    } inner;
  };
  mux_executable_t plain = create(binary, {});
  CHECK(results(plain, "k", Range::linear(1, 1), 16) ==
        std::vector<int>{1, 2, 3, 4, 0, 5, 6, 9, 'a', 11, 12, 13, 0, 10, 7, 0});
  const Mixed mixed = {'z', {-1, -2}, {2.5, 0xC400}};
  mux_executable_t changed = create(
      binary,
      {given("a", int8_t{-7}), given("b", uint16_t{65535}), given("c", int64_t{1} << 20),
       given("d", -2.0), given("e", true), given("f", std::array<int8_t, 4>{1, 2, 33, 4}),
       given("g", std::array<double, 4>{1, 2, 3, 44}), given("h", std::array<int, 3>{70, 80, 90}),
       given("m", mixed), given("zeros", std::array<int, 4>{0, 0, 0, 1234})});
  CHECK(results(changed, "k", Range::linear(1, 1), 16) ==
        std::vector<int>{-7, 65535, 1 << 20, -2, 1, 33, 44, 90, 'z', -2, 2, -4, 1234, -1, 70, 0});
}

TEST_CASE_METHOD(ConstantsFixture, "constants: branches on them vanish, with what they lead to",
                 "[constants]") {
  const std::string binary = compile(
      "__attribute__((weak)) constant int mode = 0;\n"
      "int of_mode(int x) { return mode == 2 ? x * 3 : x; }\n"
      "kernel void k(global int *out) {\n"
      "  local int shared[64];\n"
      "  int x = get_local_id(0);\n"
      "  if (mode == 1) {\n"
      "    shared[x] = x; barrier(CLK_LOCAL_MEM_FENCE); x = shared[x ^ 1];\n"
      "  }\n"
      "  switch (mode) { case 3: printf(\"three\"); x = -1; break; case 4: x = -2; }\n"
      "  out[get_global_id(0)] = of_mode(x);\n"
      "}\n",
      "-cl-std=CL3.0");
  const auto element = [&](int mode, int index) {
    return results(create(binary, {given("mode", mode)}), "k", Range::linear(64, 64), 64)[index];
  };
  CHECK(element(0, 10) == 10);
  CHECK(element(1, 10) == 11);
  CHECK(element(2, 10) == 30);
  CHECK(element(4, 10) == -2);
  // Local memory of a branch that vanished is not allocated.
  const auto local_memory = [&](int mode) {
    mux_kernel_t kernel = make_kernel(create(binary, {given("mode", mode)}), "k");
    return kernel->local_memory_size;
  };
  CHECK(local_memory(0) == 0);
  CHECK(local_memory(1) >= 64 * sizeof(int));
}

TEST_CASE_METHOD(ConstantsFixture,
                 "constants: kernels that share variables of the program have them, too",
                 "[constants]") {
  const std::string binary = compile(
      "__attribute__((weak)) constant int stride = 1;\n"
      "__attribute__((weak)) constant int counts = 0;\n"
      "global int total;\n"
      "void count() { if (counts) total += stride; }\n"
      "kernel void add(global int *out) { count(); *out = total; }\n"
      "kernel void k(global int *out) { *out = total; }\n",
      "-cl-std=CL3.0");
  mux_executable_t executable = create(binary, {given("stride", 5), given("counts", 1)});
  CHECK(result(executable, "add") == 5);
  CHECK(result(executable, "add") == 10);
  // Both kernels use one variable, though by default no kernel would write it.
  CHECK(result(executable, "k") == 10);
  CHECK(result(create(binary, {}), "add") == 0);
}

TEST_CASE_METHOD(ConstantsFixture, "constants: code that is specialized while running has them",
                 "[constants]") {
  REQUIRE(setenv("MUX_SPECIALIZE", "at-once", 1) == 0);
  const std::string binary = compile(
      "__attribute__((weak)) constant int factor = 1;\n"
      "kernel void k(global int *out, int n) {\n"
      "  int sum = 0;\n"
      "  for (int i = 0; i < n; ++i) sum += factor * (int)get_local_size(0);\n"
      "  out[get_global_id(0)] = sum;\n"
      "}\n");
  for (const int factor : {3, 5}) {
    mux_kernel_t kernel = make_kernel(create(binary, {given("factor", factor)}), "k");
    const TestBuffer out = make_buffer(256 * sizeof(int));
    for (const size_t local : {16, 64}) {
      for (int round = 0; round < 12; ++round) {
        launch(kernel, Arguments().buffer(out).value(10), Range::linear(256, local));
        REQUIRE(out.as<int>()[100] == static_cast<int>(10 * factor * local));
      }
    }
  }
  unsetenv("MUX_SPECIALIZE");
}

TEST_CASE_METHOD(ConstantsFixture,
                 "constants: a program of many kernels, which is compiled in parts",
                 "[constants]") {
  std::string source = "__attribute__((weak)) constant int number = 1;\n";
  for (int i = 0; i < 300; ++i) {
    const std::string index = std::to_string(i);
    source += "kernel void k" + index + "(global int *out) { *out = number + " + index + "; }\n";
  }
  mux_executable_t executable = create(compile(source), {given("number", 1000)});
  CHECK(result(executable, "k0") == 1000);
  CHECK(result(executable, "k299") == 1299);
}

TEST_CASE_METHOD(ConstantsFixture, "constants: memory is initialized as well", "[constants]") {
  const std::string binary = compile(
      "__attribute__((weak)) constant int add = 1;\n"
      "kernel void k(global int *out) { local int zero; *out = zero + add; }\n");
  const int value = 6;
  const mux_constant_value_t constant = {"add", 0, sizeof(value), &value};
  const mux_executable_options_t options = {mux_initialized_memory_local, &constant, 1};
  mux_executable_t executable = nullptr;
  REQUIRE(muxCreateExecutableWithOptions(device, binary.data(), binary.size(), &options, allocator,
                                         &executable) == mux_success);
  at_end([this, executable] { muxDestroyExecutable(device, executable, allocator); });
  CHECK(result(executable) == 6);
}

}  // namespace mux::test::constants
