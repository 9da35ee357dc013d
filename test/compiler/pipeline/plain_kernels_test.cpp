#include <catch2/catch.hpp>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

/// The same kernels compiled by Clang with and without optimization.
std::string variant() {
  return GENERATE(from_range(clang_levels()));
}

const Program &load_plain() {
  return load_shared("plain." + variant() + ".bc");
}

template <typename T>
std::vector<T> iota(size_t count, T step = 1) {
  std::vector<T> data(count);
  for (size_t i = 0; i < count; ++i) {
    data[i] = static_cast<T>(i) * step;
  }
  return data;
}

}  // namespace

TEST_CASE("a kernel over one dimension computes every element", "[pipeline]") {
  const Program &program = load_plain();
  for (const uint64_t count : {1, 7, 64, 1000}) {
    const auto a = iota<float>(count);
    const auto b = iota<float>(count, 2);
    std::vector<float> c(count, -1);
    auto a_copy = a;
    auto b_copy = b;
    Call(program, "triad")
        .buffer(c)
        .buffer(a_copy)
        .buffer(b_copy)
        .value(3.0F)
        .run({.global = {count, 1, 1}, .local = {64, 1, 1}, .dimensions = 1}, 3);
    for (size_t i = 0; i < count; ++i) {
      REQUIRE(c[i] == a[i] + 3 * b[i]);
    }
  }
}

TEST_CASE("an int index works with an offset", "[pipeline]") {
  const Program &program = load_plain();
  auto in = iota<int>(300);
  std::vector<int> out(300, -1);
  Call(program, "int_index")
      .buffer(out)
      .buffer(in)
      .value(5)
      .run({.global = {256, 1, 1}, .local = {100, 1, 1}, .offset = {20, 0, 0}, .dimensions = 1});
  for (int i = 0; i < 300; ++i) {
    REQUIRE(out[i] == (i >= 20 && i < 276 ? i + 5 : -1));
  }
}

TEST_CASE("work-item queries in three dimensions, with offsets and remainder groups",
          "[pipeline]") {
  const Program &program = load_plain();
  const Range range{.global = {7, 5, 3}, .local = {4, 2, 2}, .offset = {10, 20, 30}};
  const std::array<uint64_t, 3> groups{2, 3, 2};
  const uint64_t items = 4 * 2 * 2;
  std::vector<uint64_t> out(groups[0] * groups[1] * groups[2] * items * 32, ~uint64_t{0});
  Call(program, "queries").buffer(out).run(range, 2);

  uint64_t seen = 0;
  for (uint64_t z = 0; z < range.global[2]; ++z) {
    for (uint64_t y = 0; y < range.global[1]; ++y) {
      for (uint64_t x = 0; x < range.global[0]; ++x) {
        const std::array<uint64_t, 3> id{x, y, z};
        std::array<uint64_t, 3> size{};
        std::array<uint64_t, 3> local{};
        std::array<uint64_t, 3> group{};
        for (size_t d = 0; d < 3; ++d) {
          group[d] = id[d] / range.local[d];
          local[d] = id[d] % range.local[d];
          size[d] = std::min(range.local[d], range.global[d] - group[d] * range.local[d]);
        }
        const uint64_t linear = (local[2] * size[1] + local[1]) * size[0] + local[0];
        const uint64_t group_index = (group[2] * groups[1] + group[1]) * groups[0] + group[0];
        const uint64_t *found = &out[(group_index * items + linear) * 32];
        for (size_t d = 0; d < 3; ++d, found += 8) {
          const std::array<uint64_t, 8> expected{range.global[d], id[d] + range.offset[d],
                                                 size[d],         range.local[d],
                                                 local[d],        groups[d],
                                                 group[d],        range.offset[d]};
          REQUIRE(std::equal(expected.begin(), expected.end(), found));
        }
        REQUIRE(found[0] == 3);
        REQUIRE(found[1] == (z * range.global[1] + y) * range.global[0] + x);
        REQUIRE(found[2] == linear);
        REQUIRE(found[3] == 1111);
        REQUIRE(found[4] == 0);
        ++seen;
      }
    }
  }
  REQUIRE(seen == 7 * 5 * 3);
}

TEST_CASE("integer division never traps", "[pipeline]") {
  const Program &program = load_plain();
  const int smallest = std::numeric_limits<int>::min();
  std::vector<int> a;
  std::vector<int> b;
  for (const int x : {smallest, -7, -1, 0, 1, 9, 100}) {
    for (const int y : {smallest, -3, -1, 0, 1, 2, 10}) {
      for (int repeat = 0; repeat < 3; ++repeat) {
        a.push_back(x);
        b.push_back(y);
      }
    }
  }
  std::vector<int> quotient(a.size());
  std::vector<int> remainder(a.size());
  std::vector<unsigned> unsigned_quotient(a.size());
  const Range range{.global = {a.size(), 1, 1}, .local = {64, 1, 1}, .dimensions = 1};
  Call(program, "divide")
      .buffer(quotient)
      .buffer(remainder)
      .buffer(a)
      .buffer(b)
      .buffer(unsigned_quotient)
      .run(range);
  std::vector<int> where_possible(a.size(), 77);
  Call(program, "divide_where_possible").buffer(where_possible).buffer(a).buffer(b).run(range);
  for (size_t i = 0; i < a.size(); ++i) {
    if (b[i] != 0) {
      REQUIRE(unsigned_quotient[i] == static_cast<unsigned>(a[i]) / static_cast<unsigned>(b[i]));
    } else {
      REQUIRE(where_possible[i] == 77);
    }
    if (b[i] != 0 && !(a[i] == smallest && b[i] == -1)) {
      REQUIRE(quotient[i] == a[i] / b[i]);
      REQUIRE(remainder[i] == a[i] % b[i]);
      REQUIRE(where_possible[i] == a[i] / b[i]);
    }
  }

  struct alignas(32) Long4 {
    int64_t lanes[4];
  };
  const int64_t smallest_long = std::numeric_limits<int64_t>::min();
  std::vector<Long4> long_a{{{1, smallest_long, 17, 0}}};
  std::vector<Long4> long_b{{{0, -1, 5, 3}}};
  std::vector<Long4> long_out(1);
  Call(program, "divide_vectors").buffer(long_out).buffer(long_a).buffer(long_b).run({});
  CHECK(long_out[0].lanes[2] == 3 + 2);
  CHECK(long_out[0].lanes[3] == 0);
}

TEST_CASE("indices may wrap", "[pipeline]") {
  const Program &program = load_plain();
  auto table = iota<int>(256, 3);
  const int count = 150;
  std::vector<int> out(4 * count);
  Call(program, "wrapping_indices")
      .buffer(out)
      .buffer(table)
      .run({.global = {count, 1, 1}, .local = {count, 1, 1}, .dimensions = 1});
  for (int i = 0; i < count; ++i) {
    REQUIRE(out[4 * i] == table[(i * 7) & 63]);
    REQUIRE(out[4 * i + 1] == table[(i * 3 + 1) % 64]);
    REQUIRE(out[4 * i + 2] == table[(i * 5) & 127]);
    REQUIRE(out[4 * i + 3] == table[(i * 3 + 40) & 63]);
  }
  Call(program, "wrapping_loop").buffer(out).run({});
  for (int i = 0; i < 64; ++i) {
    const int index = (i * 7) & 63;
    REQUIRE(out[i] == index * index);
  }
}

TEST_CASE("private arrays may be large or small", "[pipeline]") {
  const Program &program = load_plain();
  const int seed = 11;
  const int count = 50;
  std::vector<int> large(count);
  Call large_call(program, "large_private");
  CHECK(large_call.description().storage_per_group >= 8192 * sizeof(int));
  large_call.buffer(large).value(seed).run(
      {.global = {count, 1, 1}, .local = {16, 1, 1}, .dimensions = 1}, 2);
  std::vector<int> small(count);
  Call small_call(program, "small_private");
  CHECK(small_call.description().storage_per_group == 0);
  small_call.buffer(small).value(seed).run(
      {.global = {count, 1, 1}, .local = {16, 1, 1}, .dimensions = 1}, 2);
  for (int id = 0; id < count; ++id) {
    std::vector<int> table(8192);
    for (int i = 0; i < 8192; ++i) {
      table[(i * 37 + seed) & 8191] = i ^ id;
    }
    int sum = 0;
    for (int i = 0; i < 16; ++i) {
      sum += table[(id * 31 + i * seed) & 8191];
    }
    REQUIRE(large[id] == sum);
    for (int i = 0; i < 64; ++i) {
      table[(i * 37 + seed) & 63] = i ^ id;
    }
    REQUIRE(small[id] == table[id & 63] + table[(id + seed) & 63]);
  }
}

TEST_CASE("structs and vectors are passed by value", "[pipeline]") {
  const Program &program = load_plain();
  struct alignas(8) Parameters {
    char tag;
    float weights[3];
    double scale;
    int16_t lanes[4];
  };
  const Parameters parameters{1, {2, 3, 4}, 5.5, {1, 2, 6, 4}};
  const std::array<float, 4> vector{0, 7, 0, 0};
  std::vector<float> out(10);
  Call call(program, "by_value");
  call.buffer(out)
      .value(char{2})
      .value(parameters)
      .value(vector)
      .value(1)
      .run({.global = {10, 1, 1}, .local = {5, 1, 1}, .dimensions = 1});
  for (size_t i = 0; i < out.size(); ++i) {
    REQUIRE(out[i] == 2 + 1 + 2 + 3 + static_cast<float>(i) + 4 + 5.5F + 6 + 7);
  }
  const auto &arguments = call.description().arguments;
  REQUIRE(arguments.size() == 5);
  CHECK(arguments[1].size == 1);
  CHECK(arguments[2].size == sizeof(Parameters));
  CHECK(arguments[2].offset % 8 == 0);
  CHECK(arguments[3].size == 16);
  CHECK(arguments[3].alignment == 16);
  CHECK(arguments[3].offset % 16 == 0);
  CHECK(arguments[3].type_name == "float3");
}

TEST_CASE("program-scope constants and helper functions", "[pipeline]") {
  const Program &program = load_plain();
  std::vector<float> out(40);
  Call call(program, "constants");
  CHECK_FALSE(call.description().may_access_any_memory);
  call.buffer(out).run({.global = {40, 1, 1}, .local = {8, 1, 1}, .dimensions = 1});
  const std::array<float, 3> offsets{1, 10, 100};
  for (size_t i = 0; i < out.size(); ++i) {
    REQUIRE(out[i] ==
            (0.5F + static_cast<float>(i & 3)) * static_cast<float>(2 * i) + offsets[i % 3]);
  }
}

TEST_CASE("a kernel may call a kernel", "[pipeline]") {
  const Program &program = load_plain();
  auto data = iota<int>(20);
  const Range range{.global = {20, 1, 1}, .local = {6, 1, 1}, .dimensions = 1};
  Call(program, "calls_kernel").buffer(data).run(range);
  Call(program, "add_one").buffer(data).run(range);
  for (int i = 0; i < 20; ++i) {
    REQUIRE(data[i] == (i + 1) * 2 + 1);
  }
}

TEST_CASE("work-items may return early", "[pipeline]") {
  const Program &program = load_plain();
  std::vector<int> data{1, -2, 3, 4, -5, 6, 7, 8};
  Call(program, "returns_early")
      .buffer(data)
      .value(6)
      .run({.global = {64, 1, 1}, .local = {16, 1, 1}, .dimensions = 1});
  CHECK(data == std::vector<int>{4, -2, 10, 13, -5, 19, 7, 8});
}

TEST_CASE("local memory is passed as an argument", "[pipeline]") {
  const Program &program = load_plain();
  std::vector<int> out(48);
  Call(program, "local_argument")
      .buffer(out)
      .local(16 * sizeof(int))
      .local(16)
      .run({.global = {48, 1, 1}, .local = {16, 1, 1}, .dimensions = 1}, 2);
  for (int i = 0; i < 48; ++i) {
    REQUIRE(out[i] == i + i % 16);
  }
}

TEST_CASE("kernels are described", "[pipeline]") {
  const Program &program = load_plain();
  Call fixed(program, "fixed_size");
  CHECK(fixed.description().required_local_size[0] == 8);
  CHECK(fixed.description().required_local_size[1] == 2);
  CHECK(fixed.description().required_local_size[2] == 1);
  Call none(program, "no_arguments");
  CHECK(none.description().packed_size == 0);
  none.run({.global = {10, 1, 1}, .local = {4, 1, 1}, .dimensions = 1});
}

TEST_CASE("accesses of a kernel to its arguments are found", "[pipeline]") {
  const Program &program = load_plain();
  const auto &access = Call(program, "access").description();
  REQUIRE(access.arguments.size() == 6);
  const auto check = [](const KernelArgument &argument, bool reads, bool writes) {
    CHECK(argument.reads == reads);
    CHECK(argument.writes == writes);
  };
  check(access.arguments[0], false, true);
  check(access.arguments[1], true, false);
  check(access.arguments[2], true, true);
  check(access.arguments[3], false, false);
  check(access.arguments[4], true, false);
  CHECK_FALSE(access.may_access_any_memory);
  const auto &choice = Call(program, "access_choice").description();
  check(choice.arguments[0], false, true);
  check(choice.arguments[1], false, true);
  CHECK_FALSE(choice.may_access_any_memory);
  CHECK(Call(program, "access_anything").description().may_access_any_memory);
}

TEST_CASE("names of the program do not clash with names of the runtime", "[pipeline]") {
  const Program &program = load_shared("names." + variant() + ".bc");
  std::vector<int> out(64, 1);
  Call(program, "memmove").buffer(out).value(2).run({});
  CHECK(out[0] == 3 + 7);
  Call(program, "clear").buffer(out).run({});
  CHECK(out == std::vector<int>(64, 0));
  Call(program, "mux_kernel_clear").buffer(out).run({});
  CHECK(out[0] == 9);
}

}  // namespace mux::compiler::test
