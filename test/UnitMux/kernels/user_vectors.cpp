// Kernels on vectors of every type and size, in packets of several widths and one work-item at a
// time: operations on all components, on some of them, and under conditions.

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "fixtures.h"
#include "vector_width.h"

namespace mux::test::user_vectors {

namespace {

struct Form {
  /// Code before and after the operations.
  const char *start = "";
  const char *end = "";
};

std::string source_for(const std::string &element, size_t components, const Form &form) {
  const std::string count = std::to_string(components);
  return "typedef " + element + count + " T;\nkernel void k(global " + element +
         " *to, global const " + element + " *from, global const " + element +
         " *steps, int limit) {\n  const int i = get_global_id(0);\n  T one = vload" + count +
         "(i, to);\n  const T other = vload" + count + "(i, from);\n  const T step = vload" +
         count + "(0, steps);\n  const " + element + " own = from[i];\n  " + form.start + R"(
  one = select(one * step + other, one ^ step, one < other);
  one = max(one, other >> (T)(1)) + own;
  one.s0 = one.s0 * 5 + 1;
  one.s1 -= step.s0;
  )" + form.end +
         "\n  vstore" + count + "(one, i, to);\n}";
}

template <typename T>
void check_elements(const std::string &element, KernelFixture &fixture, std::mt19937 &random) {
  constexpr size_t count = 333;
  constexpr int limit = 200;
  const Form forms[] = {{"", ""},
                        {"if (i % 3 == 1 && i < limit) {", "}"},
                        {"for (int round = 0; round < i % 4; ++round) {", "}"}};
  for (const size_t components : {2, 3, 4, 8, 16}) {
    const size_t form = random() % std::size(forms);
    std::vector<T> to(count * components);
    std::vector<T> from(count * components);
    std::vector<T> steps(components);
    for (std::vector<T> *values : {&to, &from, &steps}) {
      std::generate(values->begin(), values->end(), [&] { return static_cast<T>(random()); });
    }
    std::vector<T> expected = to;
    for (size_t i = 0; i < count; ++i) {
      const size_t rounds = form == 0 ? 1 : form == 1 ? (i % 3 == 1 && i < limit) : i % 4;
      for (size_t round = 0; round < rounds; ++round) {
        for (size_t c = 0; c < components; ++c) {
          T &one = expected[i * components + c];
          const T other = from[i * components + c];
          one = one < other ? static_cast<T>(one ^ steps[c])
                            : static_cast<T>(uint64_t{one} * steps[c] + other);
          one = static_cast<T>(std::max<T>(one, static_cast<T>(other >> 1)) + from[i]);
          one = c == 0 ? static_cast<T>(uint64_t{one} * 5 + 1) : one;
          one = c == 1 ? static_cast<T>(one - steps[0]) : one;
        }
      }
    }
    const TestBuffer from_buffer = fixture.make_buffer(std::span<const T>(from));
    const TestBuffer step_buffer = fixture.make_buffer(std::span<const T>(steps));
    const std::string source = source_for(element, components, forms[form]);
    for (const char *width : {"16", "4", "scalar"}) {
      CAPTURE(source, width);
      set_vector_width(width);
      mux_kernel_t kernel = fixture.build(source, "k");
      const TestBuffer to_buffer = fixture.make_buffer(std::span<const T>(to));
      fixture.launch(
          kernel,
          Arguments().buffer(to_buffer).buffer(from_buffer).buffer(step_buffer).value(limit),
          Range::linear(count, 100));
      CHECK(std::equal(expected.begin(), expected.end(), to_buffer.as<T>().begin()));
    }
  }
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: operations on vectors of every type", "[kernels]") {
  const KeptVectorWidth kept;
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  check_elements<uint8_t>("uchar", *this, random);
  check_elements<uint16_t>("ushort", *this, random);
  check_elements<uint32_t>("uint", *this, random);
  check_elements<uint64_t>("ulong", *this, random);
}

}  // namespace mux::test::user_vectors
