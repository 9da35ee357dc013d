// Early returns before barriers of other work-items, and harmlessness of undefined barriers.

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <numeric>
#include <string>

#include "fixtures.h"

namespace mux::test::early_ends {

namespace {

std::vector<int> numbers(size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

/// The environment may select another strategy than packets.
bool packets_are_usual() {
  return std::getenv("MUX_VECTOR_WIDTH") == nullptr;
}

std::string vectorization(mux_kernel_t kernel) {
  const char *text = nullptr;
  REQUIRE(muxGetKernelVectorization(kernel, &text) == mux_success);
  return text;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: work-items past the end return before barriers",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, int n, int rounds, local int *s) {
      int g = get_global_id(0), l = get_local_id(0);
      if (g >= n) return;
      int size = min((int)get_local_size(0), n - g + l);
      int sum = 0;
      for (int r = 0; r < rounds; ++r) {
        s[l] = in[g] + sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < size; ++i) sum += s[i] * (i ^ l) + r;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[g] = sum;
    })",
                              "k");
  if (packets_are_usual()) {
    const std::string text = vectorization(kernel);
    CHECK_THAT(text, Catch::Contains("packets of"));
    CHECK_THAT(text, !Catch::Contains("one work-item at a time"));
  }
  constexpr int rounds = 3;
  for (const size_t local : {1, 3, 16, 61, 128}) {
    for (const int n : {1, 15, 16, 63, 100, 256}) {
      const std::vector<int> in = numbers(n);
      const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
      const TestBuffer out = make_buffer(n * sizeof(int));
      launch(kernel,
             Arguments().buffer(in_buffer).buffer(out).value(n).value(rounds).local(local * 4),
             Range::linear((n + local - 1) / local * local, local));
      std::vector<uint32_t> expected(n);
      for (size_t first = 0; first < in.size(); first += local) {
        const size_t size = std::min(local, in.size() - first);
        std::vector<uint32_t> sums(size);
        for (uint32_t r = 0; r < rounds; ++r) {
          std::vector<uint32_t> s(size);
          for (size_t l = 0; l < size; ++l) {
            s[l] = static_cast<uint32_t>(in[first + l]) + sums[l];
          }
          for (size_t l = 0; l < size; ++l) {
            for (size_t i = 0; i < size; ++i) {
              sums[l] += s[i] * static_cast<uint32_t>(i ^ l) + r;
            }
          }
        }
        std::copy(sums.begin(), sums.end(), expected.begin() + static_cast<ptrdiff_t>(first));
      }
      CAPTURE(local, n);
      CHECK(std::equal(expected.begin(), expected.end(), out.as<uint32_t>().begin()));
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: work-items return one after the other between barriers",
                 "[kernels]") {
  // Work-item l of a group of n reads the value that l + 1 of the remaining ones wrote in each
  // iteration.
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *last_round, global int *out, local int *s) {
      int l = get_local_id(1) * get_local_size(0) + get_local_id(0);
      int n = get_local_size(0) * get_local_size(1);
      int g = get_global_id(1) * get_global_size(0) + get_global_id(0);
      int seen = 0;
      for (int round = 0; round < 10; ++round) {
        s[l] = l * round;
        barrier(CLK_LOCAL_MEM_FENCE);
        seen = seen * 3 + s[(l + 1) % n];
        out[g] = seen;
        if (last_round[g] == round) return;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[g] = -seen;
    })",
                              "k");
  if (packets_are_usual()) {
    CHECK_THAT(vectorization(kernel), Catch::Contains("packets of"));
  }
  for (const size_t width : {size_t{5}, size_t{16}, size_t{33}}) {
    const size_t height = 3;
    const Range range{2, {width * 2, height, 1}, {width, height, 1}, {}};
    const size_t count = width * 2 * height;
    std::vector<int> last_round(count);
    for (size_t i = 0; i < count; ++i) {
      last_round[i] = static_cast<int>(i * 7919 % 23) / 2;
    }
    const TestBuffer rounds = make_buffer(std::span<const int>(last_round));
    const TestBuffer out = make_buffer(count * sizeof(int));
    const size_t n = width * height;
    launch(kernel, Arguments().buffer(rounds).buffer(out).local(n * sizeof(int)), range);
    const auto place = [&](size_t group, size_t l) {
      return l / width * (2 * width) + group * width + l % width;
    };
    for (size_t group = 0; group < 2; ++group) {
      std::vector<int> s(n);
      std::vector<uint32_t> seen(n);
      for (int round = 0; round < 10; ++round) {
        for (size_t l = 0; l < n; ++l) {
          if (last_round[place(group, l)] >= round) {
            s[l] = static_cast<int>(l) * round;
          }
        }
        for (size_t l = 0; l < n; ++l) {
          if (last_round[place(group, l)] >= round) {
            seen[l] = seen[l] * 3 + static_cast<uint32_t>(s[(l + 1) % n]);
          }
        }
      }
      for (size_t l = 0; l < n; ++l) {
        const uint32_t expected = last_round[place(group, l)] >= 10 ? 0 - seen[l] : seen[l];
        CAPTURE(width, group, l);
        CHECK(out.as<uint32_t>()[place(group, l)] == expected);
      }
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a uniform branch after a barrier", "[kernels]") {
  // Paths join before the next barrier or the end, whichever comes first.
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, int rounds, local int *s) {
      int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int x = in[g];
      for (int r = 0; r < rounds; ++r) {
        s[(l + r) % n] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        int y = s[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (y & 1) x += y * 3 + r; else if (y & 2) x ^= y;
      }
      out[g] = x;
    })",
                              "k");
  if (packets_are_usual()) {
    CHECK_THAT(vectorization(kernel), Catch::Contains("packets of"));
  }
  for (const int rounds : {0, 1, 7}) {
    const std::vector<int> in = numbers(96);
    const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
    const TestBuffer out = make_buffer(96 * sizeof(int));
    launch(kernel, Arguments().buffer(in_buffer).buffer(out).value(rounds).local(32 * 4),
           Range::linear(96, 32));
    for (size_t first = 0; first < 96; first += 32) {
      std::vector<uint32_t> x(in.begin() + static_cast<ptrdiff_t>(first),
                              in.begin() + static_cast<ptrdiff_t>(first) + 32);
      for (uint32_t r = 0; r < static_cast<uint32_t>(rounds); ++r) {
        std::vector<uint32_t> s(32);
        for (size_t l = 0; l < 32; ++l) {
          s[(l + r) % 32] = x[l];
        }
        for (size_t l = 0; l < 32; ++l) {
          x[l] = (s[l] & 1) != 0 ? x[l] + s[l] * 3 + r : (s[l] & 2) != 0 ? x[l] ^ s[l] : x[l];
        }
      }
      CAPTURE(rounds, first);
      CHECK(std::equal(x.begin(), x.end(),
                       out.as<uint32_t>().begin() + static_cast<ptrdiff_t>(first)));
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: collectives of work-items that have not returned",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *out, int n) {
      int g = get_global_id(0);
      if (g % 3 == 1) return;
      int all = work_group_reduce_add(g);
      if (g >= n) return;
      int before = work_group_scan_exclusive_add(g);
      out[g] = all * 1000 + before;
    })",
                              "k", "-cl-std=CL3.0");
  constexpr int count = 150;
  for (const size_t local : {size_t{7}, size_t{16}, size_t{75}}) {
    for (const int n : {0, 20, 149}) {
      const TestBuffer out = make_buffer(count * sizeof(int));
      std::fill(out.bytes.begin(), out.bytes.end(), uint8_t{0});
      launch(kernel, Arguments().buffer(out).value(n), Range::linear(count, local));
      int all = 0;
      int before = 0;
      for (int g = 0; g < count; ++g) {
        if (g % static_cast<int>(local) == 0) {
          all = 0;
          before = 0;
          for (int i = g; i < std::min(count, g + static_cast<int>(local)); ++i) {
            all += i % 3 == 1 ? 0 : i;
          }
        }
        const bool writes = g % 3 != 1 && g < n;
        CAPTURE(local, n, g);
        CHECK(out.as<int>()[g] == (writes ? all * 1000 + before : 0));
        before += writes ? g : 0;
      }
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: work-items at different barriers terminate",
                 "[kernels]") {
  // Undefined in OpenCL C: here each waits at its own barrier, the last barriers first.
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *out, local int *s) {
      int l = get_local_id(0), g = get_global_id(0), x = out[g];
      if (x & 1) {
        s[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        x += 100;
      } else {
        barrier(CLK_LOCAL_MEM_FENCE);
        x += 200;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      for (int j = 0; j < x % 5; ++j) {
        if (j == l) continue;
        barrier(CLK_LOCAL_MEM_FENCE);
        x += 1000;
      }
      switch (x % 4) {
        case 0: barrier(CLK_LOCAL_MEM_FENCE); x += 10000;
        case 1: barrier(CLK_LOCAL_MEM_FENCE); break;
        case 2: out[g] = -x; return;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = x;
    })",
                              "k");
  const auto alone = [](int x, int l) {
    x += (x & 1) != 0 ? 100 : 200;
    for (int j = 0; j < x % 5; ++j) {
      x += j == l ? 0 : 1000;
    }
    return x % 4 == 0 ? x + 10000 : x % 4 == 2 ? -x : x;
  };
  for (const size_t local : {size_t{8}, size_t{50}, size_t{64}}) {
    const std::vector<int> in = numbers(200);
    const TestBuffer out = make_buffer(std::span<const int>(in));
    launch(kernel, Arguments().buffer(out).local(local * sizeof(int)), Range::linear(200, local));
    for (size_t i = 0; i < in.size(); ++i) {
      CAPTURE(local, i);
      CHECK(out.as<int>()[i] == alone(in[i], static_cast<int>(i % local)));
    }
  }
}

}  // namespace mux::test::early_ends
