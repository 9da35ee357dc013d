// Atomics across work-items and work-groups.

#include <catch2/catch.hpp>

#include "fixtures.h"

namespace mux::test::atomics {

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

TEST_CASE_METHOD(KernelFixture, "kernels: histograms in local memory of many kinds", "[kernels]") {
  // Each work-item of a group updates: two small tables, one of which is decremented; one of 64
  // bits; one that is also read; one of two, by a pointer; and the first again after a barrier.
  mux_kernel_t kernel = build(R"(
    #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    kernel void k(global const uchar *in, uint count, global uint *out) {
      local uint up[5], down[5], watched[5], one[5], other[5];
      local ulong wide[5];
      uint l = get_local_id(0), n = get_local_size(0);
      for (uint i = l; i < 5; i += n) {
        up[i] = 10 + i;
        down[i] = watched[i] = one[i] = other[i] = 0;
        wide[i] = 0;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = l; i < count; i += n) {
        uint v = in[i];
        atomic_inc(&up[v % 5]);
        atomic_sub(&down[v % 5], i);
        atom_add(&wide[(v >> 1) % 5], (ulong)v << 32);
        atomic_add(&watched[v % 5], 2);
        if (watched[v % 5] == 0) atomic_inc(&watched[0]);
        local uint *chosen = v & 64 ? one : other;
        atomic_inc(&chosen[v % 3]);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = l; i < count; i += n) {
        if (in[i] & 1) atomic_inc(&up[in[i] % 5]);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 0) {
        for (int i = 0; i < 5; ++i) {
          global uint *to = out + get_group_id(0) * 35 + i * 7;
          to[0] = up[i];
          to[1] = down[i];
          to[2] = watched[i];
          to[3] = one[i];
          to[4] = other[i];
          to[5] = (uint)wide[i];
          to[6] = (uint)(wide[i] >> 32);
        }
      }
    })",
                              "k");
  constexpr uint32_t count = 3001;
  constexpr uint32_t groups = 3;
  const TestBuffer in = make_buffer(count);
  uint32_t expected[35] = {};
  for (uint32_t i = 0; i < 5; ++i) {
    expected[7 * i] = 10 + i;
  }
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t v = i * 2654435761U >> 24;
    in.bytes[i] = static_cast<uint8_t>(v);
    uint32_t *of_value = expected + v % 5 * 7;
    of_value[0] += 1 + v % 2;
    of_value[1] -= i;
    of_value[2] += 2;
    ++expected[v % 3 * 7 + ((v & 64) != 0 ? 3 : 4)];
    expected[(v >> 1) % 5 * 7 + 6] += v;
  }
  const TestBuffer out = make_buffer(groups * sizeof(expected));
  const auto local_size = GENERATE(as<uint64_t>(), 1, 7, 64, 100, 256);
  launch(kernel, Arguments().buffer(in).value(count).buffer(out),
         Range::linear(groups * local_size, local_size));
  for (uint32_t group = 0; group < groups; ++group) {
    CHECK(std::equal(std::begin(expected), std::end(expected),
                     out.as<uint32_t>().begin() + group * std::size(expected)));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: histograms of signed bytes and of shorts", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const char *bytes, global const ushort *shorts, uint count,
                  global volatile uint *bins) {
      local uint of_bytes[256], of_shorts[64];
      uint l = get_local_id(0), n = get_local_size(0);
      for (uint i = l; i < 256; i += n) of_bytes[i] = 0;
      for (uint i = l; i < 64; i += n) of_shorts[i] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        atomic_inc(&of_bytes[bytes[i] + 128]);
        atomic_add(&of_shorts[shorts[i] >> 10], shorts[i]);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = l; i < 256; i += n) atomic_add(&bins[i], of_bytes[i]);
      for (uint i = l; i < 64; i += n) atomic_add(&bins[256 + i], of_shorts[i]);
    })",
                              "k");
  constexpr uint32_t count = 100003;
  const TestBuffer bytes = make_buffer(count);
  const TestBuffer shorts = make_buffer(count * sizeof(uint16_t));
  uint32_t expected[256 + 64] = {};
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t mixed = i * 2654435761U;
    bytes.bytes[i] = static_cast<uint8_t>(mixed >> 24);
    shorts.as<uint16_t>()[i] = static_cast<uint16_t>(mixed >> 8);
    ++expected[(bytes.bytes[i] + 128) % 256];
    expected[256 + (shorts.as<uint16_t>()[i] >> 10)] += shorts.as<uint16_t>()[i];
  }
  const TestBuffer bins = make_buffer(sizeof(expected));
  const auto local_size = GENERATE(as<uint64_t>(), 1, 7, 64, 100);
  launch(kernel, Arguments().buffer(bytes).buffer(shorts).value(count).buffer(bins),
         Range::linear(9 * local_size, local_size));
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
  // Every old value occurs once: the additions are atomic and return the old value.
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
  // Work-items append to a list through a counter; no element is lost or overwritten.
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

TEST_CASE_METHOD(KernelFixture, "kernels: atomic objects across work-groups and commands",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
#if !defined(__opencl_c_atomic_order_acq_rel) || !defined(__opencl_c_atomic_order_seq_cst) || \
    !defined(__opencl_c_atomic_scope_device) || !defined(__opencl_c_atomic_scope_all_devices) || \
    !defined(cl_ext_float_atomics) || !defined(__opencl_c_ext_fp64_global_atomic_add)
#error
#endif
    // A lock-free stack of numbers.
    kernel void k(global atomic_int *top, global int *below, global atomic_double *sum,
                  global atomic_float *extremes, global int *lock, global long *guarded) {
      int i = get_global_id(0);
      int seen = atomic_load_explicit(top, memory_order_relaxed, memory_scope_device);
      do {
        below[i] = seen;
      } while (!atomic_compare_exchange_weak_explicit(top, &seen, i, memory_order_acq_rel,
                                                      memory_order_relaxed, memory_scope_device));
      atomic_fetch_add(sum, 0.25);
      atomic_fetch_min(extremes, (float)-i);
      atomic_fetch_max(extremes + 1, (float)i);
      if (get_local_id(0) == 0) {
        global atomic_flag *flag = (global atomic_flag *)lock;
        while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire, memory_scope_device));
        guarded[0] = guarded[0] * 3 + 1;
        atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_device);
      }
    })",
                              "k", "-cl-std=CL3.0");
  constexpr int count = 20000;
  constexpr int group = 20;
  const TestBuffer top = make_buffer(sizeof(int));
  top.as<int>()[0] = -1;
  const TestBuffer below = make_buffer(count * sizeof(int));
  const TestBuffer sum = make_buffer(sizeof(double));
  const TestBuffer extremes = make_buffer(2 * sizeof(float));
  const TestBuffer lock = make_buffer(sizeof(int));
  const TestBuffer guarded = make_buffer(sizeof(int64_t));
  launch(kernel,
         Arguments().buffer(top).buffer(below).buffer(sum).buffer(extremes).buffer(lock).buffer(
             guarded),
         Range::linear(count, group));
  // Every number is on the stack once.
  std::vector<int> seen(count);
  int number = top.as<int>()[0];
  int length = 0;
  for (; number >= 0 && number < count && length < count; ++length) {
    ++seen[number];
    number = below.as<int>()[number];
  }
  CHECK(number == -1);
  CHECK(length == count);
  // Each ticket was given once.
  CHECK(std::count(seen.begin(), seen.end(), 1) == count);
  CHECK(sum.as<double>()[0] == count * 0.25);
  CHECK(extremes.as<float>()[0] == -static_cast<float>(count - 1));
  CHECK(extremes.as<float>()[1] == static_cast<float>(count - 1));
  uint64_t expected = 0;
  for (int i = 0; i < count / group; ++i) {
    expected = expected * 3 + 1;
  }
  CHECK(guarded.as<uint64_t>()[0] == expected);
}

TEST_CASE_METHOD(KernelFixture, "kernels: atomic objects of a work-group", "[kernels]") {
  const char *options =
      GENERATE(as<const char *>{}, "-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable");
  // Work-items count in local memory at shared elements, so the loop over work-items must not run
  // them as if they were independent.
  mux_kernel_t kernel = build(R"(
    kernel void k(global const uchar *in, global uint *bins, global float *sums, uint each) {
      local atomic_uint mine[16];
      local atomic_float sum;
      local atomic_flag first;
      local int winners;
      int l = get_local_id(0);
      if (l < 16) atomic_init(&mine[l], 0);
      if (l == 0) { atomic_init(&sum, 0.0f); atomic_flag_clear(&first); winners = 0; }
      work_group_barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = 0; i < each; ++i) {
        uchar value = in[get_global_id(0) * each + i];
        atomic_fetch_add_explicit(&mine[value % 16], 1, memory_order_relaxed,
                                  memory_scope_work_group);
        atomic_fetch_add_explicit(&sum, (float)value, memory_order_relaxed,
                                  memory_scope_work_group);
      }
      if (!atomic_flag_test_and_set(&first)) winners += 1;
      work_group_barrier(CLK_LOCAL_MEM_FENCE);
      if (l < 16) bins[get_group_id(0) * 16 + l] = atomic_load(&mine[l]);
      if (l == 0) sums[get_group_id(0)] = atomic_load(&sum) + 0.5f * winners;
    })",
                              "k", options);
  constexpr uint32_t groups = 12;
  constexpr uint32_t group = 32;
  constexpr uint32_t each = 9;
  const TestBuffer in = make_buffer(groups * group * each);
  std::vector<uint32_t> bins(groups * 16);
  std::vector<float> sums(groups, 0.5F);
  for (uint32_t i = 0; i < in.bytes.size(); ++i) {
    in.bytes[i] = static_cast<uint8_t>(i * 2654435761U >> 22);
    ++bins[i / (group * each) * 16 + in.bytes[i] % 16];
    sums[i / (group * each)] += in.bytes[i];
  }
  const TestBuffer out = make_buffer(bins.size() * sizeof(uint32_t));
  const TestBuffer totals = make_buffer(sums.size() * sizeof(float));
  launch(kernel, Arguments().buffer(in).buffer(out).buffer(totals).value(each),
         Range::linear(groups * group, group));
  CHECK(std::equal(bins.begin(), bins.end(), out.as<uint32_t>().begin()));
  CHECK(std::equal(sums.begin(), sums.end(), totals.as<float>().begin()));
}

TEST_CASE_METHOD(KernelFixture, "kernels: atomics of 8 and 16 bits, as the device reports",
                 "[kernels]") {
  CHECK(device->info->atomic_capabilities ==
        (mux_atomic_capabilities_8bit | mux_atomic_capabilities_16bit |
         mux_atomic_capabilities_32bit | mux_atomic_capabilities_64bit));
  // OpenCL C does not declare them.
  mux_kernel_t kernel = build(R"(
    #define DECLARED __attribute__((overloadable))
    uchar DECLARED atomic_inc(volatile local uchar *);
    ushort DECLARED atomic_add(volatile local ushort *, ushort);
    uchar DECLARED atomic_add(volatile global uchar *, uchar);
    char DECLARED atomic_min(volatile global char *, char);
    ushort DECLARED atomic_add(volatile global ushort *, ushort);
    ushort DECLARED atomic_or(volatile global ushort *, ushort);
    short DECLARED atomic_cmpxchg(volatile global short *, short, short);
    kernel void k(global const uchar *in, uint count, global uchar *bytes, global ushort *words,
                  global uchar *seen) {
      local uchar of_bytes[16];
      local ushort of_words[16];
      uint l = get_local_id(0), n = get_local_size(0);
      for (uint i = l; i < 16; i += n) of_bytes[i] = of_words[i] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        atomic_inc(&of_bytes[in[i] % 16]);
        atomic_add(&of_words[in[i] / 16], in[i]);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = l; i < 16; i += n) {
        atomic_add(&bytes[i], of_bytes[i]);
        atomic_add(&words[i], of_words[i]);
      }
      atomic_min((global char *)bytes + 16, -(char)(get_global_id(0) % 128));
      atomic_or(&words[16], 1 << (get_global_id(0) % 13));
      global short *step = (global short *)&words[17];
      short found = *step;
      for (short before; (before = atomic_cmpxchg(step, found, found + 3)) != found;) {
        found = before;
      }
      seen[atomic_add(&words[18], 1)] += 1;
    })",
                              "k");
  constexpr uint32_t count = 40009;
  const TestBuffer in = make_buffer(count);
  uint8_t bytes_expected[17] = {};
  uint16_t words_expected[19] = {};
  for (uint32_t i = 0; i < count; ++i) {
    in.bytes[i] = static_cast<uint8_t>(i * 2654435761U >> 24);
    ++bytes_expected[in.bytes[i] % 16];
    words_expected[in.bytes[i] / 16] += in.bytes[i];
  }
  const auto local_size = GENERATE(as<uint64_t>(), 1, 7, 64, 100, 256);
  const uint64_t work_items = 20 * local_size;
  const TestBuffer bytes = make_buffer(sizeof bytes_expected);
  const TestBuffer words = make_buffer(sizeof words_expected);
  const TestBuffer seen = make_buffer(work_items);
  launch(kernel, Arguments().buffer(in).value(count).buffer(bytes).buffer(words).buffer(seen),
         Range::linear(work_items, local_size));
  bytes_expected[16] =
      static_cast<uint8_t>(-static_cast<int>(std::min<uint64_t>(work_items, 128) - 1));
  words_expected[16] = 0x1fff;
  words_expected[17] = static_cast<uint16_t>(3 * work_items);
  words_expected[18] = static_cast<uint16_t>(work_items);
  CHECK(std::equal(std::begin(bytes_expected), std::end(bytes_expected), bytes.bytes.begin()));
  CHECK(std::equal(std::begin(words_expected), std::end(words_expected),
                   words.as<uint16_t>().begin()));
  // Each ticket was given once.
  CHECK(std::count(seen.bytes.begin(), seen.bytes.end(), 1) ==
        static_cast<std::ptrdiff_t>(work_items));
}

}  // namespace mux::test::atomics
