#include <mux/extensions.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "fixtures.h"

namespace mux::test::mux_get_executable_constant_info {

namespace {

constexpr EntryPoint entry_point("muxGetExecutableConstantInfo");

const char *const source =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "typedef struct { char tag; int numbers[2]; half h; } Pair;\n"
    "__attribute__((weak)) constant int count = 7;\n"
    "__attribute__((weak)) constant float3 color = (float3)(1, 2, 3);\n"
    "__attribute__((weak)) constant bool flag = true;\n"
    "__attribute__((weak)) constant Pair pair = {'x', {5, 6}, 1};\n"
    "__attribute__((weak)) constant ulong none = 0;\n"
    "kernel void k(global float *p) {\n"
    "  *p = count + color.y + flag + pair.numbers[*p == 0] + none;\n"
    "}\n";

struct Pair {
  char tag;
  int numbers[2];
  uint16_t half_number;
};

mux_constant_info_t info_of(mux_executable_t executable, uint64_t index) {
  mux_constant_info_t info = {};
  REQUIRE(muxGetExecutableConstantInfo(executable, index, &info) == mux_success);
  REQUIRE(info.value != nullptr);
  REQUIRE(info.default_value != nullptr);
  CHECK(info.id == 0);
  CHECK(info.is_fixed == 0);
  return info;
}

template <class T>
T read(const void *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "muxGetExecutableConstantInfo: names, sizes and defaults in order",
                 "[muxGetExecutableConstantInfo]") {
  mux_executable_t executable = load(compile(source, "-cl-std=CL3.0"));
  const mux_constant_info_t count = info_of(executable, 0);
  CHECK(count.name == std::string("count"));
  CHECK(count.size == 4);
  CHECK(read<int>(count.default_value) == 7);
  const mux_constant_info_t color = info_of(executable, 1);
  CHECK(color.name == std::string("color"));
  CHECK(color.size == 16);
  CHECK(read<std::array<float, 3>>(color.default_value) == std::array<float, 3>{1, 2, 3});
  const mux_constant_info_t flag = info_of(executable, 2);
  CHECK(flag.size == 1);
  CHECK(read<char>(flag.default_value) == 1);
  const mux_constant_info_t pair = info_of(executable, 3);
  REQUIRE(pair.size == sizeof(Pair));
  CHECK(read<Pair>(pair.default_value).tag == 'x');
  CHECK(read<Pair>(pair.default_value).numbers[0] == 5);
  CHECK(read<Pair>(pair.default_value).numbers[1] == 6);
  CHECK(read<Pair>(pair.default_value).half_number == 0x3C00);
  const mux_constant_info_t none = info_of(executable, 4);
  CHECK(none.name == std::string("none"));
  CHECK(none.size == 8);
  CHECK(read<uint64_t>(none.default_value) == 0);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxGetExecutableConstantInfo: the value is the given one or the default",
                 "[muxGetExecutableConstantInfo]") {
  const std::string binary = compile(source, "-cl-std=CL3.0");
  int number = 100;
  const mux_constant_value_t given = {"count", 0, sizeof(number), &number};
  const mux_executable_options_t options = {0, &given, 1};
  mux_executable_t executable = nullptr;
  REQUIRE(muxCreateExecutableWithOptions(device, binary.data(), binary.size(), &options, allocator,
                                         &executable) == mux_success);
  // The executable has a copy.
  number = 3;
  CHECK(read<int>(info_of(executable, 0).value) == 100);
  CHECK(read<int>(info_of(executable, 0).default_value) == 7);
  CHECK(read<float>(info_of(executable, 1).value) == 1);
  muxDestroyExecutable(device, executable, allocator);
}

TEST_CASE_METHOD(KernelFixture, "muxGetExecutableConstantInfo: rejects invalid arguments",
                 "[muxGetExecutableConstantInfo]") {
  mux_executable_t executable = load(compile(source, "-cl-std=CL3.0"));
  mux_constant_info_t info = {};
  for (mux_executable_t invalid : InvalidObjects<mux_executable_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetExecutableConstantInfo(invalid, 0, &info));
  }
  for (const uint64_t index : {uint64_t{5}, ~uint64_t{0}}) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetExecutableConstantInfo(executable, index, &info));
  }
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetExecutableConstantInfo(executable, 0, nullptr));
}

}  // namespace mux::test::mux_get_executable_constant_info
