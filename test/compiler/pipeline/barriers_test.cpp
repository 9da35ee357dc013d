#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "compiler/processor/host_target.h"
#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

const Program &load_barriers() {
  const auto variant = GENERATE(from_range(clang_levels()));
  return load_shared("barriers." + variant + ".bc");
}

std::vector<int> numbers(size_t count) {
  std::vector<int> data(count);
  for (size_t i = 0; i < count; ++i) {
    data[i] = static_cast<int>(i * 7 % 31);
  }
  return data;
}

/// The index of a work-item in its group of a one-dimensional range.
size_t in_group(size_t global, size_t local_size, size_t local) {
  return global / local_size * local_size + local;
}

/// MIX() of barriers.cl, with signed numbers.
void mix(uint32_t &a, uint32_t &b, uint32_t factor) {
  const auto shift = [](uint32_t value, int bits) {
    return static_cast<uint32_t>(static_cast<int32_t>(value) >> bits);
  };
  a = a * factor + shift(b, 4);
  b = b * 13 + shift(a, 5);
  a = (a ^ (b << 2)) * 3;
  b = (b ^ (a << 1)) * 9;
}

void mix_well(uint32_t &a, uint32_t &b) {
  for (const uint32_t factor : {3, 5, 7, 9}) {
    mix(a, b, factor);
  }
}

using Numbers = std::vector<uint32_t>;

/// The result of stir() of barriers.cl for a group.
Numbers stir(Numbers own, uint32_t rounds, uint32_t steps) {
  const size_t size = own.size();
  Numbers sum(size);
  for (uint32_t i = 0; i < rounds; ++i) {
    Numbers tile(size);
    for (uint32_t l = 0; l < size; ++l) {
      uint32_t a = own[l] + i;
      uint32_t b = sum[l] ^ l;
      if ((own[l] & 1) == 0) {
        mix_well(a, b);
      }
      mix(a, b, 11);
      tile[l] = a + b;
    }
    for (uint32_t step = 1; step <= steps; ++step) {
      const Numbers before = tile;
      for (size_t l = 0; l < size; ++l) {
        tile[l] = before[(l + step) % size] * step + before[l];
      }
    }
    for (size_t l = 0; l < size; ++l) {
      sum[l] += tile[(l * 3 + i) % size];
      own[l] ^= sum[l];
    }
  }
  for (size_t l = 0; l < size; ++l) {
    sum[l] += own[l];
  }
  return sum;
}

/// The result of stir_some().
Numbers stir_some(Numbers sum, uint32_t rounds) {
  for (uint32_t i = 0; i < rounds; ++i) {
    Numbers tile(sum.size());
    for (uint32_t l = 0; l < sum.size(); ++l) {
      uint32_t a = sum[l] + i;
      uint32_t b = sum[l] ^ l;
      mix_well(a, b);
      tile[l] = a ^ b;
    }
    for (size_t l = 0; l < sum.size(); ++l) {
      sum[l] += tile[l & 6];
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("a barrier in straight-line code, with a remainder group", "[pipeline]") {
  const Program &program = load_barriers();
  const size_t count = 200;
  const size_t size = 64;
  auto data = numbers(count);
  const auto before = data;
  Call(program, "reverse")
      .buffer(data)
      .run({.global = {count, 1, 1}, .local = {size, 1, 1}, .dimensions = 1}, 3);
  for (size_t i = 0; i < count; ++i) {
    const size_t actual = std::min(size, count - i / size * size);
    REQUIRE(data[i] == before[in_group(i, size, actual - 1 - i % size)]);
  }
}

TEST_CASE("a barrier in a loop: reduction", "[pipeline]") {
  const Program &program = load_barriers();
  auto in = numbers(512);
  std::vector<int> out(8);
  Call(program, "reduce")
      .buffer(in)
      .buffer(out)
      .local(64 * sizeof(int))
      .run({.global = {512, 1, 1}, .local = {64, 1, 1}, .dimensions = 1}, 2);
  for (size_t group = 0; group < 8; ++group) {
    int sum = 0;
    for (size_t i = 0; i < 64; ++i) {
      sum += in[group * 64 + i];
    }
    REQUIRE(out[group] == sum);
  }
}

TEST_CASE("private arrays and loop-carried values live across barriers in a loop", "[pipeline]") {
  const Program &program = load_barriers();
  const int size = 32;
  for (const int rounds : {0, 1, 5, 13}) {
    auto data = numbers(96);
    const auto before = data;
    Call(program, "rotate_private")
        .buffer(data)
        .value(rounds)
        .run({.global = {96, 1, 1}, .local = {size, 1, 1}, .dimensions = 1}, 2);
    for (int group = 0; group < 3; ++group) {
      std::vector<int> value(before.begin() + group * size, before.begin() + (group + 1) * size);
      std::vector<int> total(size, 0);
      std::vector<std::array<int, 8>> history(size);
      for (int i = 0; i < rounds; ++i) {
        std::vector<int> shared(size);
        for (int l = 0; l < size; ++l) {
          shared[l] = value[l] + i;
        }
        for (int l = 0; l < size; ++l) {
          value[l] = shared[(l + 1) % size];
          history[l][(i + l) & 7] = value[l];
          total[l] += value[l] * (i + 1);
        }
      }
      for (int l = 0; l < size; ++l) {
        for (int i = 0; i < 8 && i < rounds; ++i) {
          total[l] += history[l][(i + l) & 7];
        }
        REQUIRE(data[group * size + l] == total[l]);
      }
    }
  }
}

TEST_CASE("barriers in uniform branches", "[pipeline]") {
  const Program &program = load_barriers();
  const int size = 16;
  for (const int mode : {0, 1, 2}) {
    auto data = numbers(64);
    const auto before = data;
    Call(program, "two_in_a_branch")
        .buffer(data)
        .value(mode)
        .run({.global = {64, 1, 1}, .local = {size, 1, 1}, .dimensions = 1});
    for (int i = 0; i < 64; ++i) {
      const int l = i % size;
      int expected = before[i] + 1000;
      if (mode == 1) {
        expected = before[in_group(i, size, (l + 2) % size)] * 2;
      } else if (mode == 2) {
        expected = -before[in_group(i, size, size - 1 - l)];
      }
      REQUIRE(data[i] == expected + l);
    }
  }
  for (const int mode : {0, 1, 2, 3}) {
    std::vector<int> data(64);
    Call(program, "switch_on_argument")
        .buffer(data)
        .value(mode)
        .run({.global = {64, 1, 1}, .local = {size, 1, 1}, .dimensions = 1});
    for (int i = 0; i < 64; ++i) {
      const int l = i % size;
      const auto square = [](int x) { return x * x; };
      const std::array<int, 4> expected{square(l ^ 1), square(l ^ 2) + square(l ^ 3), square(l ^ 3),
                                        -1};
      REQUIRE(data[i] == expected[mode]);
    }
  }
}

TEST_CASE("a value merged from two branches lives across a barrier", "[pipeline]") {
  const Program &program = load_barriers();
  auto data = numbers(40);
  const auto before = data;
  Call(program, "merge_then_wait")
      .buffer(data)
      .run({.global = {40, 1, 1}, .local = {16, 1, 1}, .dimensions = 1});
  for (int i = 0; i < 40; ++i) {
    const int l = i % 16;
    REQUIRE(data[i] == (before[i] % 2 != 0 ? l * 3 : l + 100) + 5);
  }
}

TEST_CASE("barriers in nested loops", "[pipeline]") {
  const Program &program = load_barriers();
  const int size = 8;
  const int outer = 5;
  const int inner = 3;
  std::vector<int> out(24);
  Call(program, "nested_loops")
      .buffer(out)
      .value(outer)
      .value(inner)
      .run({.global = {24, 1, 1}, .local = {size, 1, 1}, .dimensions = 1});
  for (int i = 0; i < 24; ++i) {
    const int l = i % size;
    int seen = 0;
    for (int o = 0; o < outer; ++o) {
      seen += o * 10 + 1;
      for (int j = 0; j < inner; ++j) {
        seen += j + (l + j) % size;
      }
    }
    REQUIRE(out[i] == seen);
  }
}

TEST_CASE("barriers in a helper function, three dimensions with remainders and an offset",
          "[pipeline]") {
  const Program &program = load_barriers();
  const Range range{.global = {7, 5, 3}, .local = {4, 2, 2}};
  const size_t count = 7 * 5 * 3;
  auto in = numbers(count);
  std::vector<int> out(count);
  Call(program, "transpose_3d").buffer(out).buffer(in).local(16 * sizeof(int)).run(range, 3);
  const auto mirror = [&](size_t d, size_t id) {
    const size_t start = id / range.local[d] * range.local[d];
    const size_t size = std::min(range.local[d], range.global[d] - start);
    return start + size - 1 - (id - start);
  };
  for (size_t z = 0; z < 3; ++z) {
    for (size_t y = 0; y < 5; ++y) {
      for (size_t x = 0; x < 7; ++x) {
        REQUIRE(out[(z * 5 + y) * 7 + x] ==
                in[(mirror(2, z) * 5 + mirror(1, y)) * 7 + mirror(0, x)]);
      }
    }
  }
}

TEST_CASE("a pointer to a private variable lives across a barrier", "[pipeline]") {
  const Program &program = load_barriers();
  for (const int choose : {0, 1}) {
    auto data = numbers(32);
    const auto before = data;
    Call(program, "private_pointer")
        .buffer(data)
        .value(choose)
        .run({.global = {32, 1, 1}, .local = {16, 1, 1}, .dimensions = 1});
    for (int i = 0; i < 32; ++i) {
      const int a = before[i] + (choose != 0 ? before[i ^ 1] : 0);
      const int b = before[i] * 2 + (choose != 0 ? 0 : before[i ^ 1]);
      REQUIRE(data[i] == a + b * 1000);
    }
  }
}

TEST_CASE("values of many types live across a barrier", "[pipeline]") {
  const Program &program = load_barriers();
  struct alignas(16) Float4 {
    float x, y, z, w;
  };
  std::vector<Float4> in;
  for (int i = 0; i < 21; ++i) {
    const auto f = static_cast<float>(i);
    in.push_back({f, f / 4, f * 2, f - 7});
  }
  std::vector<double> out(20);
  Call(program, "many_types")
      .buffer(out)
      .buffer(in)
      .value(char{9})
      .run({.global = {20, 1, 1}, .local = {7, 1, 1}, .dimensions = 1});
  for (int i = 0; i < 20; ++i) {
    const Float4 &v = in[i];
    const int c = 9 + i;
    const double expected = v.x + c + (v.y > 2 ? 1000 : 0) + v.z * 0.5 + (i - 7) + (i - 7) +
                            static_cast<short>(v.z) + in[c & 1].y + 3;
    REQUIRE(out[i] == expected);
  }
}

TEST_CASE("all work-items may return between barriers", "[pipeline]") {
  const Program &program = load_barriers();
  for (const int stop : {0, 1}) {
    std::vector<int> data(32, -1);
    Call(program, "uniform_return")
        .buffer(data)
        .value(stop)
        .run({.global = {32, 1, 1}, .local = {16, 1, 1}, .dimensions = 1});
    for (int i = 0; i < 32; ++i) {
      REQUIRE(data[i] == (stop != 0 ? -1 : (i % 16) ^ 1));
    }
  }
}

TEST_CASE("work-items may return before a barrier of others", "[pipeline]") {
  const Program &program = load_barriers();
  for (const int count : {0, 1, 16, 21, 40}) {
    auto data = numbers(48);
    const auto before = data;
    Call(program, "return_past_the_end")
        .buffer(data)
        .value(count)
        .run({.global = {48, 1, 1}, .local = {16, 1, 1}, .dimensions = 1}, 2);
    for (int i = 0; i < 48; ++i) {
      const int left = i / 16 * 16 + (i + 15) % 16;
      const int added = left < count ? before[left] : 0;
      REQUIRE(data[i] == before[i] + (i < count ? added : 0));
    }
  }
}

TEST_CASE("work-items at different barriers terminate", "[pipeline]") {
  const Program &program = load_barriers();
  std::vector<int> data(8, -1);
  Call(program, "not_uniform")
      .buffer(data)
      .run({.global = {8, 1, 1}, .local = {8, 1, 1}, .dimensions = 1});
  CHECK(data == std::vector<int>{1, 2, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("a private array that is not live across a barrier", "[pipeline]") {
  const Program &program = load_barriers();
  constexpr size_t width = 32;
  constexpr size_t rows = 8;
  constexpr size_t local[2] = {16, 4};
  constexpr size_t group = local[0] * local[1];
  constexpr int rounds = 5;
  auto in = numbers(width * rows);
  std::vector<int> out(width * rows);
  Call call(program, "pairs");
  CHECK(call.description().storage_per_work_item == 0);
  call.buffer(in)
      .buffer(out)
      .value(rounds)
      .local(group * sizeof(int))
      .run({.global = {width, rows, 1}, .local = {local[0], local[1], 1}, .dimensions = 2}, 2);
  for (size_t place = 0; place < out.size(); ++place) {
    const size_t x = place % width;
    const size_t y = place / width;
    const size_t l = y % local[1] * local[0] + x % local[0];
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
      const size_t other = (l + static_cast<size_t>(i)) % group;
      const size_t from = (y / local[1] * local[1] + other / local[0]) * width +
                          x / local[0] * local[0] + other % local[0];
      const int value = in[from] + 5 * in[from] * static_cast<int>(1 + other % 2);
      sum += (3 * value + i) ^ value;
    }
    REQUIRE(out[place] == sum);
  }
}

TEST_CASE("code reachable from several barriers, in nested loops", "[pipeline]") {
  const Program &program = load_barriers();
  const size_t size = 48;
  const auto rounds = GENERATE(0, 1, 2, 5);
  const auto steps = GENERATE(0, 1, 3);
  auto in = numbers(size * 2);
  std::vector<int> out(in.size());
  Call(program, "stir")
      .buffer(in)
      .buffer(out)
      .value(rounds)
      .value(steps)
      .local(size * sizeof(int))
      .run({.global = {in.size(), 1, 1}, .local = {size, 1, 1}, .dimensions = 1}, 2);
  for (size_t group = 0; group < 2; ++group) {
    const Numbers own(&in[group * size], &in[group * size] + size);
    const Numbers found(&out[group * size], &out[group * size] + size);
    REQUIRE(found == stir(own, rounds, steps));
  }
}

TEST_CASE("code reachable from several barriers, after early returns", "[pipeline]") {
  const Program &program = load_barriers();
  const size_t size = 32;
  // The number of remaining work-items in the last group.
  const size_t left = GENERATE(7, 20, 32);
  auto in = numbers(size * 2);
  std::vector<int> out(in.size(), -1);
  Call(program, "stir_some")
      .buffer(in)
      .buffer(out)
      .value(4)
      .value(static_cast<int>(size + left))
      .local(size * sizeof(int))
      .run({.global = {in.size(), 1, 1}, .local = {size, 1, 1}, .dimensions = 1}, 2);
  for (size_t group = 0; group < 2; ++group) {
    const size_t there = group == 0 ? size : left;
    Numbers expected = stir_some({&in[group * size], &in[group * size] + there}, 4);
    expected.resize(size, -1);
    REQUIRE(Numbers(&out[group * size], &out[group * size] + size) == expected);
  }
}

TEST_CASE("uniform code between barriers runs at least once, counters run for each work-item",
          "[pipeline]") {
  const Program &program = load_barriers();
  const int rounds = 3;
  std::vector<int> counts(rounds);
  std::vector<int> out(40);
  Call(program, "count_between")
      .buffer(counts)
      .buffer(out)
      .value(rounds)
      .run({.global = {40, 1, 1}, .local = {40, 1, 1}, .dimensions = 1}, 1);
  REQUIRE(counts == std::vector<int>{40, 43, 46});
  REQUIRE(out == std::vector<int>(40, 40 + 43 + 46));
}

TEST_CASE("packets are not wider than the rows of groups", "[pipeline]") {
  const Program &program = load_barriers();
  const unsigned lanes = vector_register_bits() / 32;
  for (const unsigned vectors : {1U, 2U, 3U}) {
    // Too many rows for a packet of a whole group.
    const FixedRange range{{vectors * lanes, 64, 1}, true};
    const std::unique_ptr<Program> special = specialize(program, "pairs", {range, {}});
    CHECK(special->kernel(0).packet_size[0] <= vectors * lanes);
    CHECK(vectors * lanes % special->kernel(0).packet_size[0] == 0);
  }
}

TEST_CASE("a work-item with vector code of its own is not vectorized", "[pipeline]") {
  const Program &program = load_barriers();
  struct alignas(64) Row {
    float elements[16];
  };
  std::vector<Row> in(40);
  float next = -4;
  for (Row &row : in) {
    for (float &element : row.elements) {
      element = next;
      next = next > 5 ? -4 : next + 0.25F;
    }
  }
  std::vector<Row> out(in.size());
  Call call(program, "exponentials");
  if (vector_register_bits() == 512) {
    CHECK_THAT(call.description().vectorization, Catch::StartsWith("one work-item at a time"));
  }
  call.buffer(in).buffer(out).run(
      {.global = {in.size(), 1, 1}, .local = {8, 1, 1}, .dimensions = 1});
  for (size_t i = 0; i < in.size(); ++i) {
    for (size_t k = 0; k < std::size(in[i].elements); ++k) {
      CHECK(out[i].elements[k] == Approx(std::exp(in[i].elements[k])).epsilon(1e-6));
    }
  }
}

}  // namespace mux::compiler::test
