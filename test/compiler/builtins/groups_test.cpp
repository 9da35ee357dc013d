// Copies by whole work-groups, whose events end in a barrier.

#include <array>
#include <catch2/catch.hpp>
#include <numeric>

#include "reference.h"

namespace mux::compiler::test {
namespace {

/// Optimised, and as OpenCL C 1.2 without optimisation.
const char *const programs[] = {"groups", "groups_1.2"};

/// As many bytes as an element has, vectors of three with their gap.
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
  // What a gap holds is nobody's business.
  const size_t compared = type == "float3" ? 12 : size;
  size_t wrong = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    wrong += std::equal(out[i].begin(), out[i].begin() + compared, expected[i].begin()) ? 0 : 1;
  }
  INFO("async_work_group_copy of " << type << " in " << program);
  CHECK(wrong == 0);
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

}  // namespace mux::compiler::test
