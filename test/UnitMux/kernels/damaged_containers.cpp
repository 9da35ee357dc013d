// Containers damaged in every way: each is rejected with a message, and nothing leaks.

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "fixtures.h"

namespace mux::test::damaged_containers {

namespace {

constexpr const char *source =
    "kernel void k(global int *out, int value) { out[get_global_id(0)] = value; }";

class DamagedFixture : public DeviceFixture {
 public:
  /// Whether a binary is rejected correctly.
  bool refused(const std::vector<char> &binary) {
    const int64_t live = counter.live();
    mux_executable_t executable = nullptr;
    const mux_result_t result =
        muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable);
    if (result == mux_success) {
      muxDestroyExecutable(device, executable, allocator);
    }
    return result == mux_error_invalid_binary && counter.live() == live &&
           std::strstr(muxGetLastErrorMessage(), "muxCreateExecutable") != nullptr;
  }
};

std::vector<char> container(int output) {
  const std::string binary = compile(
      source, nullptr, output == 0 ? mux_compile_output_portable : mux_compile_output_native);
  return {binary.begin(), binary.end()};
}

}  // namespace

TEST_CASE_METHOD(DamagedFixture, "kernels: a container truncated at any length is rejected",
                 "[kernels]") {
  const int output = GENERATE(0, 1);
  CAPTURE(output);
  const std::vector<char> whole = container(output);
  std::vector<size_t> accepted;
  for (size_t length = 1; length < whole.size(); ++length) {
    // A copy of exactly that length, so that a sanitizer sees every read past it.
    if (!refused({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)})) {
      accepted.push_back(length);
    }
  }
  CHECK(accepted.empty());
}

TEST_CASE_METHOD(DamagedFixture, "kernels: a container with any byte flipped is rejected",
                 "[kernels]") {
  const int output = GENERATE(0, 1);
  CAPTURE(output);
  const std::vector<char> whole = container(output);
  std::vector<size_t> accepted;
  for (size_t at = 0; at < whole.size(); ++at) {
    std::vector<char> damaged = whole;
    damaged[at] = static_cast<char>(~damaged[at]);
    if (!refused(damaged)) {
      accepted.push_back(at);
    }
    damaged[at] = static_cast<char>(whole[at] ^ (1 << at % 8));
    if (!refused(damaged)) {
      accepted.push_back(at);
    }
  }
  CHECK(accepted.empty());
}

TEST_CASE_METHOD(DamagedFixture, "kernels: a container with trailing bytes is rejected",
                 "[kernels]") {
  std::vector<char> longer = container(0);
  longer.push_back('\0');
  CHECK(refused(longer));
  longer.insert(longer.end(), 1000, 'x');
  CHECK(refused(longer));
}

TEST_CASE_METHOD(DamagedFixture, "kernels: random bytes after each known magic number are rejected",
                 "[kernels]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const std::vector<char> ours = container(0);
  const std::vector<char> magics[] = {{ours.begin(), ours.begin() + 8},
                                      {'\x7f', 'E', 'L', 'F'},
                                      {'\x7f', 'E', 'L', 'F', 2, 1, 1, 0},
                                      {}};
  for (const std::vector<char> &magic : magics) {
    for (int i = 0; i < 300; ++i) {
      std::vector<char> bytes = magic;
      const size_t length = 1 + random() % 500;
      for (size_t j = 0; j < length; ++j) {
        bytes.push_back(static_cast<char>(random()));
      }
      CHECK(refused(bytes));
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a container at an odd address is loaded like any other",
                 "[kernels]") {
  for (const int output : {0, 1}) {
    const std::vector<char> whole = container(output);
    std::vector<char> shifted(whole.size() + 1);
    std::copy(whole.begin(), whole.end(), shifted.begin() + 1);
    const TestBuffer out = make_buffer(4 * sizeof(int));
    launch(make_kernel(load({shifted.data() + 1, whole.size()}), "k"),
           Arguments().buffer(out).value(output + 5), Range::linear(4, 4));
    CHECK(out.as<int>()[3] == output + 5);
  }
}

}  // namespace mux::test::damaged_containers
