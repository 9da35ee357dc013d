// Pointers to the generic address space: the memory they may refer to, and queries about them.

#include <catch2/catch.hpp>
#include <numeric>

#include "fixtures.h"

namespace mux::test::generic_address_space {

namespace {

/// With and without optimization by the frontend: without it, pointers are stored in memory until
/// the kernel is loaded.
const char *each_optimization() {
  return GENERATE(as<const char *>{}, "-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable");
}

/// The results of the kernels below about a pointer.
constexpr int is_global = 1;
constexpr int is_local = 2;
constexpr int is_private = 4;
constexpr int has_local_fence = 8;
/// A conversion that succeeds gives the same address.
constexpr int keeps_address = 16;

constexpr int global_answer = is_global | keeps_address;
constexpr int local_answer = is_local | has_local_fence | keeps_address;
constexpr int private_answer = is_private | keeps_address;

const std::string questions = R"(
    int where(int *p) {
      global int *g = to_global(p);
      local int *l = to_local(p);
      private int *v = to_private(p);
      int same = (g && (int *)g == p) || (l && (int *)l == p) || (v && (int *)v == p);
      return (g ? 1 : 0) | (l ? 2 : 0) | (v ? 4 : 0) |
             (get_fence(p) == CLK_LOCAL_MEM_FENCE ? 8 : 0) | (same ? 16 : 0);
    })";

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: functions take pointers to any address space",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    typedef struct { int *here; const int *there; int count; } span;
    void add(int *to, const int *from, int count) {
      for (int i = 0; i < count; ++i) to[i] += from[i];
    }
    void add_span(span s) { add(s.here, s.there, s.count); }
    int sum(const int *values, int count) {
      int result = 0;
      for (int i = 0; i < count; ++i) result += values[i];
      return result;
    }
    kernel void k(global int *out, global int *in, local int *scratch) {
      int i = get_global_id(0), l = get_local_id(0);
      int mine[4] = {i, 1, 2, 3};
      for (int j = 0; j < 4; ++j) scratch[4 * l + j] = j;
      add(mine, in + 4 * i, 4);             // global to private
      add(scratch + 4 * l, mine, 4);        // private to local
      span s = {scratch + 4 * l, in, 4};
      add_span(s);                          // global to local, out of a struct
      barrier(CLK_LOCAL_MEM_FENCE);
      span t = {out + 4 * i, scratch + 4 * ((l + 1) % get_local_size(0)), 4};
      add_span(t);                          // local to global
      out[4 * i] += sum(mine, 4) + 1000 * sum(scratch + 4 * l, 2);
    })",
                              "k", each_optimization());
  constexpr int count = 64;
  constexpr int group = 8;
  std::vector<int> values(4 * count);
  std::iota(values.begin(), values.end(), 3);
  const TestBuffer in = make_buffer(std::span<const int>(values));
  const TestBuffer out = make_buffer(4 * count * sizeof(int));
  launch(kernel, Arguments().buffer(out).buffer(in).local(4 * group * sizeof(int)),
         Range::linear(count, group));
  std::vector<int> mine(4 * count);
  std::vector<int> scratch(4 * count);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < 4; ++j) {
      mine[4 * i + j] = (j == 0 ? i : j) + values[4 * i + j];
      scratch[4 * i + j] = j + mine[4 * i + j] + values[j];
    }
  }
  std::vector<int> expected(4 * count);
  for (int i = 0; i < count; ++i) {
    const int next = i / group * group + (i % group + 1) % group;
    std::copy_n(&scratch[4 * next], 4, &expected[4 * i]);
    expected[4 * i] += std::accumulate(&mine[4 * i], &mine[4 * i] + 4, 0) +
                       1000 * (scratch[4 * i] + scratch[4 * i + 1]);
  }
  CHECK(std::equal(expected.begin(), expected.end(), out.as<int>().begin()));
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: address spaces of pointers in groups that run as one packet",
                 "[kernels]") {
  // Local memory is in registers or on the stack there, as are private variables.
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *out, global const int *in) {
      local int shared[16];
      int own[16];
      int i = get_global_id(0), l = get_local_id(0);
      for (int j = 0; j < 16; ++j) own[j] = i * j;
      shared[l] = in[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      int *p = in[i] % 3 == 0 ? (int *)shared : (int *)own;
      int value = p[7 - l];
      barrier(CLK_LOCAL_MEM_FENCE);
      p[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = (to_local(p) != 0) + 2 * (to_private(p) != 0) + 4 * (to_global(p) != 0) +
               8 * (shared[l] + own[l]);
    })",
                              "k", "-cl-std=CL3.0");
  constexpr int count = 64;
  const TestBuffer in = make_buffer(count * sizeof(int));
  const TestBuffer out = make_buffer(count * sizeof(int));
  for (int i = 0; i < count; ++i) {
    in.as<int>()[i] = i * 5 % 17;
  }
  launch(kernel, Arguments().buffer(out).buffer(in), Range::linear(count, 8));
  for (int i = 0; i < count; ++i) {
    const int l = i % 8;
    const int element = in.as<int>()[i];
    const bool is_local = element % 3 == 0;
    const int shared = is_local ? in.as<int>()[i - l + 7 - l] : element;
    const int own = is_local ? i * l : i * (7 - l);
    INFO(i);
    CHECK(out.as<int>()[i] == (is_local ? 1 : 2) + 8 * (shared + own));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a pointer that comes from several address spaces",
                 "[kernels]") {
  const bool with_barrier = GENERATE(false, true);
  mux_kernel_t kernel =
      build(R"(
    kernel void k(global int *out, global int *in, local int *scratch) {
      int i = get_global_id(0), l = get_local_id(0);
      int mine[3] = {10 * i, 10 * i + 1, 10 * i + 2};
      scratch[l] = 1000 + i;
      int *places[3] = {in + i, scratch + l, mine + 1};
      int *p = i % 5 == 0 ? (int *)(in + i) : i % 5 == 1 ? (int *)(scratch + l) : mine + 2;
#ifdef WITH_BARRIER
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
      *p += 7;
      *places[i % 3] += 100;
      for (int step = 0; step < 3; ++step) {
        p = step == i % 3 ? p : places[step];
        *p += 1;
      }
      out[4 * i] = in[i];
      out[4 * i + 1] = scratch[l];
      out[4 * i + 2] = mine[1];
      out[4 * i + 3] = mine[2];
    })",
            "k", with_barrier ? "-cl-std=CL3.0 -DWITH_BARRIER" : each_optimization());
  constexpr int count = 240;
  const TestBuffer in = make_buffer(count * sizeof(int));
  const TestBuffer out = make_buffer(4 * count * sizeof(int));
  launch(kernel, Arguments().buffer(out).buffer(in).local(16 * sizeof(int)),
         Range::linear(count, 16));
  std::vector<int> expected;
  for (int i = 0; i < count; ++i) {
    int global = 0;
    int local = 1000 + i;
    int mine[3] = {10 * i, 10 * i + 1, 10 * i + 2};
    int *places[3] = {&global, &local, &mine[1]};
    int *p = i % 5 == 0 ? &global : i % 5 == 1 ? &local : &mine[2];
    *p += 7;
    *places[i % 3] += 100;
    for (int step = 0; step < 3; ++step) {
      p = step == i % 3 ? p : places[step];
      *p += 1;
    }
    expected.insert(expected.end(), {global, local, mine[1], mine[2]});
  }
  CHECK(std::equal(expected.begin(), expected.end(), out.as<int>().begin()));
}

TEST_CASE_METHOD(KernelFixture, "kernels: pointers with a known address space", "[kernels]") {
  mux_kernel_t kernel = build(questions + R"(
    global int variable = 5;
    typedef struct { int values[40]; } block;
    kernel void k(global int *out, local int *scratch, block b) {
      int mine[2] = {1, 2};
      local int here[2];
      out[0] = where(out);
      out[1] = where(scratch);
      out[2] = where(mine);
      out[3] = where(here);
      out[4] = where(&variable);
      out[5] = where(b.values + 39);
      out[6] = to_global((int *)0) == 0;
    })",
                              "k", each_optimization());
  const TestBuffer out = make_buffer(7 * sizeof(int));
  std::vector<int> block(40);
  launch(kernel, Arguments().buffer(out).local(64).data(block.data(), block.size() * sizeof(int)),
         Range::linear(1, 1));
  const int expected[] = {
      global_answer, local_answer, private_answer, local_answer, global_answer, private_answer, 1};
  CHECK(std::equal(std::begin(expected), std::end(expected), out.as<int>().begin()));
}

TEST_CASE_METHOD(KernelFixture, "kernels: pointers whose address space is known only at run time",
                 "[kernels]") {
  struct Variant {
    const char *options;
    const char *name;
  };
  const auto [options, name] =
      GENERATE(values<Variant>({{"-cl-std=CL3.0", "plain"},
                                {"-cl-std=CL3.0 -cl-opt-disable", "not optimized"},
                                {"-cl-std=CL3.0 -DWITH_BARRIER", "across a barrier"},
                                {"-cl-std=CL3.0 -DLARGE=6000", "large private array"}}));
  INFO(name);
  mux_kernel_t kernel = build(questions + R"(
#ifndef LARGE
#define LARGE 4
#endif
    global int variable;
    typedef struct { int values[40]; } block;
    kernel void k(global int *out, global int *in, local int *scratch, block b, int in_size,
                  int scratch_size) {
      int i = get_global_id(0);
      local int here[3];
      int small = i;
      int large[LARGE];
      for (int j = 0; j < LARGE; ++j) large[j] = i + j;
      int *places[] = {in,    in + in_size - 1, scratch, scratch + scratch_size - 1,
                       here,  here + 2,         &small,  large,
                       large + LARGE - 1,       b.values, b.values + 39,
                       &variable,               0};
      int choice = in[i % 13];
#ifdef WITH_BARRIER
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
      int *p = places[choice];
      out[i] = where(p) + (p == 0 ? 0 : (*p - *p));
    })",
                              "k", options);
  constexpr int count = 13 * 6;
  std::vector<int> choices(13);
  std::iota(choices.begin(), choices.end(), 0);
  const TestBuffer in = make_buffer(std::span<const int>(choices));
  const TestBuffer out = make_buffer(count * sizeof(int));
  std::vector<int> block(40);
  launch(kernel,
         Arguments()
             .buffer(out)
             .buffer(in)
             .local(33 * sizeof(int))
             .data(block.data(), block.size() * sizeof(int))
             .value(13)
             .value(33),
         Range::linear(count, 13));
  const int answers[] = {global_answer, global_answer, local_answer, local_answer, local_answer,
                         local_answer, private_answer, private_answer, private_answer,
                         private_answer, private_answer, global_answer,
                         // Conversions of NULL fail, and it has the fence of global memory.
                         0};
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    CHECK(out.as<int>()[i] == answers[i % 13]);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: private memory reached through pointers in other memory",
                 "[kernels]") {
  // Each work-item accesses its own variable through a pointer of unknown origin: the work-items
  // must not run as lanes that share one variable.
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *out, global ulong *slots, global const int *in) {
      int i = get_global_id(0), n = get_global_size(0);
      int mine;
      int *global *places = (int *global *)slots;
      places[i] = &mine;
      *places[in[i]] = 3 * i;
      out[i] = *places[in[n + i]] + 1;
    })",
                              "k", each_optimization());
  constexpr int count = 256;
  const TestBuffer out = make_buffer(count * sizeof(int));
  const TestBuffer slots = make_buffer(count * sizeof(void *));
  std::vector<int> same(2 * count);
  for (int i = 0; i < 2 * count; ++i) {
    same[i] = i % count;
  }
  const TestBuffer in = make_buffer(std::span<const int>(same));
  launch(kernel, Arguments().buffer(out).buffer(slots).buffer(in), Range::linear(count, 64));
  for (int i = 0; i < count; ++i) {
    CHECK(out.as<int>()[i] == 3 * i + 1);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: atomics and vector loads through generic pointers",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    void count(atomic_int *counter, int by) {
      atomic_fetch_add_explicit(counter, by, memory_order_relaxed, memory_scope_device);
    }
    float total(const float *values) {
      float4 all = vload4(0, values);
      float whole;
      float part = fract(all.x, &whole) + whole;
      return part + all.y + all.z + all.w;
    }
    kernel void k(global int *counters, global float *out, global const float *in) {
      local atomic_int group;
      local float copy[4];
      int i = get_global_id(0), l = get_local_id(0);
      if (l == 0) atomic_init(&group, 0);
      if (l < 4) copy[l] = in[l];
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_int *which = i % 2 ? (atomic_int *)&group : (atomic_int *)(counters + 1);
      count((global atomic_int *)counters, 1);
      count(which, 2);
      float mine[4] = {1, 2, 3, i};
      out[i] = total(i % 3 == 0 ? mine : i % 3 == 1 ? (const float *)copy : (const float *)in);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 0) count((global atomic_int *)(counters + 2), atomic_load(&group));
    })",
                              "k", each_optimization());
  constexpr int count = 600;
  const TestBuffer counters = make_buffer(3 * sizeof(int));
  const TestBuffer out = make_buffer(count * sizeof(float));
  const float values[] = {0.5F, 8.0F, 16.0F, 32.0F};
  const TestBuffer in = make_buffer(std::span<const float>(values));
  launch(kernel, Arguments().buffer(counters).buffer(out).buffer(in), Range::linear(count, 20));
  CHECK(counters.as<int>()[0] == count);
  CHECK(counters.as<int>()[1] == count);
  CHECK(counters.as<int>()[2] == count);
  for (int i = 0; i < count; ++i) {
    CHECK(out.as<float>()[i] == (i % 3 == 0 ? 6.0F + static_cast<float>(i) : 56.5F));
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: program-scope variables are shared by the kernels of an executable",
                 "[kernels]") {
  const std::string binary = compile(R"(
    global int counter = 40;
    global atomic_int total = 2;
    global int *cursor = &counter;
    static global float4 table[2] = {(float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8)};
    global int empty[100];
    kernel void add(int by) {
      atomic_fetch_add(&total, by);
      if (get_global_id(0) == 0) { *cursor += by; table[1].y += 0.5f; empty[99] = by; }
    }
    kernel void read(global int *out, global float *floats) {
      static global int calls = 0;
      out[0] = counter; out[1] = atomic_load(&total); out[2] = ++calls; out[3] = empty[0]; out[4] = empty[99];
      floats[0] = table[0].x + table[1].y;
    })",
                                     "-cl-std=CL3.0");
  mux_executable_t executable = load(binary);
  mux_executable_t other = load(binary);
  const TestBuffer out = make_buffer(5 * sizeof(int));
  const TestBuffer floats = make_buffer(sizeof(float));
  const auto read = [&](mux_executable_t from) {
    launch(make_kernel(from, "read"), Arguments().buffer(out).buffer(floats), Range::linear(1, 1));
    const std::span<int> values = out.as<int>();
    return std::vector<int>(values.begin(), values.end());
  };
  CHECK(read(executable) == std::vector<int>{40, 2, 1, 0, 0});
  CHECK(floats.as<float>()[0] == 7.0F);
  launch(make_kernel(executable, "add"), Arguments().value(3), Range::linear(1000, 10));
  launch(make_kernel(executable, "add"), Arguments().value(4), Range::linear(100, 10));
  CHECK(read(executable) == std::vector<int>{47, 3402, 2, 0, 4});
  CHECK(floats.as<float>()[0] == 8.0F);
  // Another executable of the same binary has variables of its own.
  CHECK(read(other) == std::vector<int>{40, 2, 1, 0, 0});
}

}  // namespace mux::test::generic_address_space
