// 32- and 64-bit atomics across work-items and work-groups.

#include <catch2/catch.hpp>

#include "fixtures.h"

using namespace mux::test;

TEST_CASE_METHOD(KernelFixture, "kernels: histogram with atomics in local and global memory",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const uchar *in, uint count, global volatile uint *bins) {
      local uint mine[256];
      uint l = get_local_id(0), n = get_local_size(0);
      for (uint i = l; i < 256; i += n) mine[i] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = get_global_id(0); i < count; i += get_global_size(0)) atomic_inc(&mine[in[i]]);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = l; i < 256; i += n) atomic_add(&bins[i], mine[i]);
    })",
                              "k");
  constexpr uint32_t count = 300007;
  const TestBuffer in = make_buffer(count);
  uint32_t expected[256] = {};
  for (uint32_t i = 0; i < count; ++i) {
    in.bytes[i] = static_cast<uint8_t>(i * 2654435761U >> 24);
    ++expected[in.bytes[i]];
  }
  const TestBuffer bins = make_buffer(sizeof(expected));
  launch(kernel, Arguments().buffer(in).value(count).buffer(bins), Range::linear(64 * 40, 64));
  CHECK(std::equal(std::begin(expected), std::end(expected), bins.as<uint32_t>().begin()));
}

TEST_CASE_METHOD(KernelFixture, "kernels: every 32-bit atomic function", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global volatile int *v, global volatile uint *u, global volatile float *f,
                  global int *old) {
      int i = get_global_id(0);
      old[i] = atomic_add(&v[0], 1);
      atomic_sub(&v[1], 3);
      atomic_inc(&v[2]);
      atomic_dec(&v[3]);
      atomic_min(&v[4], -i);
      atomic_max(&v[5], i);
      atomic_and(&v[6], ~(1 << (i % 31)));
      atomic_or(&v[7], 1 << (i % 31));
      atomic_xor(&v[8], i);
      int seen = v[9];
      while (true) {
        int before = atomic_cmpxchg(&v[9], seen, seen + 2);
        if (before == seen) break;
        seen = before;
      }
      atomic_xchg(&v[10], 77);
      atomic_min(&u[0], (uint)i + 5u);
      atomic_max(&u[1], (uint)i + 0x80000000u);
      atomic_add(&u[2], 0x01000001u);
      atomic_xchg(&f[0], 2.5f);
    })",
                              "k");
  constexpr int count = 4000;
  const TestBuffer v = make_buffer(11 * sizeof(int));
  v.as<int>()[6] = -1;
  const TestBuffer u = make_buffer(3 * sizeof(uint32_t));
  u.as<uint32_t>()[0] = 0xffffffff;
  const TestBuffer f = make_buffer(sizeof(float));
  const TestBuffer old = make_buffer(count * sizeof(int));
  launch(kernel, Arguments().buffer(v).buffer(u).buffer(f).buffer(old), Range::linear(count, 50));
  int exclusive_or = 0;
  for (int i = 0; i < count; ++i) {
    exclusive_or ^= i;
  }
  const std::span<int> values = v.as<int>();
  CHECK(values[0] == count);
  CHECK(values[1] == -3 * count);
  CHECK(values[2] == count);
  CHECK(values[3] == -count);
  CHECK(values[4] == -(count - 1));
  CHECK(values[5] == count - 1);
  CHECK(values[6] == static_cast<int>(0x80000000U));
  CHECK(values[7] == 0x7fffffff);
  CHECK(values[8] == exclusive_or);
  CHECK(values[9] == 2 * count);
  CHECK(values[10] == 77);
  CHECK(u.as<uint32_t>()[0] == 5);
  CHECK(u.as<uint32_t>()[1] == 0x80000000U + count - 1);
  CHECK(u.as<uint32_t>()[2] == 0x01000001U * count);
  CHECK(f.as<float>()[0] == 2.5F);
  // Every old value was seen once: the additions are atomic and return what was there.
  std::span<int> seen = old.as<int>();
  std::sort(seen.begin(), seen.end());
  for (int i = 0; i < count; ++i) {
    CHECK(seen[i] == i);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: every 64-bit atomic function", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
    kernel void k(global volatile long *v, global volatile ulong *u) {
      long i = get_global_id(0);
      atom_add(&v[0], 0x100000001L);
      atom_sub(&v[1], 0x100000001L);
      atom_inc(&v[2]);
      atom_dec(&v[3]);
      atom_min(&v[4], -i * 0x100000000L);
      atom_max(&v[5], i * 0x100000000L);
      atom_and(&v[6], ~(1L << (i % 63)));
      atom_or(&v[7], 1L << (i % 63));
      atom_xor(&v[8], i << 20);
      long seen = v[9];
      while (true) {
        long before = atom_cmpxchg(&v[9], seen, seen + 0x200000000L);
        if (before == seen) break;
        seen = before;
      }
      atom_xchg(&v[10], 7L << 40);
      atom_max(&u[0], (ulong)i + 0x8000000000000000ul);
    })",
                              "k");
  constexpr int64_t count = 3000;
  const TestBuffer v = make_buffer(11 * sizeof(int64_t));
  v.as<int64_t>()[6] = -1;
  const TestBuffer u = make_buffer(sizeof(uint64_t));
  launch(kernel, Arguments().buffer(v).buffer(u), Range::linear(count, 32));
  int64_t exclusive_or = 0;
  for (int64_t i = 0; i < count; ++i) {
    exclusive_or ^= i << 20;
  }
  const std::span<int64_t> values = v.as<int64_t>();
  CHECK(values[0] == count * 0x100000001);
  CHECK(values[1] == -count * 0x100000001);
  CHECK(values[2] == count);
  CHECK(values[3] == -count);
  CHECK(values[4] == -(count - 1) * 0x100000000);
  CHECK(values[5] == (count - 1) * 0x100000000);
  CHECK(values[6] == std::numeric_limits<int64_t>::min());
  CHECK(values[7] == std::numeric_limits<int64_t>::max());
  CHECK(values[8] == exclusive_or);
  CHECK(values[9] == count * 0x200000000);
  CHECK(values[10] == int64_t{7} << 40);
  CHECK(u.as<uint64_t>()[0] == 0x8000000000000000 + count - 1);
}

TEST_CASE_METHOD(KernelFixture, "kernels: counters across work-groups and commands", "[kernels]") {
  // Work-items append to a list through a counter; nothing is lost and nothing is written twice.
  mux_kernel_t kernel = build(R"(
    kernel void k(global volatile uint *counter, global uint *list) {
      uint i = get_global_id(0);
      if (i % 3 != 0) list[atomic_inc(counter)] = i;
    })",
                              "k");
  constexpr uint32_t count = 30000;
  const TestBuffer counter_buffer = make_buffer(4);
  const TestBuffer list = make_buffer(4 * count * sizeof(uint32_t));
  Arguments arguments;
  arguments.buffer(counter_buffer).buffer(list);
  for (int i = 0; i < 4; ++i) {
    REQUIRE(record(command_buffer, kernel, arguments, Range::linear(count, 100)) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  REQUIRE(counter_buffer.as<uint32_t>()[0] == count / 3 * 2 * 4);
  std::vector<int> seen(count);
  for (uint32_t i = 0; i < count / 3 * 2 * 4; ++i) {
    ++seen[list.as<uint32_t>()[i]];
  }
  for (uint32_t i = 0; i < count; ++i) {
    CHECK(seen[i] == (i % 3 != 0 ? 4 : 0));
  }
}
