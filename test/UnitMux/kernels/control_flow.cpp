// Control flow of every shape, functions, private memory, and operations that must not trap.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>
#include <string>

#include "fixtures.h"

namespace mux::test::control_flow {

TEST_CASE_METHOD(KernelFixture, "kernels: switch, goto, do-while, break and continue",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *out) {
      int i = get_global_id(0);
      int x = 0, steps = 0;
      switch (i % 7) {
        case 0: x = 100; break;
        case 1: x = 1;
        case 2: x += 2; break;
        case 3: { if (i > 20) goto done; x = 30; }
        default: x += 7;
        case 6: x *= 2;
      }
      do {
        ++steps;
        if (steps % 2 == 0) continue;
        x += steps;
        if (x > 500) break;
      } while (steps < i);
    again:
      x -= 3;
      if (x > 50) goto again;
      for (int a = 0; a < 5; ++a)
        for (int b = 0; b < 5; ++b) {
          if (a * b == i % 9) goto out_of_both;
          x += 1;
        }
    out_of_both:
      x = x * 10 + steps;
    done:
      out[i] = x;
    })",
                              "k");
  constexpr int count = 100;
  const TestBuffer out = make_buffer(count * sizeof(int));
  launch(kernel, Arguments().buffer(out), Range::linear(count, 16));
  for (int i = 0; i < count; ++i) {
    int x = 0;
    int steps = 0;
    const auto reference = [&] {
      switch (i % 7) {
        case 0:
          x = 100;
          break;
        case 1:
        case 2:
          x += i % 7 == 1 ? 3 : 2;
          break;
        case 3:
          if (i > 20) {
            return;
          }
          x = (30 + 7) * 2;
          break;
        case 6:
          x *= 2;
          break;
        default:
          x = (x + 7) * 2;
      }
      do {
        ++steps;
        if (steps % 2 == 0) {
          continue;
        }
        x += steps;
        if (x > 500) {
          break;
        }
      } while (steps < i);
      do {
        x -= 3;
      } while (x > 50);
      for (int a = 0; a < 5; ++a) {
        for (int b = 0; b < 5; ++b) {
          if (a * b == i % 9) {
            x = x * 10 + steps;
            return;
          }
          x += 1;
        }
      }
      x = x * 10 + steps;
    };
    reference();
    CAPTURE(i);
    CHECK(out.as<int>()[i] == x);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a loop along a row with a switch as its exit",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, int n) {
      int g = get_global_id(0);
      int i = 0, sum = 0;
    next:
      sum += in[g * n + i];
      ++i;
      switch (i ^ n) {
        case 0:
        case 4:
        case 70:
          break;
        default:
          goto next;
      }
      out[g] = sum;
    })",
                              "k");
  constexpr int items = 40;
  for (const int n : {1, 3, 30}) {
    std::vector<int> in(static_cast<size_t>(items * n));
    std::iota(in.begin(), in.end(), 1);
    const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
    const TestBuffer out = make_buffer(items * sizeof(int));
    launch(kernel, Arguments().buffer(in_buffer).buffer(out).value(n), Range::linear(items, 8));
    for (int g = 0; g < items; ++g) {
      int sum = 0;
      int i = 0;
      do {
        sum += in[static_cast<size_t>(g * n + i)];
        ++i;
      } while ((i ^ n) != 0 && (i ^ n) != 4 && (i ^ n) != 70);
      CHECK(out.as<int>()[static_cast<size_t>(g)] == sum);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: early return of some work-items", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    int half_of(int x) {
      if (x % 2) return -1;
      for (int i = 0;; ++i)
        if (i * 2 == x) return i;
    }
    kernel void k(global int *out, int limit) {
      int i = get_global_id(0);
      if (i >= limit) return;
      if (i % 5 == 0) {
        out[i] = 5;
        return;
      }
      while (true) {
        out[i] = half_of(i);
        if (out[i] != 0) return;
      }
    })",
                              "k");
  const TestBuffer out = make_buffer(64 * sizeof(int));
  launch(kernel, Arguments().buffer(out).value(50), Range::linear(64, 16));
  for (int i = 0; i < 64; ++i) {
    CHECK(out.as<int>()[i] == (i >= 50 ? 0 : i % 5 == 0 ? 5 : i % 2 != 0 ? -1 : i / 2));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: loops that few, many, or no work-items execute",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const uint *table, global uint *out, global float *ratios,
                  global uint *places, uint rarity) {
      const size_t i = get_global_id(0);
      uint value = table[i];
      float ratio = 1;
      uchar rounds = 200;
      if (value % rarity == 0) {
        for (int step = 0; step < 20; ++step) {
          value = table[(value ^ step) & 255] + (value >> 3);
          ratio *= 0.75f;
          ++rounds;
          if ((value & 31) == 5) break;
          if ((value & 7) == 3) places[4 * i + (step & 3)] = value;
        }
      }
      out[i] = value + rounds;
      ratios[i] = ratio;
    })",
                              "k");
  constexpr uint32_t count = 250;
  std::vector<uint32_t> table(256);
  uint32_t state = 12345;
  for (uint32_t &value : table) {
    state = state * 1664525 + 1013904223;
    value = state >> 3;
  }
  for (const uint32_t rarity : {1U, 2U, 5U, 17U, 60U, 0xffffffffU}) {
    INFO(rarity);
    const TestBuffer in = make_buffer(std::span<const uint32_t>(table));
    const TestBuffer out = make_buffer(count * sizeof(uint32_t));
    const TestBuffer ratios = make_buffer(count * sizeof(float));
    const TestBuffer places = make_buffer(4 * count * sizeof(uint32_t));
    launch(kernel, Arguments().buffer(in).buffer(out).buffer(ratios).buffer(places).value(rarity),
           Range::linear(count, 125));
    std::vector<uint32_t> expected_places(4 * count);
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t value = table[i];
      float ratio = 1;
      uint8_t rounds = 200;
      for (uint32_t step = 0; table[i] % rarity == 0 && step < 20; ++step) {
        value = table[(value ^ step) & 255] + (value >> 3);
        ratio *= 0.75F;
        ++rounds;
        if ((value & 31) == 5) {
          break;
        }
        if ((value & 7) == 3) {
          expected_places[4 * i + (step & 3)] = value;
        }
      }
      INFO(i);
      REQUIRE(out.as<uint32_t>()[i] == value + rounds);
      REQUIRE(ratios.as<float>()[i] == ratio);
    }
    CHECK(std::ranges::equal(places.as<uint32_t>(), expected_places));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: integer division by zero does not trap", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    #define DIVIDE(T) \
      global T *p_##T = (global T *)(data + 64 * slot++); \
      p_##T[2] = p_##T[0] / p_##T[1]; \
      p_##T[3] = p_##T[0] % p_##T[1];
    kernel void k(global uchar *data) {
      int slot = 0;
      DIVIDE(char) DIVIDE(uchar) DIVIDE(short) DIVIDE(ushort)
      DIVIDE(int) DIVIDE(uint) DIVIDE(long) DIVIDE(ulong)
      global int4 *v = (global int4 *)(data + 64 * slot++);
      v[2] = v[0] / v[1];
      v[3] = v[0] % v[1];
      data[64 * slot] = 1;
    })",
                              "k");
  const TestBuffer data = make_buffer(64 * 10);
  SECTION("zero by zero and one by zero") {
    std::fill_n(data.bytes.begin(), 1, uint8_t{1});
    launch(kernel, Arguments().buffer(data), Range::linear(1, 1));
    CHECK(data.bytes[64 * 9] == 1);
  }
  SECTION("the smallest number by minus one") {
    const auto put = [&](size_t slot, auto value) {
      using Type = decltype(value);
      auto *at = reinterpret_cast<Type *>(data.bytes.data() + 64 * slot);
      at[0] = std::numeric_limits<Type>::min();
      at[1] = static_cast<Type>(-1);
    };
    put(0, int8_t{});
    put(2, int16_t{});
    put(4, int32_t{});
    put(6, int64_t{});
    for (size_t i = 0; i < 4; ++i) {
      auto *at = reinterpret_cast<int32_t *>(data.bytes.data() + 64 * 8);
      at[i] = std::numeric_limits<int32_t>::min();
      at[4 + i] = -1;
    }
    launch(kernel, Arguments().buffer(data), Range::linear(1, 1));
    CHECK(data.bytes[64 * 9] == 1);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: division by zero in a branch that is not taken",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out) {
      int i = get_global_id(0);
      out[i] = in[i] != 0 ? 1000 / in[i] + 1000 % in[i] : -1;
    })",
                              "k");
  std::vector<int> values(64);
  for (int i = 0; i < 64; ++i) {
    values[i] = i % 3 == 0 ? 0 : i - 30;
  }
  const TestBuffer in = make_buffer(std::span<const int>(values));
  const TestBuffer out = make_buffer(64 * sizeof(int));
  launch(kernel, Arguments().buffer(in).buffer(out), Range::linear(64, 32));
  for (size_t i = 0; i < 64; ++i) {
    CHECK(out.as<int>()[i] == (values[i] != 0 ? 1000 / values[i] + 1000 % values[i] : -1));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: large private arrays", "[kernels]") {
  const char *source = R"(
    kernel void k(global int *out, int rounds) {
      int memory[4096];
      int i = get_global_id(0);
      for (int j = 0; j < 4096; ++j) memory[j] = j + i;
      BARRIER
      for (int r = 0; r < rounds; ++r)
        for (int j = 0; j < 4096; ++j) memory[(j * 7 + r) % 4096] += memory[j] & 3;
      BARRIER
      int sum = 0;
      for (int j = 0; j < 4096; ++j) sum = sum * 3 + memory[j];
      out[i] = sum;
    })";
  const char *options[] = {"-DBARRIER=", "-DBARRIER=barrier(CLK_LOCAL_MEM_FENCE);"};
  for (const char *option : options) {
    CAPTURE(option);
    mux_kernel_t kernel = build(source, "k", option);
    const TestBuffer out = make_buffer(96 * sizeof(int));
    launch(kernel, Arguments().buffer(out).value(3), Range::linear(96, 32));
    for (int i = 0; i < 96; ++i) {
      std::vector<int> memory(4096);
      std::iota(memory.begin(), memory.end(), i);
      for (size_t r = 0; r < 3; ++r) {
        for (size_t j = 0; j < 4096; ++j) {
          memory[(j * 7 + r) % 4096] += memory[j] & 3;
        }
      }
      uint32_t sum = 0;
      for (const int value : memory) {
        sum = sum * 3 + static_cast<uint32_t>(value);
      }
      CHECK(static_cast<uint32_t>(out.as<int>()[i]) == sum);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: kernels call kernels", "[kernels]") {
  mux_executable_t executable = load(compile(R"(
    kernel void add(global int *data, int what) { data[get_global_id(0)] += what; }
    kernel void both(global int *data) {
      add(data, 1);
      if (get_global_id(0) % 2) add(data, 10);
    }
    kernel void with_local(global int *data, local int *s) {
      s[get_local_id(0)] = data[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      data[get_global_id(0)] = s[get_local_size(0) - 1 - get_local_id(0)];
    }
    kernel void outer(global int *data, local int *s) {
      both(data);
      with_local(data, s);
      add(data, 100);
    }
  )"));
  const TestBuffer data = make_buffer(16 * sizeof(int));
  for (int i = 0; i < 16; ++i) {
    data.as<int>()[i] = i * 1000;
  }
  launch(make_kernel(executable, "outer"), Arguments().buffer(data).local(8 * sizeof(int)),
         Range::linear(16, 8));
  for (int i = 0; i < 16; ++i) {
    const int from = i / 8 * 8 + 7 - i % 8;
    CHECK(data.as<int>()[i] == from * 1000 + (from % 2 != 0 ? 11 : 1) + 100);
  }
  launch(make_kernel(executable, "add"), Arguments().buffer(data).value(5), Range::linear(16, 4));
  CHECK(data.as<int>()[7] == 0 + 1 + 100 + 5);
}

TEST_CASE_METHOD(KernelFixture, "kernels: tail-recursive functions", "[kernels]") {
  const char *options = GENERATE(as<const char *>{}, "", "-cl-opt-disable");
  mux_kernel_t kernel = build(R"(
    int split(int *values, int first, int last) {
      int end = first;
      for (int i = first; i < last; ++i)
        if (values[i] <= values[last]) {
          int other = values[end]; values[end++] = values[i]; values[i] = other;
        }
      int other = values[end]; values[end] = values[last]; values[last] = other;
      return end;
    }
    int smallest(int *values, int first, int last, int rank) {
      int place = split(values, first, last);
      if (place - first == rank) return values[place];
      if (place - first > rank) return smallest(values, first, place - 1, rank);
      return smallest(values, place + 1, last, rank - (place - first) - 1);
    }
    uint divisor(uint a, uint b) { return b == 0 ? a : divisor(b, a % b); }
    kernel void k(global int *out) {
      int i = get_global_id(0);
      int values[9];
      for (int j = 0; j < 9; ++j) values[j] = (j * 37 + i * 11) % 101;
      out[2 * i] = smallest(values, 0, 8, i % 9);
      out[2 * i + 1] = divisor(i * 12, 90);
    })",
                              "k", options);
  constexpr int count = 40;
  const TestBuffer out = make_buffer(2 * count * sizeof(int));
  launch(kernel, Arguments().buffer(out), Range::linear(count, 8));
  for (int i = 0; i < count; ++i) {
    std::vector<int> values;
    values.reserve(9);
    for (int j = 0; j < 9; ++j) {
      values.push_back((j * 37 + i * 11) % 101);
    }
    std::sort(values.begin(), values.end());
    REQUIRE(out.as<int>()[2 * i] == values[i % 9]);
    REQUIRE(out.as<int>()[2 * i + 1] == std::gcd(i * 12, 90));
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: helper functions, pointers to private memory, recursion "
                 "that the compiler unrolls",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
    void sort(int *values, int count) {
      for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j)
          if (values[j] < values[i]) swap(&values[i], &values[j]);
    }
    float4 turn(float4 v, float angle) {
      float c, s = sincos(angle, &c);
      return (float4)(v.x * c - v.y * s, v.x * s + v.y * c, v.zw);
    }
    kernel void k(global int *out, global float *turned) {
      int i = get_global_id(0);
      int values[11];
      for (int j = 0; j < 11; ++j) values[j] = (j * 37 + i * 11) % 101;
      sort(values, 11);
      int packed = 0;
      for (int j = 0; j < 11; ++j) packed = packed * 31 + values[j];
      out[i] = packed;
      turned[i] = turn((float4)(1, 0, 0, 0), 0.1f * i).y;
    })",
                              "k");
  const TestBuffer out = make_buffer(40 * sizeof(int));
  const TestBuffer turned = make_buffer(40 * sizeof(float));
  launch(kernel, Arguments().buffer(out).buffer(turned), Range::linear(40, 8));
  for (int i = 0; i < 40; ++i) {
    int values[11];
    for (int j = 0; j < 11; ++j) {
      values[j] = (j * 37 + i * 11) % 101;
    }
    std::sort(std::begin(values), std::end(values));
    uint32_t packed = 0;
    for (const int value : values) {
      packed = packed * 31 + static_cast<uint32_t>(value);
    }
    CHECK(static_cast<uint32_t>(out.as<int>()[i]) == packed);
    CHECK(turned.as<float>()[i] == Approx(std::sin(0.1F * static_cast<float>(i))).margin(1e-5));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: both language versions and relaxed mathematics",
                 "[kernels]") {
  for (const char *options : {"-cl-std=CL1.2", "-cl-std=CL3.0", "-cl-fast-relaxed-math",
                              "-cl-opt-disable", "-cl-std=CL1.1", "-cl-denorms-are-zero"}) {
    CAPTURE(options);
    mux_kernel_t kernel = build(
        "kernel void k(global float *data) {\n"
        "  local float s[16];\n"
        "  s[get_local_id(0)] = sqrt(data[get_global_id(0)]) * 2.0f + 1.0f;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  data[get_global_id(0)] = s[15 - get_local_id(0)];\n"
        "}\n",
        "k", options);
    const TestBuffer data = make_buffer(32 * sizeof(float));
    for (size_t i = 0; i < 32; ++i) {
      data.as<float>()[i] = static_cast<float>(i % 16 * (i % 16));
    }
    launch(kernel, Arguments().buffer(data), Range::linear(32, 16));
    for (size_t i = 0; i < 32; ++i) {
      CHECK(data.as<float>()[i] == Approx(static_cast<float>(15 - i % 16) * 2 + 1));
    }
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: writes outside of the work-group are visible to the next command",
                 "[kernels]") {
  // Many commands in one command buffer alternate between two buffers.
  mux_kernel_t kernel = build(R"(
    kernel void k(global const uint *in, global uint *out, uint count) {
      uint i = get_global_id(0);
      out[(i * 5 + 3) % count] = in[i] * 1664525u + 1013904223u;
    })",
                              "k");
  constexpr uint32_t count = 1024;
  const TestBuffer buffers[2] = {make_buffer(count * 4), make_buffer(count * 4)};
  std::vector<uint32_t> expected(count);
  std::iota(expected.begin(), expected.end(), 0U);
  std::copy(expected.begin(), expected.end(), buffers[0].as<uint32_t>().begin());
  for (int round = 0; round < 101; ++round) {
    Arguments arguments;
    arguments.buffer(buffers[round % 2]).buffer(buffers[1 - round % 2]).value(count);
    REQUIRE(record(command_buffer, kernel, arguments, Range::linear(count, 32)) == mux_success);
    std::vector<uint32_t> next(count);
    for (uint32_t i = 0; i < count; ++i) {
      next[(i * 5 + 3) % count] = expected[i] * 1664525U + 1013904223U;
    }
    expected = next;
  }
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(std::equal(expected.begin(), expected.end(), buffers[1].as<uint32_t>().begin()));
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: a work-item sees what it wrote itself, at any index, in private and in "
                 "global memory",
                 "[kernels]") {
  // Stores of a packet must not be reordered with loads of the same work-item.
  mux_kernel_t kernel = build(R"(
    kernel void k(global const uint *in, global uint *out, global uint *memory) {
      uint l = get_local_id(0), g = get_group_id(0);
      uint a[4] = {l, 1, 2, 3};
      global uint *b = memory + get_global_id(0) * 4;
      b[0] = l; b[1] = 1; b[2] = 2; b[3] = 3;
      uint v = in[get_global_id(0)];
      if (g % 3 == 1) {
        a[0] = a[v % 4];
        b[0] = b[v % 4] + 5;
      } else {
        a[v % 4] = l;
        b[v % 4] = l + 9;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[get_global_id(0)] = a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3] +
                              (b[0] * 1000 + b[1] * 100 + b[2] * 10 + b[3]) * 100000;
    })",
                              "k");
  for (const uint32_t local : {7U, 16U, 37U}) {
    CAPTURE(local);
    const uint32_t count = local * 5 + 3;
    std::vector<uint32_t> in(count);
    for (uint32_t i = 0; i < count; ++i) {
      in[i] = i * 2654435761U >> 7;
    }
    const TestBuffer in_buffer = make_buffer(std::span<const uint32_t>(in));
    const TestBuffer out = make_buffer(count * sizeof(uint32_t));
    const TestBuffer memory = make_buffer(count * 4 * sizeof(uint32_t));
    std::fill(memory.bytes.begin(), memory.bytes.end(), uint8_t{0x55});
    launch(kernel, Arguments().buffer(in_buffer).buffer(out).buffer(memory),
           Range::linear(count, local));
    size_t wrong = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t l = i % local;
      uint32_t a[4] = {l, 1, 2, 3};
      uint32_t b[4] = {l, 1, 2, 3};
      if (i / local % 3 == 1) {
        a[0] = a[in[i] % 4];
        b[0] = b[in[i] % 4] + 5;
      } else {
        a[in[i] % 4] = l;
        b[in[i] % 4] = l + 9;
      }
      wrong += out.as<uint32_t>()[i] != a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3] +
                                            (b[0] * 1000 + b[1] * 100 + b[2] * 10 + b[3]) * 100000;
    }
    CHECK(wrong == 0);
  }
}

namespace {

/// The reference of the kernels below for one work-item.
uint32_t left_behind(const std::string &kernel, uint32_t v, uint32_t limit, uint32_t last) {
  const auto mixed = [](uint32_t old) { return (old * 1664525 + 1013904223) >> 3; };
  uint32_t count = 0;
  uint32_t sum = 0;
  if (kernel == "after") {
    do {
      v = mixed(v);
      sum += v & 255;
      ++count;
    } while (v % 8 != last && count < limit);
    return sum;
  }
  if (kernel == "nested") {
    for (uint32_t i = 0; i < limit && (v & 31) != 5; ++i) {
      for (count = 0; count < i && v % 8 != last && v % 16 != 1; ++count) {
        v = mixed(v);
      }
      sum += count;
      v += i;
    }
    return sum;
  }
  while (count < limit && v % 8 != last) {
    v = mixed(v);
    sum += v & 255;
    ++count;
  }
  return kernel == "in_memory" ? sum : count * 1000 + v % 8;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: loops with a uniform limit and divergent exits",
                 "[kernels]") {
  // Some work-items reach the limit; live-out values are computed before the condition, after it,
  // in memory, or in an inner loop.
  const mux_executable_t executable = load(compile(R"(
    uint mixed(uint v) { return (v * 1664525 + 1013904223) >> 3; }

    kernel void before(global uint *out, uint limit, uint last) {
      uint x = get_global_id(0), y = get_global_id(1), v = x * 977 + y * 61, count = 0;
      while (count < limit && v % 8 != last) { v = mixed(v); ++count; }
      out[y * get_global_size(0) + x] = count * 1000 + v % 8;
    }
    kernel void after(global uint *out, uint limit, uint last) {
      uint x = get_global_id(0), y = get_global_id(1), v = x * 977 + y * 61, count = 0, sum = 0;
      do { v = mixed(v); sum += v & 255; ++count; } while (v % 8 != last && count < limit);
      out[y * get_global_size(0) + x] = sum;
    }
    kernel void in_memory(global uint *out, uint limit, uint last) {
      uint x = get_global_id(0), y = get_global_id(1), v = x * 977 + y * 61, count = 0;
      global uint *to = out + y * get_global_size(0) + x;
      *to = 0;
      while (count < limit && v % 8 != last) { v = mixed(v); *to += v & 255; ++count; }
    }
    kernel void nested(global uint *out, uint limit, uint last) {
      uint x = get_global_id(0), y = get_global_id(1), v = x * 977 + y * 61, sum = 0;
      for (uint i = 0; i < limit && (v & 31) != 5; ++i) {
        uint count = 0;
        while (count < i && v % 8 != last && v % 16 != 1) { v = mixed(v); ++count; }
        sum += count;
        v += i;
      }
      out[y * get_global_size(0) + x] = sum;
    })"));
  const Range ranges[] = {{2, {128, 8, 1}, {16, 4, 1}, {}}, {2, {37, 11, 1}, {37, 1, 1}, {}},
                          {2, {96, 5, 1}, {8, 5, 1}, {}},   {2, {200, 1, 1}, {100, 1, 1}, {}},
                          {2, {3, 64, 1}, {1, 64, 1}, {}},  {2, {64, 7, 1}, {64, 7, 1}, {}}};
  constexpr uint32_t last = 3;
  for (const std::string name : {"before", "after", "in_memory", "nested"}) {
    const mux_kernel_t kernel = make_kernel(executable, name.c_str());
    for (const Range &range : ranges) {
      const auto width = static_cast<uint32_t>(range.global[0]);
      const auto height = static_cast<uint32_t>(range.global[1]);
      const TestBuffer out = make_buffer(width * height * sizeof(uint32_t));
      for (const uint32_t limit : {0U, 1U, 5U, 40U}) {
        INFO(name << ", limit " << limit << ", " << width << " x " << height);
        launch(kernel, Arguments().buffer(out).value(limit).value(last), range);
        size_t wrong = 0;
        for (uint32_t y = 0; y < height; ++y) {
          for (uint32_t x = 0; x < width; ++x) {
            wrong += out.as<uint32_t>()[y * width + x] !=
                     left_behind(name, x * 977 + y * 61, limit, last);
          }
        }
        CHECK(wrong == 0);
      }
    }
  }
}

}  // namespace mux::test::control_flow
