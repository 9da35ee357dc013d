// Vectors of every width, swizzles, structs by value and in buffers, constants, many arguments.

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>
#include <sstream>
#include <string>

#include "fixtures.h"

namespace mux::test::types {

TEST_CASE_METHOD(KernelFixture, "kernels: vectors of every type and width", "[kernels]") {
  // `out = (a + b) * a - b / 2`, element by element, on whole vectors loaded and stored.
  const char *source = R"(
    kernel void k(global const T *a, global const T *b, global T *out) {
      size_t i = get_global_id(0);
      T x = a[i], y = b[i];
      out[i] = (x + y) * x - y / (T)(2);
    })";
  const auto check = [&](auto zero, const char *type) {
    using Element = decltype(zero);
    for (const int width : {2, 4, 8, 16}) {
      std::ostringstream definition;
      definition << "-DT=" << type << width;
      const std::string option = definition.str();
      CAPTURE(option);
      mux_kernel_t kernel = build(source, "k", option.c_str());
      const size_t count = size_t{10} * static_cast<size_t>(width);
      std::vector<Element> a(count);
      std::vector<Element> b(count);
      for (size_t i = 0; i < count; ++i) {
        a[i] = static_cast<Element>(i % 50);
        b[i] = static_cast<Element>(i * 3 % 41);
      }
      const TestBuffer a_buffer = make_buffer(std::span<const Element>(a));
      const TestBuffer b_buffer = make_buffer(std::span<const Element>(b));
      const TestBuffer out = make_buffer(count * sizeof(Element));
      launch(kernel, Arguments().buffer(a_buffer).buffer(b_buffer).buffer(out),
             Range::linear(10, 5));
      size_t wrong = 0;
      for (size_t i = 0; i < count; ++i) {
        wrong += out.as<Element>()[i] !=
                 static_cast<Element>((a[i] + b[i]) * a[i] - b[i] / static_cast<Element>(2));
      }
      CHECK(wrong == 0);
    }
  };
  check(int8_t{}, "char");
  check(uint8_t{}, "uchar");
  check(int16_t{}, "short");
  check(uint16_t{}, "ushort");
  check(int32_t{}, "int");
  check(uint32_t{}, "uint");
  check(int64_t{}, "long");
  check(uint64_t{}, "ulong");
  check(float{}, "float");
  check(double{}, "double");
}

TEST_CASE_METHOD(KernelFixture, "kernels: vectors of three elements have the size of four",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const float3 *in, global float3 *out, global float *packed, float3 add) {
      size_t i = get_global_id(0);
      float3 v = in[i] * 2.0f + add;
      out[i] = v.zxy;
      vstore3(v, i, packed);
    })",
                              "k");
  std::vector<float> values(8 * 4);
  std::iota(values.begin(), values.end(), 0.0F);
  const TestBuffer in = make_buffer(std::span<const float>(values));
  const TestBuffer out = make_buffer(values.size() * sizeof(float));
  const TestBuffer packed = make_buffer(size_t{8} * 3 * sizeof(float));
  const std::array<float, 4> add = {100, 200, 300, 0};
  launch(kernel, Arguments().buffer(in).buffer(out).buffer(packed).value(add), Range::linear(8, 4));
  for (size_t i = 0; i < 8; ++i) {
    float v[3];
    for (size_t j = 0; j < 3; ++j) {
      v[j] = values[i * 4 + j] * 2 + add[j];
      CHECK(packed.as<float>()[i * 3 + j] == v[j]);
    }
    CHECK(out.as<float>()[i * 4] == v[2]);
    CHECK(out.as<float>()[i * 4 + 1] == v[0]);
    CHECK(out.as<float>()[i * 4 + 2] == v[1]);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: swizzles, halves, odd and even, element access",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *out, int8 v) {
      int4 lo = v.lo, hi = v.hi;
      int4 odd = v.odd, even = v.even;
      int4 turned = lo.wzyx;
      int2 pair = v.s70;
      int8 mixed = (int8)(lo.xy, 50, turned.z, pair, 60, v.s3);
      mixed.s26 = hi.xw;
      mixed.hi.x += 1000;
      int4 picked = v.s1 > 0 ? odd : even;
      int4 chosen = select(odd, even, (int4)(0, -1, 0, -1));
      int4 compared = (odd > even) & (int4)(1);
      vstore8(mixed, 0, out);
      vstore4(picked, 2, out);
      vstore4(chosen, 3, out);
      vstore4(compared, 4, out);
      out[20] = any(odd == even) + all(odd > even) * 10;
      out[21] = shuffle(lo, (uint4)(3, 3, 0, 1)).y;
      out[22] = shuffle2(lo, hi, (uint4)(7, 0, 4, 3)).x;
      int4 indexed = lo;
      for (int i = 0; i < 4; ++i) ((int *)&indexed)[i] *= 2;
      out[23] = indexed.w;
    })",
                              "k");
  const std::array<int, 8> v = {1, 2, 3, 4, 5, 6, 7, 8};
  const TestBuffer out = make_buffer(24 * sizeof(int));
  launch(kernel, Arguments().buffer(out).value(v), Range::linear(1, 1));
  const int expected[] = {1, 2, 5, 2, 1008, 1, 8, 4, 2,  4, 6, 8,
                          2, 3, 6, 7, 1,    1, 1, 1, 10, 4, 8, 8};
  for (size_t i = 0; i < 24; ++i) {
    CAPTURE(i);
    CHECK(out.as<int>()[i] == expected[i]);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: structs by value and in buffers, laid out as in C",
                 "[kernels]") {
  struct Inner {
    int8_t tag;
    int16_t number;
    double weight;
  };
  struct alignas(16) Outer {
    uint8_t first;
    alignas(16) float vector[4];
    Inner parts[3];
    int64_t big;
    uint8_t last;
  };
  mux_kernel_t kernel = build(R"(
    typedef struct { char tag; short number; double weight; } inner;
    typedef struct { uchar first; float4 vector; inner parts[3]; long big; uchar last; } outer;
    outer change(outer o, int by) {
      o.big += by;
      for (int i = 0; i < 3; ++i) {
        o.parts[i].tag += i;
        o.parts[i].number *= 2;
        o.parts[i].weight += 0.5;
      }
      return o;
    }
    kernel void k(outer value, global outer *many, global ulong *size, char small) {
      size_t i = get_global_id(0);
      if (i == 0) *size = sizeof(outer);
      outer o = change(value, (int)i);
      o.vector.y = many[i].vector.y * 2;
      o.first = small;
      o.last = many[i].last + 1;
      many[i] = o;
    })",
                              "k");
  Outer value{};
  value.first = 3;
  for (int i = 0; i < 4; ++i) {
    value.vector[i] = static_cast<float>(i) + 0.25F;
  }
  for (int i = 0; i < 3; ++i) {
    value.parts[i] = {static_cast<int8_t>(i * 10), static_cast<int16_t>(i * 100), i * 1.5};
  }
  value.big = int64_t{1} << 40;
  value.last = 9;
  constexpr size_t count = 20;
  const TestBuffer many = make_buffer(count * sizeof(Outer));
  for (size_t i = 0; i < count; ++i) {
    many.as<Outer>()[i].vector[1] = static_cast<float>(i);
    many.as<Outer>()[i].last = static_cast<uint8_t>(i);
  }
  const TestBuffer size = make_buffer(8);
  launch(kernel, Arguments().value(value).buffer(many).buffer(size).value(int8_t{-5}),
         Range::linear(count, 6));
  CHECK(size.as<uint64_t>()[0] == sizeof(Outer));
  for (size_t i = 0; i < count; ++i) {
    const Outer &outer = many.as<Outer>()[i];
    CHECK(outer.first == 251);
    CHECK(outer.vector[0] == 0.25F);
    CHECK(outer.vector[1] == static_cast<float>(i) * 2);
    CHECK(outer.big == (int64_t{1} << 40) + static_cast<int64_t>(i));
    CHECK(outer.last == i + 1);
    for (int j = 0; j < 3; ++j) {
      CHECK(outer.parts[j].tag == j * 11);
      CHECK(outer.parts[j].number == j * 200);
      CHECK(outer.parts[j].weight == j * 1.5 + 0.5);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: packed structs, unions and bit-fields of a byte array",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    typedef struct __attribute__((packed)) { char a; int b; short c; } packed;
    typedef union { uint word; uchar bytes[4]; float number; } both;
    kernel void k(global packed *p, packed by_value, global uint *out) {
      size_t i = get_global_id(0);
      p[i].b = by_value.b + (int)i;
      p[i].c = by_value.c;
      both b;
      b.number = 1.0f;
      out[i] = b.word + b.bytes[3] + sizeof(packed);
    })",
                              "k");
  struct __attribute__((packed)) Packed {
    int8_t a;
    int32_t b;
    int16_t c;
  };
  static_assert(sizeof(Packed) == 7);
  const TestBuffer p = make_buffer(10 * sizeof(Packed));
  const TestBuffer out = make_buffer(10 * sizeof(uint32_t));
  launch(kernel, Arguments().buffer(p).value(Packed{1, 1000000, -7}).buffer(out),
         Range::linear(10, 3));
  for (size_t i = 0; i < 10; ++i) {
    Packed seen;
    std::memcpy(&seen, p.bytes.data() + i * sizeof(Packed), sizeof(seen));
    // Copies: an assertion takes references, which packed members are not aligned for.
    CHECK(int32_t{seen.b} == 1000000 + static_cast<int>(i));
    CHECK(int16_t{seen.c} == -7);
    CHECK(out.as<uint32_t>()[i] == 0x3f800000U + 0x3f + 7);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: program-scope constants", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    typedef struct { int key; float2 value; } entry;
    constant int table[2][3] = {{1, 2, 3}, {10, 20, 30}};
    constant entry entries[] = {{7, (float2)(0.5f, 1.5f)}, {8, (float2)(2.5f, 3.5f)}};
    constant char text[] = "constant";
    constant float scale = 4.0f;
    constant int *constant chosen = &table[1][0];
    int look(constant int *row, int at) { return row[at]; }
    kernel void k(global int *out, constant int *passed) {
      int i = get_global_id(0);
      out[i] = look(table[i % 2], i % 3) * 1000 + entries[i % 2].key * 100 + text[i % 8] +
               (int)(entries[i % 2].value.y * scale) + chosen[i % 3] * 100000 + passed[i] * 10000000;
    })",
                              "k");
  std::vector<int> passed(24);
  std::iota(passed.begin(), passed.end(), 0);
  const TestBuffer passed_buffer = make_buffer(std::span<const int>(passed));
  const TestBuffer out = make_buffer(24 * sizeof(int));
  launch(kernel, Arguments().buffer(out).buffer(passed_buffer), Range::linear(24, 8));
  const int table[2][3] = {{1, 2, 3}, {10, 20, 30}};
  const int keys[] = {7, 8};
  const float values[] = {1.5F, 3.5F};
  const char text[] = "constant";
  for (int i = 0; i < 24; ++i) {
    CHECK(out.as<int>()[i] == table[i % 2][i % 3] * 1000 + keys[i % 2] * 100 + text[i % 8] +
                                  static_cast<int>(values[i % 2] * 4) + table[1][i % 3] * 100000 +
                                  i * 10000000);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: bytes and shorts in tables, also at odd addresses",
                 "[kernels]") {
  // The tables begin at each offset within 32 bits; work-items beyond them do not read.
  mux_kernel_t kernel = build(R"(
    constant uchar fixed[7] = {3, 1, 4, 1, 5, 9, 2};
    kernel void k(global const uint *where, global const uchar *bytes, global const short *shorts,
                  uint skip, uint size, global int *out) {
      local uchar shared[64];
      uint i = get_global_id(0), l = get_local_id(0);
      uchar own[9];
      for (uint j = 0; j < 9; ++j) own[j] = (uchar)(where[i] >> j);
      for (uint j = l; j < 64; j += get_local_size(0)) shared[j] = (uchar)(j * 5);
      barrier(CLK_LOCAL_MEM_FENCE);
      uint w = where[i];
      int sum = fixed[w % 7] + 2 * own[w % 9] + 3 * shared[w % 64];
      global const uchar *from = bytes + skip;
      if (w < size) sum += 1000 * (char)from[w] + 60000 * (shorts + skip)[w];
      ulong far = (ulong)w * 3 % size;
      out[i] = sum + (from[far] << 4);
    })",
                              "k");
  constexpr uint32_t items = 131;
  constexpr uint32_t size = 90;
  std::vector<uint32_t> where(items);
  std::vector<uint8_t> bytes(size + 4);
  std::vector<int16_t> shorts(size + 4);
  for (uint32_t i = 0; i < items; ++i) {
    where[i] = i * 2654435761U % (2 * size);
  }
  for (uint32_t i = 0; i < size + 4; ++i) {
    bytes[i] = static_cast<uint8_t>(i * 37 + 101);
    shorts[i] = static_cast<int16_t>(i * 1237 - 30000);
  }
  const TestBuffer where_buffer = make_buffer(std::span<const uint32_t>(where));
  const TestBuffer bytes_buffer = make_buffer(std::span<const uint8_t>(bytes));
  const TestBuffer shorts_buffer = make_buffer(std::span<const int16_t>(shorts));
  const TestBuffer out = make_buffer(items * sizeof(int32_t));
  const uint32_t skip = GENERATE(0U, 1U, 2U, 3U);
  launch(kernel,
         Arguments()
             .buffer(where_buffer)
             .buffer(bytes_buffer)
             .buffer(shorts_buffer)
             .value(skip)
             .value(size)
             .buffer(out),
         Range::linear(items, items));
  constexpr int fixed[] = {3, 1, 4, 1, 5, 9, 2};
  for (uint32_t i = 0; i < items; ++i) {
    const uint32_t w = where[i];
    int expected =
        fixed[w % 7] + 2 * static_cast<uint8_t>(w >> w % 9) + 3 * static_cast<uint8_t>(w % 64 * 5);
    if (w < size) {
      expected += 1000 * static_cast<int8_t>(bytes[skip + w]) + 60000 * shorts[skip + w];
    }
    expected += bytes[skip + w * 3 % size] << 4;
    CHECK(out.as<int32_t>()[i] == expected);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: many arguments of every kind", "[kernels]") {
  const char *types[] = {"char",  "short",  "int",   "long",
                         "float", "double", "uchar", "global int *"};
  std::ostringstream parameters;
  std::ostringstream sum;
  for (int i = 0; i < 120; ++i) {
    parameters << ", " << types[i % 8] << " a" << i;
    sum << (i % 8 == 7 ? " + *a" : " + a") << i << " * " << i + 1;
  }
  std::ostringstream source;
  source << "kernel void k(global long *out" << parameters.str() << ") { out[get_global_id(0)] = 0"
         << sum.str() << "; }";
  mux_kernel_t kernel = build(source.str(), "k");
  const TestBuffer out = make_buffer(3 * sizeof(int64_t));
  Arguments arguments;
  arguments.buffer(out);
  int64_t expected = 0;
  for (int i = 0; i < 120; ++i) {
    switch (i % 8) {
      case 0:
        arguments.value(static_cast<int8_t>(i - 60));
        break;
      case 1:
        arguments.value(static_cast<int16_t>(i - 60));
        break;
      case 2:
        arguments.value(i - 60);
        break;
      case 3:
        arguments.value(static_cast<int64_t>(i - 60));
        break;
      case 4:
        arguments.value(static_cast<float>(i - 60));
        break;
      case 5:
        arguments.value(static_cast<double>(i - 60));
        break;
      case 6:
        arguments.value(static_cast<uint8_t>(i));
        break;
      default: {
        const TestBuffer number = make_buffer(sizeof(int));
        number.as<int>()[0] = i - 60;
        arguments.buffer(number);
      }
    }
    expected += (i % 8 == 6 ? i : i - 60) * (i + 1);
  }
  launch(kernel, arguments, Range::linear(3, 2));
  for (const int64_t value : out.as<int64_t>()) {
    CHECK(value == expected);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: many kernels in a file", "[kernels][names]") {
  std::ostringstream source;
  for (int i = 0; i < 60; ++i) {
    source << "kernel void k" << i << "(global int *out) { out[" << i << "] = " << i * i << "; }\n";
  }
  mux_executable_t executable = load(compile(source.str()));
  const TestBuffer out = make_buffer(60 * sizeof(int));
  Arguments arguments;
  arguments.buffer(out);
  for (int i = 0; i < 60; ++i) {
    const std::string name = std::string("k").append(std::to_string(i));
    REQUIRE(record(command_buffer, make_kernel(executable, name.c_str()), arguments,
                   Range::linear(1, 1)) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  for (int i = 0; i < 60; ++i) {
    CHECK(out.as<int>()[i] == i * i);
  }
}

}  // namespace mux::test::types
