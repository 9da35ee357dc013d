// Opcodes on double and 64-bit integers, compared with C++.

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

#include "opcode_table.h"

namespace mux::test::wide_numbers {
namespace {

using D = double;
using U = uint64_t;
using S = int64_t;

constexpr S least = std::numeric_limits<S>::min();

U wide_result(const uint32_t *result, size_t pair) {
  return result[2 * pair] | U{result[2 * pair + 1]} << 32;
}

template <class Function>
OpcodeRow doubles(const std::string &instruction, Function function, double ulps = 0) {
  return {instruction, [=](const Operands &in, const uint32_t *result) {
            for (size_t pair = 0; pair < 2; ++pair) {
              const D expected = function(in.wide_number(0, pair), in.wide_number(1, pair),
                                          in.wide_number(2, pair));
              if (!agree(std::bit_cast<D>(wide_result(result, pair)), expected, ulps)) {
                return false;
              }
            }
            return true;
          }};
}

template <class Function>
OpcodeRow longs(const std::string &instruction, Function function) {
  return {instruction, [=](const Operands &in, const uint32_t *result) {
            for (size_t pair = 0; pair < 2; ++pair) {
              const std::optional<U> expected = function(in.wide(0, pair), in.wide(1, pair));
              if (expected && wide_result(result, pair) != *expected) {
                return false;
              }
            }
            return true;
          }};
}

/// The results of tests are in x and z.
template <class Function>
OpcodeRow tests(const std::string &instruction, Function function) {
  return {instruction, [=](const Operands &in, const uint32_t *result) {
            return result[0] == mask_of(function(in, 0)) && result[2] == mask_of(function(in, 1)) &&
                   result[1] == 0 && result[3] == 0;
          }};
}

/// Of doubles; the results are in x and y.
template <class Function>
OpcodeRow narrowed(const std::string &instruction, Function function) {
  return {instruction, [=](const Operands &in, const uint32_t *result) {
            return result[0] == function(in, 0) && result[1] == function(in, 1);
          }};
}

template <class Integer>
Integer truncated(D number) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(number)) {
    return 0;
  }
  if (number <= static_cast<D>(Limits::min())) {
    return Limits::min();
  }
  return number >= static_cast<D>(Limits::max()) ? Limits::max() : static_cast<Integer>(number);
}

bool defined(S a, S b) {
  return b != 0 && !(a == least && b == -1);
}

}  // namespace

TEST_CASE("arithmetic on doubles is that of C++", "[tgsi]") {
  check_opcodes(Inputs::doubles,
                {doubles("DADD %r, %a, %b", [](D a, D b, D) { return a + b; }),
                 doubles("DADD %r, %a, -%b", [](D a, D b, D) { return a - b; }),
                 doubles("DMUL %r, %a, %b", [](D a, D b, D) { return a * b; }),
                 doubles("DDIV %r, %a, %b", [](D a, D b, D) { return a / b; }),
                 doubles("DFMA %r, %a, %b, %c", [](D a, D b, D c) { return std::fma(a, b, c); }),
                 doubles("DABS %r, %a", [](D a, D, D) { return std::abs(a); }),
                 doubles("DNEG %r, %a", [](D a, D, D) { return -a; }),
                 doubles("DRCP %r, %a", [](D a, D, D) { return 1 / a; }),
                 doubles(
                     "DRSQ %r, %a", [](D a, D, D) { return 1 / std::sqrt(a); }, 2),
                 doubles("DSQRT %r, %a", [](D a, D, D) { return std::sqrt(a); }),
                 doubles("DTRUNC %r, %a", [](D a, D, D) { return std::trunc(a); }),
                 doubles("DCEIL %r, %a", [](D a, D, D) { return std::ceil(a); }),
                 doubles("DFLR %r, %a", [](D a, D, D) { return std::floor(a); }),
                 doubles("DROUND %r, %a", [](D a, D, D) { return std::rint(a); }),
                 doubles("DFRAC %r, %a",
                         [](D a, D, D) {
                           const D rest = a - std::floor(a);
                           return rest >= 1 ? std::nextafter(1.0, 0.0) : rest;
                         }),
                 doubles("DSSG %r, %a", [](D a, D, D) { return a > 0   ? 1.0
                                                               : a < 0 ? -1.0
                                                                       : 0.0; }),
                 {"DMAD %r, %a, %b, %c", [](const Operands &in, const uint32_t *result) {
                    for (size_t pair = 0; pair < 2; ++pair) {
                      const D a = in.wide_number(0, pair);
                      const D b = in.wide_number(1, pair);
                      const D c = in.wide_number(2, pair);
                      volatile D product = a * b;
                      const D actual = std::bit_cast<D>(wide_result(result, pair));
                      if (!agree(actual, std::fma(a, b, c)) && !agree(actual, product + c)) {
                        return false;
                      }
                    }
                    return true;
                  }}});
}

TEST_CASE("extrema of doubles are never NaN if one operand is a number", "[tgsi]") {
  const auto extremum = [](bool greater) {
    return [greater](const Operands &in, const uint32_t *result) {
      for (size_t pair = 0; pair < 2; ++pair) {
        const D a = in.wide_number(0, pair);
        const D b = in.wide_number(1, pair);
        const D expected = greater ? std::fmax(a, b) : std::fmin(a, b);
        const D actual = std::bit_cast<D>(wide_result(result, pair));
        if (!agree(actual, expected) && !(actual == 0 && expected == 0)) {
          return false;
        }
      }
      return true;
    };
  };
  check_opcodes(Inputs::doubles,
                {{"DMIN %r, %a, %b", extremum(false)}, {"DMAX %r, %a, %b", extremum(true)}});
}

TEST_CASE("tests of 64-bit values have their results in x and z", "[tgsi]") {
  const auto numbers = [](auto compare) {
    return [=](const Operands &in, size_t pair) {
      return compare(in.wide_number(0, pair), in.wide_number(1, pair));
    };
  };
  const auto integers = [](auto compare) {
    return [=](const Operands &in, size_t pair) {
      return compare(in.wide(0, pair), in.wide(1, pair));
    };
  };
  check_opcodes(Inputs::doubles,
                {tests("DSEQ %r, %a, %b", numbers([](D a, D b) { return a == b; })),
                 tests("DSNE %r, %a, %b", numbers([](D a, D b) { return a != b; })),
                 tests("DSLT %r, %a, %b", numbers([](D a, D b) { return a < b; })),
                 tests("DSGE %r, %a, %b", numbers([](D a, D b) { return a >= b; })),
                 tests("U64SEQ %r, %a, %b", integers([](U a, U b) { return a == b; })),
                 tests("U64SNE %r, %a, %b", integers([](U a, U b) { return a != b; })),
                 tests("U64SLT %r, %a, %b", integers([](U a, U b) { return a < b; })),
                 tests("U64SGE %r, %a, %b", integers([](U a, U b) { return a >= b; })),
                 tests("I64SLT %r, %a, %b",
                       integers([](U a, U b) { return static_cast<S>(a) < static_cast<S>(b); })),
                 tests("I64SGE %r, %a, %b",
                       integers([](U a, U b) { return static_cast<S>(a) >= static_cast<S>(b); }))});
}

TEST_CASE("conversions from doubles have their results in x and y", "[tgsi]") {
  check_opcodes(
      Inputs::doubles,
      {{"D2F %r, %a",
        [](const Operands &in, const uint32_t *result) {
          return agree(std::bit_cast<float>(result[0]), static_cast<float>(in.wide_number(0, 0))) &&
                 agree(std::bit_cast<float>(result[1]), static_cast<float>(in.wide_number(0, 1)));
        }},
       narrowed("D2I %r, %a",
                [](const Operands &in, size_t pair) {
                  return static_cast<uint32_t>(truncated<int32_t>(in.wide_number(0, pair)));
                }),
       narrowed("D2U %r, %a", [](const Operands &in, size_t pair) {
         return truncated<uint32_t>(in.wide_number(0, pair));
       })});
}

TEST_CASE("conversions to doubles take x and y", "[tgsi]") {
  const auto row = [](const std::string &instruction, auto function) {
    return OpcodeRow{instruction, [=](const Operands &in, const uint32_t *result) {
                       return wide_result(result, 0) == std::bit_cast<U>(function(in, 0)) &&
                              wide_result(result, 1) == std::bit_cast<U>(function(in, 1));
                     }};
  };
  check_opcodes(
      Inputs::integers,
      {row("I2D %r, %a", [](const Operands &in, size_t i) { return D{in.integer(0, i) * 1.0}; }),
       row("U2D %r, %a", [](const Operands &in, size_t i) { return D{in.word(0, i) * 1.0}; }),
       row("I2I64 %r, %a", [](const Operands &in, size_t i) { return S{in.integer(0, i)}; }),
       row("U2I64 %r, %a", [](const Operands &in, size_t i) { return U{in.word(0, i)}; })});
  check_opcodes(Inputs::floats,
                {{"F2D %r, %a", [](const Operands &in, const uint32_t *result) {
                    return agree(std::bit_cast<D>(wide_result(result, 0)), D{in.number(0, 0)}) &&
                           agree(std::bit_cast<D>(wide_result(result, 1)), D{in.number(0, 1)});
                  }}});
}

TEST_CASE("64-bit integers are computed with as in C++", "[tgsi]") {
  check_opcodes(
      Inputs::doubles,
      {longs("U64ADD %r, %a, %b", [](U a, U b) { return a + b; }),
       longs("U64MUL %r, %a, %b", [](U a, U b) { return a * b; }),
       longs("U64MIN %r, %a, %b", [](U a, U b) { return std::min(a, b); }),
       longs("U64MAX %r, %a, %b", [](U a, U b) { return std::max(a, b); }),
       longs(
           "I64MIN %r, %a, %b",
           [](U a, U b) { return static_cast<U>(std::min(static_cast<S>(a), static_cast<S>(b))); }),
       longs(
           "I64MAX %r, %a, %b",
           [](U a, U b) { return static_cast<U>(std::max(static_cast<S>(a), static_cast<S>(b))); }),
       longs("I64ABS %r, %a", [](U a, U) { return static_cast<S>(a) < 0 ? 0 - a : a; }),
       longs("I64NEG %r, %a", [](U a, U) { return 0 - a; }),
       longs("I64SSG %r, %a",
             [](U a, U) {
               return static_cast<U>((static_cast<S>(a) > 0) - (static_cast<S>(a) < 0));
             }),
       longs("U64DIV %r, %a, %b", [](U a, U b) { return b == 0 ? ~U{0} : a / b; }),
       longs("U64MOD %r, %a, %b", [](U a, U b) { return b == 0 ? ~U{0} : a % b; }),
       longs("I64DIV %r, %a, %b",
             [](U a, U b) -> std::optional<U> {
               const auto x = static_cast<S>(a);
               const auto y = static_cast<S>(b);
               return defined(x, y) ? std::optional<U>(static_cast<U>(x / y)) : std::nullopt;
             }),
       longs("I64MOD %r, %a, %b",
             [](U a, U b) -> std::optional<U> {
               const auto x = static_cast<S>(a);
               const auto y = static_cast<S>(b);
               return defined(x, y) ? std::optional<U>(static_cast<U>(x % y)) : std::nullopt;
             }),
       longs("D2I64 %r, %a",
             [](U a, U) { return static_cast<U>(truncated<S>(std::bit_cast<D>(a))); }),
       longs("D2U64 %r, %a", [](U a, U) { return truncated<U>(std::bit_cast<D>(a)); }),
       longs("I642D %r, %a",
             [](U a, U) { return std::bit_cast<U>(static_cast<D>(static_cast<S>(a))); }),
       longs("U642D %r, %a", [](U a, U) { return std::bit_cast<U>(static_cast<D>(a)); }),
       narrowed("I642F %r, %a",
                [](const Operands &in, size_t pair) {
                  return std::bit_cast<uint32_t>(
                      static_cast<float>(static_cast<S>(in.wide(0, pair))));
                }),
       narrowed("U642F %r, %a", [](const Operands &in, size_t pair) {
         return std::bit_cast<uint32_t>(static_cast<float>(in.wide(0, pair)));
       })});
}

}  // namespace mux::test::wide_numbers
