// Bitcode of Clang's OpenCL frontend: "clang -cl-std=CL3.0 -target spir64 -emit-llvm -c", at -O0
// and -O2, generated at build time.

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numeric>

#include "fixtures.h"

namespace mux::test::bitcode {

namespace {

std::string bitcode(const char *name, int level) {
  const std::string path =
      std::string(MUX_TEST_BITCODE_DIRECTORY) + "/" + name + ".O" + std::to_string(level) + ".bc";
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  INFO(path);
  REQUIRE_FALSE(bytes.empty());
  return bytes;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: plain bitcode runs", "[kernels]") {
  const int level = GENERATE(0, 2);
  CAPTURE(level);
  mux_executable_t executable = load(bitcode("pictures", level));

  SECTION("structs by value, vectors, constants, helper functions") {
    struct Picture {
      int width;
      int height;
      float gain;
    };
    const Picture size = {13, 7, 2.0F};
    const TestBuffer in = make_buffer(13 * 7 * 4 * sizeof(float));
    std::iota(in.as<float>().begin(), in.as<float>().end(), 1.0F);
    const TestBuffer out = make_buffer(13 * 7 * sizeof(float));
    launch(make_kernel(executable, "luminance"), Arguments().buffer(in).buffer(out).value(size),
           {2, {16, 8, 1}, {4, 4, 1}, {}});
    for (size_t i = 0; i < 13 * 7; ++i) {
      const float *color = in.as<float>().data() + i * 4;
      const float expected =
          (color[0] * 0.2126F + color[1] * 0.7152F + color[2] * 0.0722F) * size.gain;
      CHECK(out.as<float>()[i] == Approx(expected));
    }
  }

  SECTION("local memory and barriers") {
    const TestBuffer in = make_buffer(96 * sizeof(int));
    std::iota(in.as<int>().begin(), in.as<int>().end(), 0);
    const TestBuffer out = make_buffer(96 * sizeof(int));
    launch(make_kernel(executable, "reverse"),
           Arguments().buffer(in).buffer(out).local(32 * sizeof(int)), Range::linear(96, 32));
    for (int i = 0; i < 96; ++i) {
      CHECK(out.as<int>()[i] == i / 32 * 32 + 31 - i % 32);
    }
  }

  SECTION("atomics") {
    const TestBuffer in = make_buffer(10000);
    for (size_t i = 0; i < in.bytes.size(); ++i) {
      in.bytes[i] = static_cast<uint8_t>(i * 7);
    }
    const TestBuffer bins = make_buffer(16 * sizeof(int));
    launch(make_kernel(executable, "histogram"),
           Arguments().buffer(in).buffer(bins).value(uint32_t{10000}), Range::linear(256, 16));
    int expected[16] = {};
    for (const uint8_t value : in.bytes) {
      ++expected[value >> 4];
    }
    for (size_t i = 0; i < 16; ++i) {
      CHECK(bins.as<int>()[i] == expected[i]);
    }
  }

  SECTION("mathematics") {
    const TestBuffer in = make_buffer(64 * sizeof(float));
    for (size_t i = 0; i < 64; ++i) {
      in.as<float>()[i] = (static_cast<float>(i) - 32) / 5;
    }
    const TestBuffer out = make_buffer(64 * sizeof(float));
    launch(make_kernel(executable, "math"), Arguments().buffer(in).buffer(out),
           Range::linear(64, 16));
    for (size_t i = 0; i < 64; ++i) {
      const float x = in.as<float>()[i];
      const float expected =
          std::sqrt(std::fabs(x)) + std::sin(x) * std::exp(-x * x) + std::max(x, 0.5F);
      CHECK(out.as<float>()[i] == Approx(expected).epsilon(1e-5));
    }
  }

  SECTION("work-item functions") {
    const TestBuffer out = make_buffer(size_t{6} * 4 * 4 * sizeof(uint32_t));
    launch(make_kernel(executable, "ids"), Arguments().buffer(out),
           {3, {6, 4, 4}, {2, 4, 3}, {5, 6, 7}});
    size_t i = 0;
    for (uint32_t z = 0; z < 4; ++z) {
      for (uint32_t y = 0; y < 4; ++y) {
        for (uint32_t x = 0; x < 6; ++x) {
          CHECK(out.as<uint32_t>()[i++] ==
                x % 2 + y % 4 * 16 + z % 3 * 256 + x / 2 * 4096 + y / 4 * 65536 + z / 3 * 1048576);
        }
      }
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: plain bitcode names its kernels and arguments",
                 "[kernels]") {
  const int level = GENERATE(0, 2);
  CAPTURE(level);
  mux_executable_t executable = load(bitcode("pictures", level));
  uint64_t count = 0;
  REQUIRE(muxGetExecutableKernelCount(executable, &count) == mux_success);
  CHECK(count == 5);
  mux_kernel_t kernel = make_kernel(executable, "luminance");
  REQUIRE(muxGetKernelArgumentCount(kernel, &count) == mux_success);
  REQUIRE(count == 3);
  mux_kernel_argument_info_t info{};
  REQUIRE(muxGetKernelArgumentInfo(kernel, 2, &info) == mux_success);
  CHECK(info.kind == mux_kernel_argument_kind_plain_old_data);
  CHECK(info.size == 12);
}

TEST_CASE_METHOD(DeviceFixture,
                 "kernels: bitcode that needs an unknown symbol is mux_error_invalid_binary with "
                 "the symbol's name",
                 "[kernels]") {
  const int level = GENERATE(0, 2);
  CAPTURE(level);
  const std::string binary = bitcode("unknown_symbol", level);
  const int64_t live = counter.live();
  mux_executable_t executable = nullptr;
  CHECK(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
        mux_error_invalid_binary);
  CHECK(std::string(muxGetLastErrorMessage()).find("a_function_that_nobody_has") !=
        std::string::npos);
  CHECK(counter.live() == live);
}

TEST_CASE_METHOD(DeviceFixture,
                 "kernels: bitcode truncated at any length is mux_error_invalid_binary",
                 "[kernels][slow]") {
  const int level = GENERATE(0, 2);
  CAPTURE(level);
  const std::string whole = bitcode("unknown_symbol", level);
  const std::string runs = bitcode("pictures", level);
  std::vector<size_t> accepted;
  for (const std::string *binary : {&whole, &runs}) {
    for (size_t length = 1; length < binary->size(); ++length) {
      // A copy of exactly that length, so that a sanitizer sees every read past it.
      const std::vector<char> truncated(binary->begin(),
                                        binary->begin() + static_cast<ptrdiff_t>(length));
      mux_executable_t executable = nullptr;
      const mux_result_t result =
          muxCreateExecutable(device, truncated.data(), truncated.size(), allocator, &executable);
      if (result != mux_error_invalid_binary) {
        accepted.push_back(length);
      }
      if (result == mux_success) {
        muxDestroyExecutable(device, executable, allocator);
      }
    }
  }
  CHECK(accepted.empty());
}

}  // namespace mux::test::bitcode
