// Operations of the processor: the same bits with every strategy.

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernel_runner.h"
#include "vector_width.h"

namespace mux::compiler::test {

namespace {

constexpr const char *functions[] = {"exp",   "exp2",  "exp10", "log",  "log2",
                                     "log10", "log1p", "sinh",  "cosh", "asinh",
                                     "acosh", "atanh", "rsqrt", "pow",  "loop"};

std::unique_ptr<Program> load_with(const char *width) {
  const mux::test::KeptVectorWidth kept;
  mux::test::set_vector_width(width);
  return load(read_binary("operations.O2.bc"));
}

/// All exponents and signs, and boundaries of tables.
std::vector<float> numbers() {
  std::vector<float> result;
  const auto add = [&result](uint32_t bits) {
    float number = 0;
    std::memcpy(&number, &bits, sizeof(number));
    result.push_back(number);
  };
  std::mt19937 random(5);
  for (uint32_t leading = 0; leading < 1U << 13; ++leading) {
    add(leading << 19);
    add((leading << 19) + 1);
    add((leading << 19) - 1);
    add(leading << 19 | random() >> 13);
  }
  for (int i = 0; i < 1 << 15; ++i) {
    result.push_back(std::ldexp(static_cast<float>(random()), -27 - i % 9) *
                     (i % 2 == 0 ? 1.0F : -1.0F));
  }
  return result;
}

bool same(float a, float b) {
  return std::memcmp(&a, &b, sizeof(a)) == 0 || (std::isnan(a) && std::isnan(b));
}

}  // namespace

TEST_CASE("functions that use processor operations have the same results in packets of all widths",
          "[operations]") {
  std::vector<float> x = numbers();
  const Range range{.global = {x.size(), 1, 1}, .local = {64, 1, 1}, .dimensions = 1};
  const std::unique_ptr<Program> scalar = load_with("scalar");
  for (const char *width : {"auto", "loops", "2", "4", "8", "16", "32"}) {
    const std::unique_ptr<Program> packets = load_with(width);
    for (const char *function : functions) {
      const std::string kernel = std::string(function) + "_of";
      std::vector<float> expected(x.size());
      std::vector<float> found(x.size());
      Call(*scalar, kernel).buffer(expected).buffer(x).run(range);
      Call(*packets, kernel).buffer(found).buffer(x).run(range);
      size_t wrong = 0;
      size_t last = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        if (!same(expected[i], found[i])) {
          ++wrong;
          last = i;
        }
      }
      INFO(kernel << " at width " << width << " of " << x[last] << ": " << found[last]
                  << " instead of " << expected[last]);
      CHECK(wrong == 0);
    }
  }
}

}  // namespace mux::compiler::test
