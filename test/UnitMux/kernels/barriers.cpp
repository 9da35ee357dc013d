// Barriers in straight-line code, uniform loops and branches, with private arrays and values that
// live across them.

#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

#include "fixtures.h"
#include "vector_width.h"

namespace mux::test::barriers {

namespace {

/// Runs a kernel `k(in, out, scratch)` with one int of local memory for each work-item.
std::vector<int> run_kernel(KernelFixture &fixture, const char *source, const std::vector<int> &in,
                            size_t local) {
  mux_kernel_t kernel = fixture.build(source, "k");
  const TestBuffer in_buffer = fixture.make_buffer(std::span<const int>(in));
  const TestBuffer out_buffer = fixture.make_buffer(in.size() * sizeof(int));
  fixture.launch(kernel,
                 Arguments().buffer(in_buffer).buffer(out_buffer).local(local * sizeof(int)),
                 Range::linear(in.size(), local));
  const std::span<int> out = out_buffer.as<int>();
  return {out.begin(), out.end()};
}

std::vector<int> numbers(size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: many barriers in straight code", "[kernels]") {
  // Rotates the values of a group by one work-item, four times.
  const char *source = R"(
    kernel void k(global const int *in, global int *out, local int *s) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      s[l] = in[g];
      barrier(CLK_LOCAL_MEM_FENCE);
      int a = s[(l + 1) % n];
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = a;
      barrier(CLK_LOCAL_MEM_FENCE);
      int b = s[(l + 1) % n];
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = b + a - a;
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      int c = s[(l + 2) % n];
      out[g] = c * 1000 + a;
    })";
  for (const size_t local : {size_t{4}, size_t{16}, size_t{32}}) {
    const std::vector<int> in = numbers(64);
    const std::vector<int> out = run_kernel(*this, source, in, local);
    for (size_t i = 0; i < 64; ++i) {
      const size_t base = i / local * local;
      CHECK(out[i] == in[base + (i - base + 4) % local] * 1000 + in[base + (i - base + 1) % local]);
    }
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: restrict pointers and pointers based on them live across barriers",
                 "[kernels]") {
  // Each writes pairs through the parameter and reads the second of each through an address
  // computed before the barrier: directly, by a select, as an integer, and from memory.
  const char *addresses[] = {
      "global int *at = out + 2 * i + 1;",
      "global int *at = in[g] % 2 ? out : out + 1; at += 2 * i + 1 - (at - out);",
      "ulong number = (ulong)(out + 2 * i + 1);",
      "global int *all[2] = {out + 2 * i + 1, out}; global int *volatile *kept = all;",
  };
  const char *reads[] = {"*at", "*at", "*(global int *)number", "*kept[0]"};
  constexpr size_t local = 16;
  const std::vector<int> in = numbers(64);
  const KeptVectorWidth kept;
  for (size_t i = 0; i < 3 * std::size(addresses); ++i) {
    const size_t form = i / 3;
    const char *width = std::array{"packets", "loops", "scalar"}[i % 3];
    CAPTURE(form, width);
    set_vector_width(width);
    const std::string source = std::string(R"(
    kernel void k(global const int *in, global int *restrict out, local int *s) {
      int g = get_global_id(0), l = get_local_id(0), i = in[g] - 1;
      )") + addresses[form] + R"(
      s[l] = l;
      out[2 * i] = out[2 * i + 1] = -1;
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = 0;
      for (int round = 0; round < 7; ++round) {
        ((global int2 *)out)[i] = (int2)(0, round);
        sum += )" + reads[form] +
                               R"(;
      }
      out[2 * i] = sum + s[l];
    })";
    mux_kernel_t kernel = build(source.c_str(), "k");
    const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
    const TestBuffer out = make_buffer(2 * in.size() * sizeof(int));
    launch(kernel, Arguments().buffer(in_buffer).buffer(out).local(local * sizeof(int)),
           Range::linear(in.size(), local));
    for (size_t i = 0; i < in.size(); ++i) {
      CHECK(out.as<int>()[2 * i] == 21 + static_cast<int>(i % local));
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a barrier in a uniform loop", "[kernels]") {
  const char *source = R"(
    kernel void k(global const int *in, global int *out, local int *s) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int sum = 0;
      s[l] = in[g];
      for (int round = 0; round < 10; ++round) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = s[(l + 1) % n];
        sum += next * (round + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        s[l] = next;
      }
      out[g] = sum;
    })";
  constexpr size_t local = 8;
  const std::vector<int> in = numbers(40);
  const std::vector<int> out = run_kernel(*this, source, in, local);
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t base = i / local * local;
    int sum = 0;
    for (size_t round = 0; round < 10; ++round) {
      sum += in[base + (i - base + round + 1) % local] * static_cast<int>(round + 1);
    }
    CHECK(out[i] == sum);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: barriers in nested loops whose bounds are arguments",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *out, local int *s, int outer, int inner) {
      size_t l = get_local_id(0), n = get_local_size(0);
      s[l] = (int)l;
      int seen = 0;
      int i = 0;
      while (i < outer) {
        for (int j = 0; j < inner; ++j) {
          barrier(CLK_LOCAL_MEM_FENCE);
          int next = s[(l + 1) % n] + j;
          barrier(CLK_LOCAL_MEM_FENCE);
          s[l] = next;
          ++seen;
        }
        ++i;
        if (i == 3) break;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = s[l] * 100 + seen;
    })",
                              "k");
  constexpr size_t local = 6;
  for (const int outer : {0, 1, 2, 5}) {
    for (const int inner : {0, 1, 4}) {
      CAPTURE(outer, inner);
      const TestBuffer out = make_buffer(2 * local * sizeof(int));
      launch(kernel, Arguments().buffer(out).local(local * 4).value(outer).value(inner),
             Range::linear(2 * local, local));
      std::vector<int> s = numbers(local);
      for (int &value : s) {
        --value;
      }
      int seen = 0;
      for (int i = 0; i < std::min(outer, 3); ++i) {
        for (int j = 0; j < inner; ++j, ++seen) {
          std::rotate(s.begin(), s.begin() + 1, s.end());
          for (int &value : s) {
            value += j;
          }
        }
      }
      for (size_t i = 0; i < 2 * local; ++i) {
        CHECK(out.as<int>()[i] == s[i % local] * 100 + seen);
      }
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: barriers in uniform branches", "[kernels]") {
  const char *source = R"(
    kernel void k(global const int *in, global int *out, local int *s) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int kept = in[g] * 2;
      s[l] = in[g];
      if (get_group_id(0) % 2 == 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
        kept += s[n - 1 - l];
        if (get_group_id(0) % 4 == 0) {
          barrier(CLK_LOCAL_MEM_FENCE);
          s[l] = kept;
          barrier(CLK_LOCAL_MEM_FENCE);
          kept = s[(l + 1) % n];
        }
      } else {
        switch (get_group_id(0) % 8) {
          case 1: kept = -kept; break;
          case 3: barrier(CLK_LOCAL_MEM_FENCE); kept = s[(l + 3) % n]; break;
          default: barrier(CLK_LOCAL_MEM_FENCE); kept += s[0];
        }
      }
      out[g] = kept;
    })";
  constexpr size_t local = 8;
  const std::vector<int> in = numbers(local * 9);
  const std::vector<int> out = run_kernel(*this, source, in, local);
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t group = i / local;
    const size_t l = i % local;
    const int *s = in.data() + group * local;
    const auto even = [&](size_t at) { return s[at] * 2 + s[local - 1 - at]; };
    int expected = 0;
    if (group % 4 == 0) {
      expected = even((l + 1) % local);
    } else if (group % 2 == 0) {
      expected = even(l);
    } else if (group % 8 == 1) {
      expected = -s[l] * 2;
    } else if (group % 8 == 3) {
      expected = s[(l + 3) % local];
    } else {
      expected = s[l] * 2 + s[0];
    }
    CHECK(out[i] == expected);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: divergent code between barriers", "[kernels]") {
  const char *source = R"(
    kernel void k(global const int *in, global int *out, local int *s) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int x = in[g];
      if (l % 3 == 0) {
        for (int i = 0; i < (int)l; ++i) x += i;
      } else if (l % 3 == 1) {
        x = -x;
      }
      s[l] = x;
      barrier(CLK_LOCAL_MEM_FENCE);
      int y = 0;
      for (size_t i = 0; i <= l; ++i) {
        if (s[i] < 0) continue;
        y += s[i];
        if (y > 500) break;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 0) s[0] = y;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = y + s[0] * 1000;
    })";
  constexpr size_t local = 32;
  const std::vector<int> in = numbers(local * 3);
  const std::vector<int> out = run_kernel(*this, source, in, local);
  for (size_t group = 0; group < 3; ++group) {
    int s[local];
    for (size_t l = 0; l < local; ++l) {
      const int x = in[group * local + l];
      const int sum = static_cast<int>(l * (l - (l > 0 ? 1 : 0)) / 2);
      s[l] = l % 3 == 0 ? x + sum : l % 3 == 1 ? -x : x;
    }
    std::vector<int> y(local);
    for (size_t l = 0; l < local; ++l) {
      for (size_t i = 0; i <= l; ++i) {
        if (s[i] >= 0) {
          y[l] += s[i];
          if (y[l] > 500) {
            break;
          }
        }
      }
    }
    for (size_t l = 0; l < local; ++l) {
      CHECK(out[group * local + l] == y[l] + y[0] * 1000);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: phis of divergent branches live across barriers",
                 "[kernels]") {
  const KeptVectorWidth kept;
  set_vector_width(GENERATE(as<const char *>{}, "scalar", "packets"));
  constexpr size_t local = 7;
  constexpr size_t count = 38;

  SECTION("after paths that contain a loop and a branch") {
    const char *source = R"(
      kernel void k(global const int *in, global int *out, local int *s) {
        uint l = get_local_id(0), g = get_group_id(0), v = 0;
        uint x = in[get_global_id(0)];
        if (x % 2 == 0) {
          for (uint i = 0, end = l % 2; i < end; ++i) { }
        } else {
          if (l % 2 == 0) s[l] = x;
          else out[get_global_id(0)] = l;
          s[l] = 9;
          v = g;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = v;
      })";
    std::vector<int> in(count);
    for (size_t i = 0; i < count; ++i) {
      in[i] = static_cast<int>((i * 2654435761U) >> 7U & 0xffffU);
    }
    const std::vector<int> out = run_kernel(*this, source, in, local);
    for (size_t i = 0; i < count; ++i) {
      CHECK(out[i] == (in[i] % 2 == 0 ? 0 : static_cast<int>(i / local)));
    }
  }

  SECTION("after a loop with two exits") {
    const char *source = R"(
      kernel void k(global const int *in, global int *out, local int *s) {
        int own = in[get_global_id(0)], end = in[3], v;
        for (int i = 0;; ++i) {
          if (i >= end) { v = 100; break; }
          s[get_local_id(0)] = i;
          if (i >= own) { v = 200; break; }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = v;
      })";
    std::vector<int> in(count);
    for (size_t i = 0; i < count; ++i) {
      in[i] = static_cast<int>(i % 5);
    }
    const std::vector<int> out = run_kernel(*this, source, in, local);
    for (size_t i = 0; i < count; ++i) {
      CHECK(out[i] == (in[i] < in[3] ? 200 : 100));
    }
  }

  SECTION("where only some paths define a value") {
    const char *source = R"(
      kernel void k(global const int *in, global int *out, local int *s) {
        bool odd = in[get_global_id(0)] % 2 != 0;
        int v;
        if (odd) v = in[get_group_id(0)] + 1000;
        else out[get_global_id(0)] = 5;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (odd) out[get_global_id(0)] = v;
      })";
    const std::vector<int> in = numbers(count);
    const std::vector<int> out = run_kernel(*this, source, in, local);
    for (size_t i = 0; i < count; ++i) {
      CHECK(out[i] == (in[i] % 2 == 0 ? 5 : in[i / local] + 1000));
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: private arrays and structs live across barriers",
                 "[kernels]") {
  const char *source = R"(
    typedef struct { int a; float4 v; char tail[5]; } record;
    kernel void k(global const int *in, global int *out, local int *s) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int history[9];
      record r;
      r.a = in[g];
      r.v = (float4)(l, l + 1, l + 2, l + 3);
      for (int i = 0; i < 5; ++i) r.tail[i] = i + (int)l;
      s[l] = in[g];
      for (int i = 0; i < 9; ++i) {
        barrier(CLK_LOCAL_MEM_FENCE);
        history[i] = s[(l + i) % n];
        int *p = &history[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        *p += 1;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = 0;
      for (int i = 0; i < 9; ++i) sum += history[i] * (i + 1);
      out[g] = sum + r.a + (int)r.v.w + r.tail[4];
    })";
  constexpr size_t local = 16;
  const std::vector<int> in = numbers(local * 2);
  const std::vector<int> out = run_kernel(*this, source, in, local);
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t base = i / local * local;
    const int l = static_cast<int>(i % local);
    int sum = 0;
    for (size_t j = 0; j < 9; ++j) {
      sum += (in[base + (i - base + j) % local] + 1) * static_cast<int>(j + 1);
    }
    CHECK(out[i] == sum + in[i] + l + 3 + l + 4);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: barriers in functions that the kernel calls",
                 "[kernels]") {
  const char *source = R"(
    int exchange(local int *s, int value, size_t distance) {
      size_t l = get_local_id(0), n = get_local_size(0);
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      return s[(l + distance) % n];
    }
    int twice(local int *s, int value) { return exchange(s, exchange(s, value, 1), 2) + value; }
    kernel void k(global const int *in, global int *out, local int *s) {
      int x = twice(s, in[get_global_id(0)]);
      for (int i = 1; i < 4; ++i) x = exchange(s, x, i);
      out[get_global_id(0)] = x;
    })";
  constexpr size_t local = 10;
  const std::vector<int> in = numbers(local * 3);
  const std::vector<int> out = run_kernel(*this, source, in, local);
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t base = i / local * local;
    const size_t from = (i - base + 6) % local;
    CHECK(out[i] == in[base + from] + in[base + (from + 3) % local]);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: work_group_barrier and fences of OpenCL C 3.0",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *data) {
      local int s[64];
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      s[l] = data[g];
      work_group_barrier(CLK_LOCAL_MEM_FENCE);
      int x = s[n - 1 - l];
      mem_fence(CLK_LOCAL_MEM_FENCE);
      data[g] = x;
      work_group_barrier(CLK_GLOBAL_MEM_FENCE);
      int y = data[get_group_id(0) * n + (l + 1) % n];
      work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
      data[g] = y;
    })",
                              "k", "-cl-std=CL3.0");
  const std::vector<int> in = numbers(128);
  const TestBuffer data = make_buffer(std::span<const int>(in));
  launch(kernel, Arguments().buffer(data), Range::linear(128, 64));
  for (size_t i = 0; i < 128; ++i) {
    const size_t base = i / 64 * 64;
    CHECK(data.as<int>()[i] == in[base + 63 - (i - base + 1) % 64]);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: barriers in groups of two and three dimensions, uneven",
                 "[kernels]") {
  // Every work-item writes the number of work-items of its group, counted in local memory.
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *out) {
      local int count;
      local int last;
      size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
      if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) count = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_inc(&count);
      if (get_local_id(0) == get_local_size(0) - 1 && get_local_id(1) == get_local_size(1) - 1 &&
          get_local_id(2) == get_local_size(2) - 1)
        last = (int)(x + 10 * y + 100 * z);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[(z * get_global_size(1) + y) * get_global_size(0) + x] = count + last * 1000;
    })",
                              "k");
  const size_t global[3] = {7, 5, 3};
  const size_t local[3] = {4, 2, 2};
  const TestBuffer out = make_buffer(7 * 5 * 3 * sizeof(int));
  launch(kernel, Arguments().buffer(out), {3, {7, 5, 3}, {4, 2, 2}, {}});
  size_t at = 0;
  for (size_t z = 0; z < global[2]; ++z) {
    for (size_t y = 0; y < global[1]; ++y) {
      for (size_t x = 0; x < global[0]; ++x) {
        const size_t id[3] = {x, y, z};
        size_t count = 1;
        size_t end[3];
        for (size_t d = 0; d < 3; ++d) {
          const size_t begin = id[d] / local[d] * local[d];
          end[d] = std::min(begin + local[d], global[d]);
          count *= end[d] - begin;
        }
        const size_t last = end[0] - 1 + 10 * (end[1] - 1) + 100 * (end[2] - 1);
        CHECK(out.as<int>()[at++] == static_cast<int>(count + last * 1000));
      }
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: the largest work-groups with barriers", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global uint *out) {
      local uint s[2];
      uint keep = get_local_id(0) * 3 + 1;
      if (get_local_id(0) == 0) { s[0] = 0; s[1] = 0; }
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_add(&s[0], 1);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = s[0] + keep;
    })",
                              "k");
  const size_t local = device->info->max_work_group_size_x;
  const TestBuffer out = make_buffer(local * 2 * sizeof(uint32_t));
  launch(kernel, Arguments().buffer(out), Range::linear(local * 2, local));
  size_t wrong = 0;
  for (size_t i = 0; i < local * 2; ++i) {
    wrong += out.as<uint32_t>()[i] != local + i % local * 3 + 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE_METHOD(KernelFixture, "kernels: private variables that are dead after a barrier",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out, int which) {
      const int l = get_local_id(0);
      int pair[2] = {in[l], 3};
      const int before = pair[(pair[1] + which) & 1];
      barrier(CLK_LOCAL_MEM_FENCE);
      pair[1] = in[l + 1];
      if (before != 7) pair[1] = 0;
      out[get_global_id(0)] = before;
    })",
                              "k");
  constexpr size_t count = 96;
  std::vector<int32_t> values(count + 1);
  std::iota(values.begin(), values.end(), 0);
  const TestBuffer in = make_buffer(std::span<const int32_t>(values));
  const TestBuffer out = make_buffer(count * sizeof(int32_t));
  for (const int32_t which : {0, 1}) {
    for (const size_t local : {size_t{1}, size_t{32}, size_t{48}}) {
      CAPTURE(which, local);
      launch(kernel, Arguments().buffer(in).buffer(out).value(which), Range::linear(count, local));
      for (size_t i = 0; i < count; ++i) {
        CHECK(out.as<int32_t>()[i] == (which == 0 ? 3 : static_cast<int32_t>(i % local)));
      }
    }
  }
}

}  // namespace mux::test::barriers
