// __builtin_expect and __builtin_assume (cl_khr_expect_assume).

#include <catch2/catch.hpp>

#include "reference.h"

namespace mux::compiler::test {
namespace {

int32_t expected_result(const std::vector<int32_t> &in, size_t i, int shift) {
  const int32_t x = in[i];
  int32_t result = -7;
  if (x >= 0) {
    result = x % 4 + (x >> shift) / 2;
  } else if ((x & 1) != 0) {
    result = x / 2 % 8;
  }
  for (int32_t turn = 0; turn < (x & 7); ++turn) {
    result += in[static_cast<size_t>(turn)] > 0 ? 100 / in[static_cast<size_t>(turn)] : 0;
  }
  return result * (x < 0 ? 3 : 5);
}

}  // namespace

TEST_CASE("assumptions of one work-item do not apply to others", "[hints]") {
  CAPTURE(random_seed());
  std::mt19937_64 random(random_seed());
  std::vector<int32_t> in(1031);
  for (int32_t &x : in) {
    x = static_cast<int32_t>(random() % 2000) - 1000;
  }
  in[2] = 0;
  std::vector<int32_t> out(in.size());
  int32_t shift = 3;
  run_over(shared_program("hints"), "hints", in.size(), in, out, shift);
  size_t wrong = 0;
  for (size_t i = 0; i < in.size(); ++i) {
    wrong += out[i] != expected_result(in, i, shift) ? 1 : 0;
  }
  CHECK(wrong == 0);
}

}  // namespace mux::compiler::test
