// Work-group collectives: all functions and types, in straight-line code, loops and branches, in
// groups of any shape, compared with a loop over the group.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "group_ranges.h"

namespace mux::test::collectives {

namespace {

constexpr const char *options = "-cl-std=CL3.0";

enum Operation { add, minimum, maximum, multiply, bitwise_and, bitwise_or, bitwise_xor };

struct NamedOperation {
  Operation operation;
  const char *name;
  bool integers_only;
};

constexpr NamedOperation operations[] = {
    {add, "add", false},        {minimum, "min", false},    {maximum, "max", false},
    {multiply, "mul", false},   {bitwise_and, "and", true}, {bitwise_or, "or", true},
    {bitwise_xor, "xor", true},
};

template <class T>
using Wrapping =
    std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

template <class T>
T combine(Operation operation, T a, T b) {
  using W = Wrapping<T>;
  switch (operation) {
    case add:
      return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
    case multiply:
      return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
    case minimum:
      return std::min(a, b);
    case maximum:
      return std::max(a, b);
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    return operation == bitwise_and ? a & b : operation == bitwise_or ? a | b : a ^ b;
  }
  return a;
}

template <class T>
T identity(Operation operation) {
  using Limits = std::numeric_limits<T>;
  switch (operation) {
    case minimum:
      return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case maximum:
      return Limits::has_infinity ? -Limits::infinity() : Limits::min();
    case multiply:
      return 1;
    case bitwise_and:
      return static_cast<T>(-1);
    default:
      return 0;
  }
}

template <class T>
T random_value(std::mt19937 &random, Operation operation) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(random()) << 32 | random());
  }
  // Sums and products that are exact in any order.
  return operation == multiply ? (random() % 2 == 0 ? T(1) : T(-1))
                               : static_cast<T>(static_cast<int>(random() % 2001) - 1000);
}

/// Runs reduce and both scans of one operation and counts wrong results.
template <class T>
int wrong_results(KernelFixture &fixture, mux_kernel_t kernel, Operation operation,
                  const Range &range, std::mt19937 &random) {
  const size_t count = work_items_of(range);
  std::vector<T> in(count);
  for (T &value : in) {
    value = random_value<T>(random, operation);
  }
  const TestBuffer in_buffer = fixture.make_buffer(std::span<const T>(in));
  const TestBuffer out_buffer = fixture.make_buffer(count * 3 * sizeof(T));
  fixture.launch(kernel, Arguments().buffer(in_buffer).buffer(out_buffer), range);
  const std::span<T> out = out_buffer.as<T>();
  int wrong = 0;
  for (const std::vector<size_t> &group : groups_of(range)) {
    T total = identity<T>(operation);
    for (const size_t at : group) {
      wrong += out[at * 3 + 2] != total;
      total = combine(operation, total, in[at]);
      wrong += out[at * 3 + 1] != total;
    }
    for (const size_t at : group) {
      wrong += out[at * 3] != total;
    }
  }
  return wrong;
}

/// Whether the type has other results than the signed type of the same size.
template <class T>
bool differs_from_signed(Operation operation) {
  return !std::is_unsigned_v<T> || operation == minimum || operation == maximum;
}

template <class T>
void check_type(KernelFixture &fixture, const char *type) {
  const uint32_t seed = random_seed();
  CAPTURE(seed, type);
  std::mt19937 random(seed);
  std::string source = place_source;
  for (const NamedOperation &row : operations) {
    if ((std::is_integral_v<T> || !row.integers_only) && differs_from_signed<T>(row.operation)) {
      const std::string name = row.name;
      source += "kernel void k_" + name + "(global const " + type + " *in, global " + type +
                " *out) {\n  size_t at = place();\n  " + type +
                " x = in[at];\n  out[at * 3] = work_group_reduce_" + name +
                "(x);\n  out[at * 3 + 1] = work_group_scan_inclusive_" + name +
                "(x);\n  out[at * 3 + 2] = work_group_scan_exclusive_" + name + "(x);\n}\n";
    }
  }
  mux_executable_t executable = fixture.load(compile(source, options));
  for (const NamedOperation &row : operations) {
    if ((!std::is_integral_v<T> && row.integers_only) || !differs_from_signed<T>(row.operation)) {
      continue;
    }
    mux_kernel_t kernel = fixture.make_kernel(executable, (std::string("k_") + row.name).c_str());
    for (int round = 0; round < 8; ++round) {
      const Range range = round == 0   ? Range::linear(1, 1)
                          : round == 1 ? Range::linear(2048, 1024)
                          : round == 2 ? Range{3, {2, 192, 3}, {1, 64, 1}, {}}
                          : round == 3 ? Range{3, {2, 3, 74}, {1, 1, 37}, {}}
                                       : random_range(random);
      const std::string shape = shape_of(range);
      CAPTURE(row.name, shape);
      CHECK(wrong_results<T>(fixture, kernel, row.operation, range, random) == 0);
    }
  }
}

/// Runs a kernel `k(in, out)` over ints.
std::vector<int> run_ints(KernelFixture &fixture, mux_kernel_t kernel, const std::vector<int> &in,
                          const Range &range) {
  const TestBuffer in_buffer = fixture.make_buffer(std::span<const int>(in));
  const TestBuffer out_buffer = fixture.make_buffer(in.size() * sizeof(int));
  fixture.launch(kernel, Arguments().buffer(in_buffer).buffer(out_buffer), range);
  const std::span<int> out = out_buffer.as<int>();
  return {out.begin(), out.end()};
}

std::vector<int> random_ints(std::mt19937 &random, size_t count, int below) {
  std::vector<int> values(count);
  for (int &value : values) {
    value = static_cast<int>(random() % static_cast<uint32_t>(below));
  }
  return values;
}

int sum_of(const std::vector<int> &values, const std::vector<size_t> &group) {
  uint32_t sum = 0;
  for (const size_t at : group) {
    sum += static_cast<uint32_t>(values[at]);
  }
  return static_cast<int>(sum);
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: the device reports work-group collectives", "[kernels]") {
  CHECK(device->info->supports_work_group_collectives);
}

TEST_CASE_METHOD(KernelFixture, "kernels: reductions and scans of int and uint", "[kernels]") {
  check_type<int32_t>(*this, "int");
  check_type<uint32_t>(*this, "uint");
}

TEST_CASE_METHOD(KernelFixture, "kernels: reductions and scans of long and ulong",
                 "[kernels][names]") {
  check_type<int64_t>(*this, "long");
  check_type<uint64_t>(*this, "ulong");
}

TEST_CASE_METHOD(KernelFixture, "kernels: reductions and scans of float and double", "[kernels]") {
  check_type<float>(*this, "float");
  check_type<double>(*this, "double");
}

TEST_CASE_METHOD(KernelFixture, "kernels: sums of floats are accurate in any order", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const float *in, global float *out) {
      size_t g = get_global_id(0);
      out[g] = work_group_reduce_add(in[g]) - work_group_scan_inclusive_add(in[g]);
    })",
                              "k", options);
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr size_t count = 700;
  std::vector<float> in(count);
  double total = 0;
  for (float &value : in) {
    value = std::uniform_real_distribution<float>(0, 1)(random);
    total += value;
  }
  const TestBuffer in_buffer = make_buffer(std::span<const float>(in));
  const TestBuffer out = make_buffer(count * sizeof(float));
  launch(kernel, Arguments().buffer(in_buffer).buffer(out), Range::linear(count, count));
  double so_far = 0;
  double worst = 0;
  for (size_t i = 0; i < count; ++i) {
    so_far += in[i];
    worst = std::max(worst, std::fabs(out.as<float>()[i] - (total - so_far)));
  }
  // Each of two sums rounds at most `count` times, by half an ulp of the total.
  CHECK(worst <= total * count * std::numeric_limits<float>::epsilon());
}

TEST_CASE_METHOD(KernelFixture, "kernels: minimum and maximum of a group are never NaN",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const float *in, global float *out) {
      size_t g = get_global_id(0);
      out[g * 2] = work_group_reduce_min(in[g]);
      out[g * 2 + 1] = work_group_scan_inclusive_max(in[g]);
    })",
                              "k", options);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> in = {nan, 3, nan, -2, 5, nan, 4};
  const float greatest[] = {3, 3, 3, 5, 5, 5};
  const TestBuffer in_buffer = make_buffer(std::span<const float>(in));
  const TestBuffer out = make_buffer(in.size() * 2 * sizeof(float));
  launch(kernel, Arguments().buffer(in_buffer).buffer(out), Range::linear(in.size(), in.size()));
  for (size_t i = 0; i < in.size(); ++i) {
    CHECK(out.as<float>()[i * 2] == -2);
    if (i > 0) {
      CHECK(out.as<float>()[i * 2 + 1] == greatest[i - 1]);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a sum of negative zeros is a negative zero",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global float *out) {
      size_t g = get_global_id(0);
      out[g * 3] = work_group_reduce_add(-0.0f);
      out[g * 3 + 1] = work_group_scan_inclusive_add(-0.0f);
      out[g * 3 + 2] = work_group_scan_exclusive_add(-0.0f);
    })",
                              "k", options);
  const TestBuffer out = make_buffer(5 * 3 * sizeof(float));
  launch(kernel, Arguments().buffer(out), Range::linear(5, 5));
  for (size_t i = 0; i < 5; ++i) {
    CHECK(std::signbit(out.as<float>()[i * 3]));
    CHECK(std::signbit(out.as<float>()[i * 3 + 1]));
    // It starts with 0, the identity that OpenCL C specifies.
    CHECK_FALSE(std::signbit(out.as<float>()[i * 3 + 2]));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: work_group_all and work_group_any test against zero",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out) {
      size_t g = get_global_id(0);
      out[g] = (work_group_all(in[g]) != 0) + 2 * (work_group_any(in[g]) != 0) +
               4 * work_group_reduce_logical_xor(in[g]);
    })",
                              "k", options);
  // Values whose lower bytes are zero.
  const std::vector<int> in = {1, 256, -5,      0x10000,  // all, an even number of them
                               0, 0,   0,       0,        // none
                               0, 0,   1 << 31, 0,        // one
                               7, 0};                     // one, in a smaller group
  const std::vector<int> expected = {3, 3, 3, 3, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6};
  CHECK(run_ints(*this, kernel, in, Range::linear(in.size(), 4)) == expected);
}

TEST_CASE_METHOD(KernelFixture, "kernels: logical collectives give 0 or 1", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out) {
      size_t g = get_global_id(0);
      int x = in[g];
      out[g] = work_group_scan_inclusive_logical_and(x) +
               10 * work_group_scan_exclusive_logical_and(x) +
               100 * work_group_scan_inclusive_logical_or(x) +
               1000 * work_group_scan_exclusive_logical_or(x) +
               10000 * work_group_scan_inclusive_logical_xor(x) +
               100000 * work_group_scan_exclusive_logical_xor(x);
    })",
                              "k", options);
  const std::vector<int> in = {512, 3, 0, 9};
  CHECK(run_ints(*this, kernel, in, Range::linear(4, 4)) ==
        std::vector<int>{10111, 101111, 1110, 11100});
}

TEST_CASE_METHOD(KernelFixture, "kernels: broadcasts from every work-item in 1, 2 and 3 dimensions",
                 "[kernels]") {
  const std::string calls[] = {
      "work_group_broadcast(x, at[0])",
      "work_group_broadcast(x, at[0], at[1])",
      "work_group_broadcast(x, at[0], at[1], at[2])",
  };
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (size_t dimensions = 1; dimensions <= 3; ++dimensions) {
    const std::string source = std::string(place_source) +
                               "kernel void k(global const float *in, global float *out,\n"
                               "              global const ulong *at) {\n"
                               "  size_t i = place(); float x = in[i];\n  out[i] = " +
                               calls[dimensions - 1] + ";\n}\n";
    mux_kernel_t kernel = build(source, "k", options);
    for (int round = 0; round < 12; ++round) {
      Range range;
      range.dimensions = dimensions;
      // Ids that the smaller groups at the end also have.
      uint64_t at[3] = {0, 0, 0};
      for (size_t d = 0; d < dimensions; ++d) {
        range.local[d] = 1 + random() % 9;
        const size_t rest = random() % range.local[d];
        range.global[d] = range.local[d] * (1 + random() % 3) + rest;
        at[d] = random() % (rest == 0 ? range.local[d] : rest);
      }
      const std::string shape = shape_of(range);
      CAPTURE(shape, at[0], at[1], at[2]);
      std::vector<float> in(work_items_of(range));
      for (size_t i = 0; i < in.size(); ++i) {
        in[i] = static_cast<float>(i);
      }
      const TestBuffer in_buffer = make_buffer(std::span<const float>(in));
      const TestBuffer at_buffer = make_buffer(std::span<const uint64_t>(at));
      const TestBuffer out = make_buffer(in.size() * sizeof(float));
      launch(kernel, Arguments().buffer(in_buffer).buffer(out).buffer(at_buffer), range);
      int wrong = 0;
      for (const std::vector<size_t> &group : groups_of(range)) {
        const size_t first = group.front();
        const size_t wanted = first + at[0] + (dimensions > 1 ? at[1] * range.global[0] : 0) +
                              (dimensions > 2 ? at[2] * range.global[0] * range.global[1] : 0);
        for (const size_t i : group) {
          wrong += out.as<float>()[i] != in[wanted];
        }
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a broadcast from outside of the group is harmless",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, ulong from) {
      size_t g = get_global_id(0);
      int x = work_group_broadcast(in[g], from);
      out[g] = in[g] * 2 + 0 * x;
    })",
                              "k", options);
  const std::vector<int> in = {1, 2, 3, 4, 5};
  const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
  for (const uint64_t from : {uint64_t{3}, uint64_t{1} << 40, ~uint64_t{0}}) {
    const TestBuffer out = make_buffer(in.size() * sizeof(int));
    launch(kernel, Arguments().buffer(in_buffer).buffer(out).value(from), Range::linear(5, 3));
    for (size_t i = 0; i < in.size(); ++i) {
      CHECK(out.as<int>()[i] == in[i] * 2);
    }
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: collectives in loops preserve results of earlier iterations",
                 "[kernels]") {
  // The call has another result in each iteration, and those of the last two iterations are
  // combined.
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, int rounds) {
      size_t g = get_global_id(0);
      int x = in[g];
      int before = 0;
      int trace = 0;
      for (int r = 0; r < rounds; ++r) {
        int sum = work_group_reduce_add(x);
        int mine = work_group_scan_exclusive_add(x);
        trace = trace * 3 + (sum - before) * 7 + mine;
        before = sum;
        x = x + work_group_broadcast(mine, get_local_size(0) / 2) + r;
      }
      out[g] = trace + before;
    })",
                              "k", options);
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const int rounds : {0, 1, 2, 9}) {
    const Range range = Range::linear(1 + random() % 300, 1 + random() % 100);
    CAPTURE(rounds, range.global[0], range.local[0]);
    const std::vector<int> in = random_ints(random, range.global[0], 1000);
    std::vector<uint32_t> expected(in.size());
    for (const std::vector<size_t> &group : groups_of(range)) {
      std::vector<uint32_t> x(group.size());
      std::vector<uint32_t> trace(group.size(), 0);
      uint32_t before = 0;
      for (size_t i = 0; i < group.size(); ++i) {
        x[i] = static_cast<uint32_t>(in[group[i]]);
      }
      for (int r = 0; r < rounds; ++r) {
        uint32_t sum = 0;
        std::vector<uint32_t> mine(group.size());
        for (size_t i = 0; i < group.size(); ++i) {
          mine[i] = sum;
          sum += x[i];
        }
        for (size_t i = 0; i < group.size(); ++i) {
          trace[i] = trace[i] * 3 + (sum - before) * 7 + mine[i];
          x[i] += mine[group.size() / 2] + static_cast<uint32_t>(r);
        }
        before = sum;
      }
      for (size_t i = 0; i < group.size(); ++i) {
        expected[group[i]] = trace[i] + before;
      }
    }
    const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
    const TestBuffer out = make_buffer(in.size() * sizeof(int));
    launch(kernel, Arguments().buffer(in_buffer).buffer(out).value(rounds), range);
    CHECK(std::equal(expected.begin(), expected.end(), out.as<uint32_t>().begin()));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: loops with a collective as the exit condition",
                 "[kernels]") {
  // Every work-item counts until all are done: the maximum of the group.
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out) {
      size_t g = get_global_id(0);
      int left = in[g];
      int rounds = 0;
      while (work_group_any(left > 0)) {
        --left;
        ++rounds;
      }
      out[g] = rounds;
    })",
                              "k", options);
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const Range range = Range::linear(150, 32);
  const std::vector<int> in = random_ints(random, range.global[0], 40);
  const std::vector<int> out = run_ints(*this, kernel, in, range);
  for (const std::vector<size_t> &group : groups_of(range)) {
    int longest = 0;
    for (const size_t at : group) {
      longest = std::max(longest, in[at]);
    }
    for (const size_t at : group) {
      CHECK(out[at] == longest);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: collectives in uniform branches and in functions",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    int twice(int x) { return work_group_reduce_add(x) + work_group_reduce_max(x); }
    kernel void k(global const int *in, global int *out) {
      size_t g = get_global_id(0);
      int x = in[g];
      if (get_group_id(0) % 2 == 0) {
        x = twice(x) - x;
        if (get_group_id(0) % 4 == 0) x += work_group_scan_inclusive_add(x & 7);
      } else {
        switch (get_group_id(0) % 8) {
          case 1: x = work_group_broadcast(x, 0); break;
          case 3: break;
          default: x = twice(twice(x) + x);
        }
      }
      out[g] = x;
    })",
                              "k", options);
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const Range range = Range::linear(203, 10);
  const std::vector<int> in = random_ints(random, range.global[0], 1000);
  std::vector<int> expected = in;
  const auto twice = [](std::vector<int> &x, const std::vector<size_t> &group) {
    int greatest = x[group[0]];
    for (const size_t at : group) {
      greatest = std::max(greatest, x[at]);
    }
    return sum_of(x, group) + greatest;
  };
  size_t number = 0;
  for (const std::vector<size_t> &group : groups_of(range)) {
    std::vector<int> &x = expected;
    if (number % 2 == 0) {
      const int both = twice(x, group);
      int so_far = 0;
      for (const size_t at : group) {
        x[at] = both - x[at];
        so_far += x[at] & 7;
        x[at] += number % 4 == 0 ? so_far : 0;
      }
    } else if (number % 8 == 1) {
      for (const size_t at : group) {
        x[at] = x[group[0]];
      }
    } else if (number % 8 != 3) {
      const int first = twice(x, group);
      for (const size_t at : group) {
        x[at] += first;
      }
      const int second = twice(x, group);
      for (const size_t at : group) {
        x[at] = second;
      }
    }
    ++number;
  }
  CHECK(run_ints(*this, kernel, in, range) == expected);
}

TEST_CASE_METHOD(KernelFixture, "kernels: collectives between barriers and private arrays",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, local int *s) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int history[5];
      for (int i = 0; i < 5; ++i) {
        s[l] = in[g] + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        history[i] = s[(l + i) % n];
        history[(i + 1) % 5] = work_group_scan_inclusive_max(history[i]);
        s[l] = work_group_reduce_min(history[i]) + s[(l + 1) % n] * 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        history[i] -= s[n - 1 - l];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[g] = history[0] + 3 * history[1] + 5 * history[2] + 7 * history[3] + 11 * history[4];
    })",
                              "k", options);
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr size_t local = 24;
  const std::vector<int> in = random_ints(random, local * 3, 5000);
  const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
  const TestBuffer out = make_buffer(in.size() * sizeof(int));
  launch(kernel, Arguments().buffer(in_buffer).buffer(out).local(local * sizeof(int)),
         Range::linear(in.size(), local));
  for (size_t base = 0; base < in.size(); base += local) {
    int history[local][5] = {};
    for (int i = 0; i < 5; ++i) {
      int greatest = 0;
      int least = std::numeric_limits<int>::max();
      for (size_t l = 0; l < local; ++l) {
        history[l][i] = in[base + (l + static_cast<size_t>(i)) % local] + i;
        greatest = std::max(greatest, history[l][i]);
        least = std::min(least, history[l][i]);
        history[l][(i + 1) % 5] = greatest;
      }
      for (auto &of_one : history) {
        of_one[i] -= least;
      }
    }
    for (size_t l = 0; l < local; ++l) {
      const int *h = history[l];
      CHECK(out.as<int>()[base + l] == h[0] + 3 * h[1] + 5 * h[2] + 7 * h[3] + 11 * h[4]);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a collective orders memory like a barrier", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, local int *s) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      s[l] = in[g];
      int sum = work_group_reduce_add(in[g]);
      int other = s[n - 1 - l];
      work_group_all(1);
      s[l] = sum;
      out[g] = other;
    })",
                              "k", options);
  constexpr size_t local = 64;
  std::mt19937 random(1);
  const std::vector<int> in = random_ints(random, local * 2, 100);
  const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
  const TestBuffer out = make_buffer(in.size() * sizeof(int));
  launch(kernel, Arguments().buffer(in_buffer).buffer(out).local(local * sizeof(int)),
         Range::linear(in.size(), local));
  for (size_t i = 0; i < in.size(); ++i) {
    CHECK(out.as<int>()[i] == in[i / local * local + local - 1 - i % local]);
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: work-items that returned early do not count in a collective",
                 "[kernels]") {
  // Undefined in OpenCL; here the others continue without the returned ones.
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, int n) {
      int g = get_global_id(0);
      if (g >= n) return;
      int x = in[g];
      int sum = work_group_reduce_add(x);
      int least = work_group_reduce_min(x);
      int before = work_group_scan_exclusive_add(x);
      int all = work_group_all(x > 0);
      int first = work_group_broadcast(x, 0);
      out[g] = sum + 3 * least + 5 * before + 7 * all + 11 * first;
    })",
                              "k", options);
  constexpr size_t count = 70;
  constexpr size_t local = 16;
  std::vector<int> in(count);
  for (size_t i = 0; i < count; ++i) {
    in[i] = static_cast<int>(i * i % 97) + 1;
  }
  for (const int n : {0, 1, 15, 16, 17, 40, 69, 70}) {
    CAPTURE(n);
    const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
    const TestBuffer out = make_buffer(count * sizeof(int));
    launch(kernel, Arguments().buffer(in_buffer).buffer(out).value(n), Range::linear(count, local));
    std::vector<int> expected(count, 0);
    for (size_t base = 0; base < static_cast<size_t>(n); base += local) {
      const size_t end = std::min(base + local, static_cast<size_t>(n));
      int sum = 0;
      int least = in[base];
      for (size_t i = base; i < end; ++i) {
        sum += in[i];
        least = std::min(least, in[i]);
      }
      int before = 0;
      for (size_t i = base; i < end; ++i) {
        expected[i] = sum + 3 * least + 5 * before + 7 + 11 * in[base];
        before += in[i];
      }
    }
    CHECK(std::equal(expected.begin(), expected.end(), out.as<int>().begin()));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: collectives share scratch memory", "[kernels]") {
  std::string one =
      "kernel void one(global int *p) { size_t g = get_global_id(0);\n"
      "  p[g] = work_group_reduce_add(p[g]); }\n";
  std::string many =
      "kernel void many(global int *p) { size_t g = get_global_id(0);\n"
      "  int x = p[g];\n";
  for (int i = 0; i < 30; ++i) {
    many += "  x = work_group_reduce_add(x) - x + ";
    many += std::to_string(i);
    many += ";\n";
  }
  many += "  p[g] = x; }\n";
  mux_executable_t executable = load(compile(one + many, options));
  constexpr size_t local = 5;
  std::vector<uint32_t> x = {1, 2, 3, 4, 5};
  const TestBuffer buffer = make_buffer(std::span<const uint32_t>(x));
  launch(make_kernel(executable, "many"), Arguments().buffer(buffer), Range::linear(local, local));
  for (uint32_t i = 0; i < 30; ++i) {
    uint32_t sum = 0;
    for (const uint32_t value : x) {
      sum += value;
    }
    for (uint32_t &value : x) {
      value = sum - value + i;
    }
  }
  CHECK(std::equal(x.begin(), x.end(), buffer.as<uint32_t>().begin()));
}

}  // namespace mux::test::collectives
