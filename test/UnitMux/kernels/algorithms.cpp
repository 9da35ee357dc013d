// Well-known parallel algorithms in one or many work-groups, compared with plain C++.

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "fixtures.h"

namespace mux::test::algorithms {

namespace {

std::vector<int> random_values(std::mt19937 &random, size_t count, int limit) {
  std::vector<int> values(count);
  for (int &value : values) {
    value = static_cast<int>(random() % static_cast<unsigned>(limit));
  }
  return values;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: tree reduction", "[kernels]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, uint count, global int *sums, local int *s) {
      uint l = get_local_id(0), n = get_local_size(0);
      int mine = 0;
      for (uint i = get_global_id(0); i < count; i += get_global_size(0)) mine += in[i];
      s[l] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint step = n / 2; step > 0; step >>= 1) {
        if (l < step) s[l] += s[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (l == 0) sums[get_group_id(0)] = s[0];
    })",
                              "k");
  for (const size_t local : {size_t{1}, size_t{2}, size_t{64}, size_t{256}}) {
    CAPTURE(local);
    constexpr size_t groups = 7;
    const std::vector<int> in = random_values(random, 12345, 1000);
    const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
    const TestBuffer sums = make_buffer(groups * sizeof(int));
    launch(kernel,
           Arguments()
               .buffer(in_buffer)
               .value(static_cast<uint32_t>(in.size()))
               .buffer(sums)
               .local(local * sizeof(int)),
           Range::linear(groups * local, local));
    CHECK(std::accumulate(sums.as<int>().begin(), sums.as<int>().end(), 0) ==
          std::accumulate(in.begin(), in.end(), 0));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: inclusive scan", "[kernels]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *data, local int *front, local int *back) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      front[l] = data[g];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (size_t step = 1; step < n; step *= 2) {
        back[l] = l >= step ? front[l] + front[l - step] : front[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *swap = front;
        front = back;
        back = swap;
      }
      data[g] = front[l];
    })",
                              "k");
  for (const size_t local : {size_t{1}, size_t{3}, size_t{33}, size_t{128}}) {
    CAPTURE(local);
    const std::vector<int> in = random_values(random, local * 5, 1000);
    const TestBuffer data = make_buffer(std::span<const int>(in));
    launch(kernel, Arguments().buffer(data).local(local * sizeof(int)).local(local * sizeof(int)),
           Range::linear(in.size(), local));
    std::vector<int> expected(in.size());
    for (size_t group = 0; group < 5; ++group) {
      const auto begin = static_cast<ptrdiff_t>(group * local);
      std::partial_sum(in.begin() + begin, in.begin() + begin + static_cast<ptrdiff_t>(local),
                       expected.begin() + begin);
    }
    CHECK(std::equal(expected.begin(), expected.end(), data.as<int>().begin()));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: tiled matrix multiplication", "[kernels]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *a, global const int *b, global int *c, int n) {
      local int tile_a[TILE][TILE];
      local int tile_b[TILE][TILE];
      int x = get_global_id(0), y = get_global_id(1);
      int lx = get_local_id(0), ly = get_local_id(1);
      int sum = 0;
      for (int t = 0; t < n; t += TILE) {
        tile_a[ly][lx] = y < n && t + lx < n ? a[y * n + t + lx] : 0;
        tile_b[ly][lx] = x < n && t + ly < n ? b[(t + ly) * n + x] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < TILE; ++i) sum += tile_a[ly][i] * tile_b[i][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (x < n && y < n) c[y * n + x] = sum;
    })",
                              "k", "-DTILE=8");
  for (const size_t n : {size_t{8}, size_t{29}, size_t{64}}) {
    CAPTURE(n);
    const std::vector<int> a = random_values(random, n * n, 100);
    const std::vector<int> b = random_values(random, n * n, 100);
    const TestBuffer a_buffer = make_buffer(std::span<const int>(a));
    const TestBuffer b_buffer = make_buffer(std::span<const int>(b));
    const TestBuffer c_buffer = make_buffer(n * n * sizeof(int));
    const size_t rounded = (n + 7) / 8 * 8;
    launch(
        kernel,
        Arguments().buffer(a_buffer).buffer(b_buffer).buffer(c_buffer).value(static_cast<int>(n)),
        {2, {rounded, rounded, 1}, {8, 8, 1}, {}});
    size_t wrong = 0;
    for (size_t y = 0; y < n; ++y) {
      for (size_t x = 0; x < n; ++x) {
        int sum = 0;
        for (size_t i = 0; i < n; ++i) {
          sum += a[y * n + i] * b[i * n + x];
        }
        wrong += c_buffer.as<int>()[y * n + x] != sum;
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: bitonic sort", "[kernels]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *data, local int *s) {
      uint l = get_local_id(0), n = get_local_size(0);
      s[l] = data[get_global_id(0)];
      for (uint size = 2; size <= n; size <<= 1) {
        for (uint step = size >> 1; step > 0; step >>= 1) {
          barrier(CLK_LOCAL_MEM_FENCE);
          uint other = l ^ step;
          if (other > l) {
            bool up = (l & size) == 0;
            int a = s[l], b = s[other];
            if ((a > b) == up) {
              s[l] = b;
              s[other] = a;
            }
          }
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      data[get_global_id(0)] = s[l];
    })",
                              "k");
  for (const size_t local : {size_t{2}, size_t{64}, size_t{512}}) {
    CAPTURE(local);
    std::vector<int> in = random_values(random, local * 4, 10000);
    const TestBuffer data = make_buffer(std::span<const int>(in));
    launch(kernel, Arguments().buffer(data).local(local * sizeof(int)),
           Range::linear(in.size(), local));
    for (size_t group = 0; group < 4; ++group) {
      const auto begin = in.begin() + static_cast<ptrdiff_t>(group * local);
      std::sort(begin, begin + static_cast<ptrdiff_t>(local));
    }
    CHECK(std::equal(in.begin(), in.end(), data.as<int>().begin()));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: transpose through local memory", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, int width, int height) {
      local int tile[16][17];
      int x = get_global_id(0), y = get_global_id(1);
      if (x < width && y < height) tile[get_local_id(1)][get_local_id(0)] = in[y * width + x];
      barrier(CLK_LOCAL_MEM_FENCE);
      int tx = get_group_id(1) * 16 + get_local_id(0);
      int ty = get_group_id(0) * 16 + get_local_id(1);
      if (tx < height && ty < width) out[ty * height + tx] = tile[get_local_id(0)][get_local_id(1)];
    })",
                              "k");
  constexpr size_t width = 100;
  constexpr size_t height = 45;
  std::vector<int> in(width * height);
  std::iota(in.begin(), in.end(), 0);
  const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
  const TestBuffer out = make_buffer(width * height * sizeof(int));
  launch(kernel,
         Arguments()
             .buffer(in_buffer)
             .buffer(out)
             .value(static_cast<int>(width))
             .value(static_cast<int>(height)),
         {2, {112, 48, 1}, {16, 16, 1}, {}});
  size_t wrong = 0;
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      wrong += out.as<int>()[x * height + y] != in[y * width + x];
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE_METHOD(KernelFixture, "kernels: separable blur in one command buffer", "[kernels]") {
  // Three dependent kernels.
  mux_executable_t executable = load(compile(R"(
    kernel void widen(global const uchar *in, global int *out) {
      size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
      out[i] = in[i];
    }
    kernel void blur(global const int *in, global int *out, int dx, int dy) {
      int x = get_global_id(0), y = get_global_id(1);
      int w = get_global_size(0), h = get_global_size(1);
      int sum = 0;
      for (int i = -2; i <= 2; ++i) {
        int sx = clamp(x + i * dx, 0, w - 1), sy = clamp(y + i * dy, 0, h - 1);
        sum += in[sy * w + sx];
      }
      out[y * w + x] = sum;
    })"));
  constexpr int width = 61;
  constexpr int height = 37;
  const TestBuffer in = make_buffer(width * height);
  for (size_t i = 0; i < in.bytes.size(); ++i) {
    in.bytes[i] = static_cast<uint8_t>(i * i % 251);
  }
  const TestBuffer wide = make_buffer(width * height * sizeof(int));
  const TestBuffer once = make_buffer(width * height * sizeof(int));
  const Range range = {2, {width, height, 1}, {8, 4, 1}, {}};
  mux_kernel_t blur = make_kernel(executable, "blur");
  Arguments first;
  first.buffer(in).buffer(wide);
  Arguments across;
  across.buffer(wide).buffer(once).value(1).value(0);
  Arguments down;
  down.buffer(once).buffer(wide).value(0).value(1);
  REQUIRE(record(command_buffer, make_kernel(executable, "widen"), first, range) == mux_success);
  REQUIRE(record(command_buffer, blur, across, range) == mux_success);
  REQUIRE(record(command_buffer, blur, down, range) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  const auto pixel = [&](int x, int y) {
    return static_cast<int>(
        in.bytes[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)]);
  };
  size_t wrong = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int sum = 0;
      for (int j = -2; j <= 2; ++j) {
        for (int i = -2; i <= 2; ++i) {
          sum += pixel(x + i, y + j);
        }
      }
      wrong += wide.as<int>()[y * width + x] != sum;
    }
  }
  CHECK(wrong == 0);
}

}  // namespace mux::test::algorithms
