// Opcodes on 32-bit floating-point numbers, compared with C++.

#include <catch2/catch.hpp>

#include <algorithm>

#include "opcode_table.h"

namespace mux::test::floats_of_32_bits {
namespace {

float sign(float x) {
  return x > 0 ? 1.0F : x < 0 ? -1.0F : 0.0F;
}

/// A row for an instruction that saturates what `compute` returns.
OpcodeRow saturated(const char *instruction, float (*compute)(float, float)) {
  return {instruction, [compute](const Operands &in, const uint32_t *result) {
            for (size_t i = 0; i < 4; ++i) {
              const float x = compute(in.number(0, i), in.number(1, i));
              const float expected = std::fmin(std::fmax(x, 0.0F), 1.0F);
              // Zeros of different signs are equal.
              if (std::bit_cast<float>(result[i]) != expected) {
                return false;
              }
            }
            return true;
          }};
}

/// Nearest result of a computation in double.
template <double (*Function)(double)>
float exact(float x, float /*y*/) {
  return static_cast<float>(Function(x));
}

bool all_equal(const uint32_t *result, const std::array<float, 4> &expected, double ulps) {
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!agree(std::bit_cast<float>(result[i]), expected[i], ulps)) {
      return false;
    }
  }
  return true;
}

/// Whether a dot product is as near as its terms allow.
template <size_t Count>
bool is_dot_product(const Operands &in, const uint32_t *result) {
  double sum = 0;
  double magnitude = 0;
  for (size_t i = 0; i < Count; ++i) {
    const double term = double{in.number(0, i)} * in.number(1, i);
    sum += term;
    magnitude += std::abs(term);
  }
  for (size_t i = 0; i < 4; ++i) {
    const double actual = std::bit_cast<float>(result[i]);
    if (std::isfinite(sum) && magnitude < 1e38 &&
        !(std::abs(actual - sum) <= magnitude * 1e-6 + 1e-44)) {
      return false;
    }
    if (std::isnan(sum) && !std::isnan(actual)) {
      return false;
    }
  }
  return true;
}

bool is_fused_or_not(const Operands &in, const uint32_t *result) {
  for (size_t i = 0; i < 4; ++i) {
    const float a = in.number(0, i);
    const float b = in.number(1, i);
    const float c = in.number(2, i);
    const float actual = std::bit_cast<float>(result[i]);
    volatile float product = a * b;
    if (!agree(actual, std::fma(a, b, c)) && !agree(actual, product + c)) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("arithmetic on floats is that of C++", "[tgsi]") {
  using F = float;
  check_opcodes(Inputs::floats,
                {floats("MOV %r, %a", [](F a, F, F) { return a; }),
                 floats("ADD %r, %a, %b", [](F a, F b, F) { return a + b; }),
                 floats("MUL %r, %a, %b", [](F a, F b, F) { return a * b; }),
                 floats("ADD_PRECISE %r, %a, -%b", [](F a, F b, F) { return a - b; }),
                 {"MAD %r, %a, %b, %c", is_fused_or_not},
                 floats("FMA %r, %a, %b, %c", [](F a, F b, F c) { return std::fma(a, b, c); }),
                 floats(
                     "DIV %r, %a, %b", [](F a, F b, F) { return a / b; }, 2.5),
                 floats("FLR %r, %a", [](F a, F, F) { return std::floor(a); }),
                 floats("CEIL %r, %a", [](F a, F, F) { return std::ceil(a); }),
                 floats("TRUNC %r, %a", [](F a, F, F) { return std::trunc(a); }),
                 floats("ROUND %r, %a", [](F a, F, F) { return std::rint(a); }),
                 floats("FRC %r, %a",
                        [](F a, F, F) {
                          const float rest = a - std::floor(a);
                          return rest >= 1 ? std::nextafter(1.0F, 0.0F) : rest;
                        }),
                 floats("SSG %r, %a", [](F a, F, F) { return sign(a); }),
                 floats("CMP %r, %a, %b, %c", [](F a, F b, F c) { return a < 0 ? b : c; }),
                 floats("SLT %r, %a, %b", [](F a, F b, F) { return a < b ? 1.0F : 0.0F; }),
                 floats("SGE %r, %a, %b", [](F a, F b, F) { return a >= b ? 1.0F : 0.0F; }),
                 floats("SEQ %r, %a, %b", [](F a, F b, F) { return a == b ? 1.0F : 0.0F; }),
                 floats("SNE %r, %a, %b", [](F a, F b, F) { return a != b ? 1.0F : 0.0F; }),
                 floats("SGT %r, %a, %b", [](F a, F b, F) { return a > b ? 1.0F : 0.0F; }),
                 floats("SLE %r, %a, %b", [](F a, F b, F) { return a <= b ? 1.0F : 0.0F; })});
}

TEST_CASE("of an operand that is NaN, MIN and MAX return the other one", "[tgsi]") {
  const auto extremum = [](bool greater) {
    return [greater](const Operands &in, const uint32_t *result) {
      for (size_t i = 0; i < 4; ++i) {
        const float a = in.number(0, i);
        const float b = in.number(1, i);
        const float expected = greater ? std::fmax(a, b) : std::fmin(a, b);
        const float actual = std::bit_cast<float>(result[i]);
        // Zeros of different signs are equal.
        if (!(agree(actual, expected) || (actual == 0 && expected == 0))) {
          return false;
        }
      }
      return true;
    };
  };
  check_opcodes(Inputs::floats,
                {{"MIN %r, %a, %b", extremum(false)}, {"MAX %r, %a, %b", extremum(true)}});
}

TEST_CASE("modifiers negate, take absolute values and saturate", "[tgsi]") {
  using F = float;
  check_opcodes(Inputs::floats,
                {floats("MOV %r, -%a", [](F a, F, F) { return -a; }),
                 floats("MOV %r, |%a|", [](F a, F, F) { return std::abs(a); }),
                 floats("ADD %r, -|%a|, %b", [](F a, F b, F) { return -std::abs(a) + b; }),
                 saturated("MOV_SAT %r, %a", [](F a, F) { return a; }),
                 saturated("ADD_SAT %r, %a, %b", [](F a, F b) { return a + b; }),
                 saturated("MUL_SAT_PRECISE %r, %a, %b", [](F a, F b) { return a * b; })});
}

TEST_CASE("LRP interpolates", "[tgsi]") {
  check_opcodes(Inputs::floats,
                {{"LRP %r, %a, %b, %c", [](const Operands &in, const uint32_t *r) {
                    for (size_t i = 0; i < 4; ++i) {
                      const double a = in.number(0, i);
                      const double b = in.number(1, i);
                      const double c = in.number(2, i);
                      const double sum = a * b + (1 - a) * c;
                      const double bound = std::abs(a * b) + std::abs((1 - a) * c);
                      const double actual = std::bit_cast<float>(r[i]);
                      if (bound < 1e38 && !(std::abs(actual - sum) <= bound * 1e-6 + 1e-44)) {
                        return false;
                      }
                    }
                    return true;
                  }}});
}

TEST_CASE("functions of one component are replicated to all of them", "[tgsi]") {
  using F = float;
  check_opcodes(
      Inputs::floats,
      {scalar(
           "RCP %r, %a", [](F x, F) { return static_cast<F>(1.0 / x); }, 2.5),
       scalar(
           "RSQ %r, %a", [](F x, F) { return static_cast<F>(1.0 / std::sqrt(double{x})); }, 2),
       scalar("SQRT %r, %a", exact<std::sqrt>, 3), scalar("EX2 %r, %a", exact<std::exp2>, 3),
       scalar("LG2 %r, %a", exact<std::log2>, 3), scalar("SIN %r, %a", exact<std::sin>, 4),
       scalar("COS %r, %a", exact<std::cos>, 4),
       scalar(
           "POW %r, %a, %b",
           [](F x, F y) { return static_cast<F>(std::pow(double{x}, double{y})); }, 16)});
}

TEST_CASE("dot products and fixed-function forms", "[tgsi]") {
  check_opcodes(
      Inputs::floats,
      {{"DP2 %r, %a, %b", is_dot_product<2>},
       {"DP3 %r, %a, %b", is_dot_product<3>},
       {"DP4 %r, %a, %b", is_dot_product<4>},
       {"DST %r, %a, %b",
        [](const Operands &in, const uint32_t *r) {
          return all_equal(
              r, {1, in.number(0, 1) * in.number(1, 1), in.number(0, 2), in.number(1, 3)}, 0);
        }},
       {"LIT %r, %a",
        [](const Operands &in, const uint32_t *r) {
          const float x = in.number(0, 0);
          const float y = std::fmax(in.number(0, 1), 0.0F);
          const float w = std::fmin(std::fmax(in.number(0, 3), -128.0F), 128.0F);
          const float power = static_cast<float>(std::pow(double{y}, double{w}));
          return all_equal(r, {1, x > 0 ? x : 0.0F, x > 0 ? power : 0, 1}, 16);
        }},
       {"EXP %r, %a",
        [](const Operands &in, const uint32_t *r) {
          const float x = in.number(0, 0);
          return all_equal(r,
                           {static_cast<float>(std::exp2(std::floor(double{x}))), x - std::floor(x),
                            static_cast<float>(std::exp2(double{x})), 1},
                           3);
        }},
       {"LOG %r, %a", [](const Operands &in, const uint32_t *r) {
          const float x = std::abs(in.number(0, 0));
          const auto logarithm = static_cast<float>(std::log2(double{x}));
          const float floor = std::bit_cast<float>(r[0]);
          if (!agree(floor, std::logb(x))) {
            return false;
          }
          const auto mantissa = static_cast<float>(x / std::exp2(double{floor}));
          return agree(std::bit_cast<float>(r[2]), logarithm, 3) &&
                 (x < 1e-37F || agree(std::bit_cast<float>(r[1]), mantissa, 8)) &&
                 std::bit_cast<float>(r[3]) == 1;
        }}});
}

TEST_CASE("LDEXP scales by a power of two", "[tgsi]") {
  check_opcodes(
      Inputs::integers,
      {words("LDEXP %r, %a, %b", [](const Operands &in, size_t i) -> std::optional<uint32_t> {
        const float number = in.number(0, i);
        if (std::isnan(number)) {
          return std::nullopt;
        }
        return std::bit_cast<uint32_t>(std::ldexp(number, in.integer(1, i)));
      })});
}

}  // namespace mux::test::floats_of_32_bits
