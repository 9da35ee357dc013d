// Cooperative functions of work-groups: copies, whose events are waited for, and collectives.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <limits>
#include <numeric>
#include <random>

#include "reference.h"

namespace mux::compiler::test {
namespace {

/// Optimized, and as OpenCL C 1.2 without optimization.
const char *const programs[] = {"groups", "groups_1.2"};

/// Elements of `size` bytes, including the padding of vectors of three.
template <size_t size>
using Element = std::array<uint8_t, size>;

template <size_t size>
void check_copy(const std::string &program, const std::string &type) {
  Range range;
  range.global = {8, 6, 4};
  range.local = {4, 3, 2};
  const size_t items = 24;
  const size_t group_count = 8;
  std::vector<Element<size>> in(2 * items * group_count);
  std::vector<Element<size>> expected(in.size());
  std::vector<Element<size>> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    in[i].fill(static_cast<uint8_t>(i * 7 + 1));
  }
  const size_t copied = 2 * items - 1;
  for (size_t group = 0; group < group_count; ++group) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(group * 2 * items);
    std::reverse_copy(begin, begin + copied,
                      expected.begin() + static_cast<std::ptrdiff_t>(group * 2 * items));
  }
  Call call(shared_program(program), "copy_" + type);
  call.buffer(in).buffer(out).local(copied * size);
  call.run(range);
  // Padding is not compared.
  const size_t compared = type == "float3" ? 12 : size;
  size_t wrong = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    wrong += std::equal(out[i].begin(), out[i].begin() + compared, expected[i].begin()) ? 0 : 1;
  }
  INFO("async_work_group_copy of " << type << " in " << program);
  CHECK(wrong == 0);
}

/// The indices of an enqueued range's work-items, group by group, in the order of local linear ids.
std::vector<std::vector<size_t>> groups_of(const Range &range) {
  std::vector<std::vector<size_t>> groups;
  const auto &global = range.global;
  for (size_t z = 0; z < global[2]; z += range.local[2]) {
    for (size_t y = 0; y < global[1]; y += range.local[1]) {
      for (size_t x = 0; x < global[0]; x += range.local[0]) {
        std::vector<size_t> &group = groups.emplace_back();
        for (size_t k = z; k < std::min(z + range.local[2], global[2]); ++k) {
          for (size_t j = y; j < std::min(y + range.local[1], global[1]); ++j) {
            for (size_t i = x; i < std::min(x + range.local[0], global[0]); ++i) {
              group.push_back((k * global[1] + j) * global[0] + i);
            }
          }
        }
      }
    }
  }
  return groups;
}

/// @param least identity of an exclusive maximum scan.
/// @param greatest identity of an exclusive minimum scan.
template <typename T>
void check_collectives(const std::string &type, T least, T greatest) {
  const unsigned seed = random_seed();
  CAPTURE(type, seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 8; ++round) {
    Range range;
    for (size_t d = 0; d < 3; ++d) {
      range.local[d] = 1 + random() % 6;
      range.global[d] = 1 + random() % 14;
    }
    std::vector<T> in(range.global[0] * range.global[1] * range.global[2]);
    for (T &value : in) {
      // Sums of 216 numbers stay below 2048; unsigned numbers wrap.
      value = static_cast<T>(static_cast<int>(random() % 19) - 9);
    }
    std::vector<T> out(in.size() * 10);
    Call call(shared_program("collectives"), "collectives_" + type);
    call.buffer(in).buffer(out);
    call.run(range, 3);
    size_t wrong = 0;
    for (const std::vector<size_t> &group : groups_of(range)) {
      T sum = 0;
      T low = greatest;
      T high = least;
      for (const size_t at : group) {
        const T *o = &out[at * 10];
        wrong += o[6] != sum || o[7] != low || o[8] != high ? 1 : 0;
        sum = static_cast<T>(sum + in[at]);
        low = std::min(low, in[at]);
        high = std::max(high, in[at]);
        wrong += o[3] != sum || o[4] != low || o[5] != high ? 1 : 0;
      }
      const size_t row =
          std::min<size_t>(range.local[0], range.global[0] - group[0] % range.global[0]);
      for (const size_t at : group) {
        const T *o = &out[at * 10];
        wrong += o[0] != sum || o[1] != low || o[2] != high || o[9] != in[group[row - 1]] ? 1 : 0;
      }
    }
    CHECK(wrong == 0);
  }
}

template <typename T>
void check_integers(const std::string &type) {
  check_collectives<T>(type, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

template <typename T>
void check_reals(const std::string &type) {
  const auto infinity = static_cast<T>(std::numeric_limits<float>::infinity());
  check_collectives<T>(type, -infinity, infinity);
}

}  // namespace

TEST_CASE("async_work_group_copy copies all elements of every size", "[groups]") {
  for (const char *program : programs) {
    check_copy<1>(program, "char");
    check_copy<4>(program, "int");
    check_copy<8>(program, "double");
    check_copy<16>(program, "float3");
    check_copy<16>(program, "uchar16");
  }
}

TEST_CASE("async_work_group_strided_copy strides over global memory", "[groups]") {
  constexpr size_t items = 32;
  uint64_t stride = 3;
  std::vector<int32_t> in(2 * items * stride);
  std::iota(in.begin(), in.end(), 1);
  std::vector<int32_t> expected(in.size(), -1);
  for (size_t i = 0; i < 2 * items; ++i) {
    expected[i * stride] = in[i * stride];
  }
  for (const char *program : programs) {
    std::vector<int32_t> out(in.size(), -1);
    Call call(shared_program(program), "copy_strided");
    call.buffer(in).buffer(out).local(2 * items * sizeof(int32_t)).value(stride);
    Range range;
    range.global = {items, 1, 1};
    range.local = {items, 1, 1};
    range.dimensions = 1;
    call.run(range);
    INFO(program);
    CHECK(out == expected);
  }
}

TEST_CASE("collectives combine the values of a group of any shape", "[groups]") {
  check_integers<int32_t>("int");
  check_integers<uint32_t>("uint");
  check_integers<int64_t>("long");
  check_integers<uint64_t>("ulong");
  check_reals<_Float16>("half");
  check_reals<float>("float");
  check_reals<double>("double");
}

}  // namespace mux::compiler::test
