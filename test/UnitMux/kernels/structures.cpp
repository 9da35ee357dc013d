// Structures of all sizes at random indices, in packets of every width and one work-item at a time.

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "fixtures.h"
#include "vector_width.h"

namespace mux::test::structures {

namespace {

struct Element {
  const char *name;
  size_t size;
};

// Bits are combined, so types of the same size have the same results.
std::string source_for(const Element &element, size_t components, bool masked) {
  const std::string type = element.name + std::to_string(components);
  const std::string memory = "(p, i) vload" + std::to_string(components) + "(i, p)\n";
  return "typedef " + type + " T;\n#define READ" + memory + "kernel void k(global const " +
         element.name + " *from, global const int *places, global " + element.name +
         R"( *to, int limit) {
      const int i = get_global_id(0), place = places[i];
      T v = READ(from, place);
      )" +
         (masked ? "if (place < limit) " : "") + "v ^= READ(from, place + 1);\nvstore" +
         std::to_string(components) + "(v, i, to);\n}";
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: structures at random indices", "[kernels]") {
  const KeptVectorWidth kept;
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr size_t count = 300;
  constexpr int structures = 50;
  constexpr int limit = 20;
  std::vector<int> places(count);
  for (int &place : places) {
    place = static_cast<int>(random() % (structures - 1));
  }
  const TestBuffer place_buffer = make_buffer(std::span<const int>(places));
  for (const Element &element :
       {Element{"uchar", 1}, Element{"ushort", 2}, Element{"uint", 4}, Element{"ulong", 8}}) {
    for (const size_t components : {2, 3, 4, 8, 16}) {
      const bool masked = random() % 2 == 0;
      const size_t size = element.size * components;
      std::vector<uint8_t> from(structures * size);
      std::generate(from.begin(), from.end(), [&] { return static_cast<uint8_t>(random()); });
      std::vector<uint8_t> expected(count * size);
      for (size_t i = 0; i < count; ++i) {
        const size_t place = static_cast<size_t>(places[i]) * size;
        for (size_t byte = 0; byte < size; ++byte) {
          const uint8_t other = masked && places[i] >= limit ? 0 : from[place + size + byte];
          expected[i * size + byte] = from[place + byte] ^ other;
        }
      }
      const TestBuffer from_buffer = make_buffer(std::span<const uint8_t>(from));
      const std::string source = source_for(element, components, masked);
      for (const char *width : {"16", "4", "scalar"}) {
        CAPTURE(source, width);
        set_vector_width(width);
        mux_kernel_t kernel = build(source, "k");
        const TestBuffer to_buffer = make_buffer(expected.size());
        launch(kernel,
               Arguments().buffer(from_buffer).buffer(place_buffer).buffer(to_buffer).value(limit),
               Range::linear(count, 100));
        CHECK(std::equal(expected.begin(), expected.end(), to_buffer.as<uint8_t>().begin()));
      }
    }
  }
}

}  // namespace mux::test::structures
