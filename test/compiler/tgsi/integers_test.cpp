// Opcodes on 32-bit integers, comparisons and conversions, compared with C++.

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

#include "opcode_table.h"

namespace mux::test::integers {
namespace {

using U = uint32_t;
using S = int32_t;

constexpr S least = std::numeric_limits<S>::min();

U low_mask(U bits) {
  return bits >= 32 ? ~0U : (1U << bits) - 1;
}

U reversed(U value) {
  U result = 0;
  for (U i = 0; i < 32; ++i) {
    result |= (value >> i & 1) << (31 - i);
  }
  return result;
}

U highest(U value) {
  return value == 0 ? ~0U : 31 - static_cast<U>(std::countl_zero(value));
}

/// Truncated, saturated, 0 for NaN.
template <class Integer, class Float>
Integer converted(Float number) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(number)) {
    return 0;
  }
  if (number <= static_cast<Float>(Limits::min())) {
    return Limits::min();
  }
  return number >= static_cast<Float>(Limits::max()) ? Limits::max() : static_cast<Integer>(number);
}

OpcodeRow float_comparison(const std::string &instruction, bool (*compare)(float, float)) {
  return words(instruction, [=](const Operands &in, size_t i) -> std::optional<U> {
    return mask_of(compare(in.number(0, i), in.number(1, i)));
  });
}

}  // namespace

TEST_CASE("arithmetic on integers is that of C++", "[tgsi]") {
  check_opcodes(
      Inputs::integers,
      {unsigned_words("UADD %r, %a, %b", [](U a, U b, U, U) { return a + b; }),
       unsigned_words("UADD %r, %a, -%b", [](U a, U b, U, U) { return a - b; }),
       unsigned_words("UMUL %r, %a, %b", [](U a, U b, U, U) { return a * b; }),
       unsigned_words("UMAD %r, %a, %b, %c", [](U a, U b, U c, U) { return a * b + c; }),
       unsigned_words("UMUL_HI %r, %a, %b",
                      [](U a, U b, U, U) { return static_cast<U>(uint64_t{a} * b >> 32); }),
       signed_words("IMUL_HI %r, %a, %b",
                    [](S a, S b, S) { return static_cast<U>(int64_t{a} * b >> 32); }),
       unsigned_words("UMIN %r, %a, %b", [](U a, U b, U, U) { return std::min(a, b); }),
       unsigned_words("UMAX %r, %a, %b", [](U a, U b, U, U) { return std::max(a, b); }),
       signed_words("IMIN %r, %a, %b", [](S a, S b, S) { return static_cast<U>(std::min(a, b)); }),
       signed_words("IMAX %r, %a, %b", [](S a, S b, S) { return static_cast<U>(std::max(a, b)); }),
       unsigned_words("INEG %r, %a", [](U a, U, U, U) { return 0 - a; }),
       signed_words("IABS %r, %a",
                    [](S a, S, S) { return a < 0 ? 0 - static_cast<U>(a) : static_cast<U>(a); }),
       signed_words("ISSG %r, %a",
                    [](S a, S, S) { return static_cast<U>(a > 0   ? 1
                                                          : a < 0 ? -1
                                                                  : 0); }),
       unsigned_words("UCMP %r, %a, %b, %c", [](U a, U b, U c, U) { return a != 0 ? b : c; })});
}

TEST_CASE("integer divisions never trap", "[tgsi]") {
  const auto defined = [](S a, S b) { return b != 0 && !(a == least && b == -1); };
  check_opcodes(
      Inputs::integers,
      {unsigned_words("UDIV %r, %a, %b", [](U a, U b, U, U) { return b == 0 ? ~0U : a / b; }),
       unsigned_words("UMOD %r, %a, %b", [](U a, U b, U, U) { return b == 0 ? ~0U : a % b; }),
       signed_words("IDIV %r, %a, %b",
                    [=](S a, S b, S) -> std::optional<U> {
                      if (b == 0) {
                        return std::nullopt;
                      }
                      return static_cast<U>(defined(a, b) ? a / b : least);
                    }),
       signed_words("MOD %r, %a, %b", [=](S a, S b, S) -> std::optional<U> {
         if (b == 0) {
           return std::nullopt;
         }
         return static_cast<U>(defined(a, b) ? a % b : 0);
       })});
}

TEST_CASE("shifts take the count modulo 32; bits are counted and moved", "[tgsi]") {
  check_opcodes(
      Inputs::integers,
      {unsigned_words("AND %r, %a, %b", [](U a, U b, U, U) { return a & b; }),
       unsigned_words("OR %r, %a, %b", [](U a, U b, U, U) { return a | b; }),
       unsigned_words("XOR %r, %a, %b", [](U a, U b, U, U) { return a ^ b; }),
       unsigned_words("NOT %r, %a", [](U a, U, U, U) { return ~a; }),
       unsigned_words("SHL %r, %a, %b", [](U a, U b, U, U) { return a << (b & 31); }),
       unsigned_words("USHR %r, %a, %b", [](U a, U b, U, U) { return a >> (b & 31); }),
       signed_words("ISHR %r, %a, %b", [](S a, S b, S) { return static_cast<U>(a >> (b & 31)); }),
       unsigned_words("BREV %r, %a", [](U a, U, U, U) { return reversed(a); }),
       unsigned_words("POPC %r, %a", [](U a, U, U, U) { return static_cast<U>(std::popcount(a)); }),
       unsigned_words(
           "LSB %r, %a",
           [](U a, U, U, U) { return a == 0 ? ~0U : static_cast<U>(std::countr_zero(a)); }),
       unsigned_words("UMSB %r, %a", [](U a, U, U, U) { return highest(a); }),
       signed_words("IMSB %r, %a",
                    [](S a, S, S) { return highest(static_cast<U>(a < 0 ? ~a : a)); })});
}

TEST_CASE("bit fields are extracted and inserted", "[tgsi]") {
  check_opcodes(Inputs::integers,
                {unsigned_words("UBFE %r, %a, %b, %d",
                                [](U a, U b, U, U d) { return a >> (b & 31) & low_mask(d); }),
                 words("IBFE %r, %a, %b, %d",
                       [](const Operands &in, size_t i) -> std::optional<U> {
                         const U bits = in.word(3, i);
                         const U shifted = static_cast<U>(in.integer(0, i) >> (in.word(1, i) & 31));
                         if (bits == 0 || bits >= 32) {
                           return bits == 0 ? 0 : shifted;
                         }
                         const U sign = 1U << (bits - 1);
                         return ((shifted & low_mask(bits)) ^ sign) - sign;
                       }),
                 unsigned_words("BFI %r, %a, %b, %c, %d", [](U a, U b, U c, U d) {
                   const U mask = low_mask(d) << (c & 31);
                   return (b << (c & 31) & mask) | (a & ~mask);
                 })});
}

TEST_CASE("comparisons give all ones or 0", "[tgsi]") {
  check_opcodes(
      Inputs::integers,
      {signed_words("ISLT %r, %a, %b", [](S a, S b, S) { return mask_of(a < b); }),
       signed_words("ISGE %r, %a, %b", [](S a, S b, S) { return mask_of(a >= b); }),
       unsigned_words("USLT %r, %a, %b", [](U a, U b, U, U) { return mask_of(a < b); }),
       unsigned_words("USGE %r, %a, %b", [](U a, U b, U, U) { return mask_of(a >= b); }),
       unsigned_words("USEQ %r, %a, %b", [](U a, U b, U, U) { return mask_of(a == b); }),
       unsigned_words("USNE %r, %a, %b", [](U a, U b, U, U) { return mask_of(a != b); })});
  check_opcodes(Inputs::floats,
                {float_comparison("FSEQ %r, %a, %b", [](float a, float b) { return a == b; }),
                 float_comparison("FSLT %r, %a, %b", [](float a, float b) { return a < b; }),
                 float_comparison("FSGE %r, %a, %b", [](float a, float b) { return a >= b; }),
                 float_comparison("FSNE %r, %a, %b", [](float a, float b) { return a != b; })});
}

TEST_CASE("conversions to integers truncate and saturate", "[tgsi]") {
  check_opcodes(Inputs::floats,
                {words("F2I %r, %a",
                       [](const Operands &in, size_t i) -> std::optional<U> {
                         return static_cast<U>(converted<S>(in.number(0, i)));
                       }),
                 words("F2U %r, %a", [](const Operands &in, size_t i) -> std::optional<U> {
                   return converted<U>(in.number(0, i));
                 })});
  check_opcodes(Inputs::integers,
                {signed_words("I2F %r, %a",
                              [](S a, S, S) { return std::bit_cast<U>(static_cast<float>(a)); }),
                 unsigned_words("U2F %r, %a", [](U a, U, U, U) {
                   return std::bit_cast<U>(static_cast<float>(a));
                 })});
}

}  // namespace mux::test::integers
