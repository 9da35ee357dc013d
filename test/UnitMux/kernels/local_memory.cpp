// Local memory, declared in the kernel and passed as arguments.

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "fixtures.h"

namespace mux::test::local_memory {

TEST_CASE_METHOD(KernelFixture, "kernels: several blocks of declared local memory", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out) {
      local char small[64];
      local int words[64];
      local double8 wide[64];
      local uchar odd[3];
      size_t l = get_local_id(0), g = get_global_id(0), n = get_local_size(0);
      small[l] = in[g];
      words[l] = in[g] * 2;
      wide[l] = (double8)(in[g] * 3);
      if (l == 0) odd[2] = 7;
      barrier(CLK_LOCAL_MEM_FENCE);
      size_t other = n - 1 - l;
      out[g] = small[other] + words[other] * 1000 + (int)wide[other].s7 * 1000000 + odd[2];
    })",
                              "k");
  std::vector<int> values(128);
  std::iota(values.begin(), values.end(), 0);
  std::transform(values.begin(), values.end(), values.begin(), [](int v) { return v % 60; });
  const TestBuffer in = make_buffer(std::span<const int>(values));
  const TestBuffer out = make_buffer(128 * sizeof(int));
  launch(kernel, Arguments().buffer(in).buffer(out), Range::linear(128, 64));
  for (size_t i = 0; i < 128; ++i) {
    const int other = values[i / 64 * 64 + 63 - i % 64];
    CHECK(out.as<int>()[i] == other + other * 2000 + other * 3000000 + 7);
  }
  CHECK(kernel->local_memory_size >= 64 + 64 * 4 + 64 * 64 + 3);
}

TEST_CASE_METHOD(KernelFixture, "kernels: several blocks of passed local memory, aligned",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(local char *a, global ulong *addresses, local long16 *b, local int *c,
                  local float *d, global int *out) {
      size_t l = get_local_id(0), n = get_local_size(0);
      a[l] = 1;
      b[l] = (long16)(l);
      c[l] = 100 + l;
      d[l] = 0.5f * l;
      barrier(CLK_LOCAL_MEM_FENCE);
      size_t o = (l + 1) % n;
      out[get_global_id(0)] = a[o] + (int)b[o].sf * 10 + c[o] + (int)(d[o] * 2);
      if (l == 0) {
        global ulong *at = addresses + get_group_id(0) * 4;
        at[0] = (ulong)a;
        at[1] = (ulong)b;
        at[2] = (ulong)c;
        at[3] = (ulong)d;
      }
    })",
                              "k");
  constexpr size_t local = 24;
  constexpr size_t groups = 5;
  const TestBuffer addresses = make_buffer(groups * 4 * sizeof(uint64_t));
  const TestBuffer out = make_buffer(local * groups * sizeof(int));
  launch(kernel,
         Arguments()
             .local(local)
             .buffer(addresses)
             .local(local * 128)
             .local(local * 4)
             .local(local * 4)
             .buffer(out),
         Range::linear(local * groups, local));
  for (size_t i = 0; i < local * groups; ++i) {
    const int other = static_cast<int>((i % local + 1) % local);
    CHECK(out.as<int>()[i] == 1 + other * 10 + 100 + other + other);
  }
  const uint64_t sizes[] = {local, local * 128, local * 4, local * 4};
  for (size_t group = 0; group < groups; ++group) {
    const auto at = addresses.as<uint64_t>().subspan(group * 4, 4);
    CHECK(at[1] % 128 == 0);
    CHECK(at[2] % 4 == 0);
    CHECK(at[3] % 4 == 0);
    for (size_t i = 0; i < 4; ++i) {
      for (size_t j = i + 1; j < 4; ++j) {
        CHECK((at[i] + sizes[i] <= at[j] || at[j] + sizes[j] <= at[i]));
      }
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: declared and passed local memory together, of any size",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(local int *passed, int count, global int *out) {
      local int declared[33];
      size_t l = get_local_id(0), n = get_local_size(0);
      for (int i = l; i < count; i += n) passed[i] = i;
      for (int i = l; i < 33; i += n) declared[i] = 1000 + i;
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = 0;
      for (int i = 0; i < count; ++i) sum += passed[i];
      out[get_global_id(0)] = sum * 10000 + declared[(l + 7) % 33];
    })",
                              "k");
  const TestBuffer out = make_buffer(36 * sizeof(int));
  for (const int count : {1, 2, 31, 100, 200}) {
    CAPTURE(count);
    launch(kernel, Arguments().local(count * sizeof(int)).value(count).buffer(out),
           Range::linear(36, 12));
    const int sum = count * (count - 1) / 2;
    for (size_t i = 0; i < 36; ++i) {
      CHECK(out.as<int>()[i] == sum * 10000 + 1000 + static_cast<int>((i % 12 + 7) % 33));
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: all local memory of the device", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(local uint *block, uint words, global uint *out) {
      size_t l = get_local_id(0), n = get_local_size(0);
      for (uint i = l; i < words; i += n) block[i] = i ^ (uint)get_group_id(0);
      barrier(CLK_LOCAL_MEM_FENCE);
      uint wrong = 0;
      for (uint i = (l + 1) % n; i < words; i += n) wrong += block[i] != (i ^ (uint)get_group_id(0));
      out[get_global_id(0)] = wrong;
    })",
                              "k");
  const uint64_t size = device->info->shared_local_memory_size;
  const TestBuffer out = make_buffer(64 * sizeof(uint32_t));
  std::fill(out.bytes.begin(), out.bytes.end(), uint8_t{1});
  launch(kernel, Arguments().local(size).value(static_cast<uint32_t>(size / 4)).buffer(out),
         Range::linear(64, 8));
  for (const uint32_t wrong : out.as<uint32_t>()) {
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: passed local memory of many sizes in groups of one size",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(local int *one, local int *other, int count, int more, global int *out) {
      int l = get_local_id(0), n = get_local_size(0);
      for (int i = l; i < count; i += n) one[i] = i;
      for (int i = l; i < more; i += n) other[i] = -i;
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = 0;
      for (int i = 0; i < count; ++i) sum += one[(i + l) % count];
      for (int i = 0; i < more; ++i) sum += 7 * other[(i + l) % more];
      out[get_global_id(0)] = sum;
    })",
                              "k");
  constexpr size_t local = 16;
  const TestBuffer out = make_buffer(4 * local * sizeof(int));
  // More local sizes than get code of their own, and some of them again.
  for (const auto &[count, more] : {std::pair{16, 16},
                                    {16, 100},
                                    {100, 16},
                                    {40, 40},
                                    {3000, 9},
                                    {16, 16},
                                    {9, 3000},
                                    {100, 16},
                                    {1, 1},
                                    {70, 300}}) {
    CAPTURE(count, more);
    launch(kernel,
           Arguments()
               .local(count * sizeof(int))
               .local(more * sizeof(int))
               .value(count)
               .value(more)
               .buffer(out),
           Range::linear(4 * local, local));
    const int sum = count * (count - 1) / 2 - 7 * (more * (more - 1) / 2);
    for (const int each : out.as<int>()) {
      CHECK(each == sum);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: more local memory arguments than specialized code has",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(local int *a, local int *b, local int *c, local int *d, local int *e,
                  local int *f, local int *g, local int *h, local int *i, global int *out) {
      local int *blocks[] = {a, b, c, d, e, f, g, h, i};
      int l = get_local_id(0), n = get_local_size(0);
      for (int k = 0; k < 9; ++k) blocks[k][l] = 1 << k;
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = 0;
      for (int k = 0; k < 9; ++k) sum += blocks[k][(l + 1) % n];
      out[get_global_id(0)] = sum;
    })",
                              "k");
  constexpr size_t local = 32;
  const TestBuffer out = make_buffer(2 * local * sizeof(int));
  Arguments arguments;
  for (int block = 0; block < 9; ++block) {
    arguments.local(local * sizeof(int));
  }
  launch(kernel, arguments.buffer(out), Range::linear(2 * local, local));
  for (const int each : out.as<int>()) {
    CHECK(each == 511);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: local memory of size 0 does not overlap others",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(local uint *before, local uint *block, local uint *after, uint words,
                  global uint *out) {
      block[words - 1] = 5;
      out[0] = block[words - 1];
      if (words == 0) out[0] = before[0] + after[0];
    })",
                              "k");
  const uint64_t size = device->info->shared_local_memory_size;
  const TestBuffer out = make_buffer(sizeof(uint32_t));
  launch(kernel,
         Arguments()
             .null_buffer()
             .local(size)
             .null_buffer()
             .value(static_cast<uint32_t>(size / sizeof(uint32_t)))
             .buffer(out),
         Range::linear(1, 1));
  CHECK(out.as<uint32_t>()[0] == 5);
}

TEST_CASE_METHOD(KernelFixture, "kernels: strided loops over local memory", "[kernels]") {
  // As many elements as work-items, fewer, more; groups of whole vectors, and others.
  const uint32_t local = GENERATE(1, 24, 37, 64, 100, 256);
  const int32_t difference = GENERATE(-1, 0, 1, 64);
  const uint32_t count = local + static_cast<uint32_t>(difference);
  CAPTURE(local, count);
  mux_kernel_t kernel = build(R"(
    #define COUNT )" + std::to_string(count) +
                                  R"(
    kernel void k(global const int *in, global int *out, int stride, local int *kept) {
      const int l = get_local_id(0), n = get_local_size(0), first = get_group_id(0) * stride;
      for (int i = l; i < COUNT; i += n)
        kept[i] = in[first + i];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = l; i < COUNT; i += get_local_size(0))
        out[first + i] = kept[COUNT - 1 - i] * 3 + l;
    })",
                              "k");
  constexpr uint32_t groups = 3;
  std::vector<int> values(groups * count + 1);
  std::iota(values.begin(), values.end(), 5);
  const TestBuffer in = make_buffer(std::span<const int>(values));
  const TestBuffer out = make_buffer(values.size() * sizeof(int));
  std::ranges::fill(out.as<int>(), -1);
  launch(kernel,
         Arguments()
             .buffer(in)
             .buffer(out)
             .value(static_cast<int32_t>(count))
             .local((count + 1) * sizeof(int32_t)),
         Range::linear(groups * local, local));
  for (uint32_t group = 0; group < groups; ++group) {
    for (uint32_t i = 0; i < count; ++i) {
      const int expected = values[group * count + count - 1 - i] * 3 + static_cast<int>(i % local);
      REQUIRE(out.as<int>()[group * count + i] == expected);
    }
  }
  CHECK(out.as<int>()[groups * count] == -1);
}

TEST_CASE_METHOD(KernelFixture, "kernels: local pointers are passed to functions", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    void put(local int *where, size_t at, int what) { where[at] = what; }
    int sum(local const int *from, size_t count) {
      int total = 0;
      for (size_t i = 0; i < count; ++i) total += from[i];
      return total;
    }
    kernel void k(global int *out, local int *passed) {
      local int declared[16];
      size_t l = get_local_id(0);
      put(declared, l, l + 1);
      put(passed + 2, l, 100);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = sum(l % 2 == 0 ? declared : passed + 2, 16);
    })",
                              "k");
  const TestBuffer out = make_buffer(32 * sizeof(int));
  launch(kernel, Arguments().buffer(out).local(18 * sizeof(int)), Range::linear(32, 16));
  for (size_t i = 0; i < 32; ++i) {
    CHECK(out.as<int>()[i] == (i % 2 == 0 ? 136 : 1600));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: addresses of local variables as integers", "[kernels]") {
  SECTION("of local variables, in the first instruction") {
    mux_kernel_t kernel = build(
        "kernel void k(global ulong *out) { local int m[3]; out[0] = (ulong)&m[0] % 4 + 5; }", "k");
    const TestBuffer out = make_buffer(sizeof(uint64_t));
    launch(kernel, Arguments().buffer(out), Range::linear(1, 1));
    CHECK(out.as<uint64_t>()[0] == 5);
  }
  SECTION("differences of several addresses") {
    mux_kernel_t kernel = build(R"(
      kernel void k(global ulong *out) {
        local int m[3];
        local long n[3];
        int v[3];
        size_t i = get_global_id(0);
        ulong between = (ulong)&m[2] - (ulong)&m[0];
        between = between * 100 + (ulong)&v[i % 3] - (ulong)&v[0];
        between = between * 100 + (ulong)(out + 1) - (ulong)out;
        out[i] = between * 10 + ((ulong)&m[0] == (ulong)&n[0]);
      })",
                                "k");
    const TestBuffer out = make_buffer(64 * sizeof(uint64_t));
    launch(kernel, Arguments().buffer(out), Range::linear(64, 16));
    for (size_t i = 0; i < 64; ++i) {
      CHECK(out.as<uint64_t>()[i] == ((8 * 100 + i % 3 * 4) * 100 + 8) * 10);
    }
  }
  SECTION("and integers as addresses") {
    mux_kernel_t kernel = build(R"(
      kernel void k(global uint *out) {
        local uint m[16];
        local uint *own = (local uint *)((ulong)&m[0] + get_local_id(0) * 4);
        *own = get_global_id(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = m[get_local_id(0) ^ 1];
      })",
                                "k");
    const TestBuffer out = make_buffer(64 * sizeof(uint32_t));
    launch(kernel, Arguments().buffer(out), Range::linear(64, 16));
    for (uint32_t i = 0; i < 64; ++i) {
      CHECK(out.as<uint32_t>()[i] == (i ^ 1U));
    }
  }
}

}  // namespace mux::test::local_memory
