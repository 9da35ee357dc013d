/// @file
/// Opcodes compared with C++: one shader computes the results of a list of instructions for each
/// work-item, from four vectors of words.

#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mux::test {

/// The sources %a, %b, %c and %d of a work-item.
struct Operands {
  std::array<const uint32_t *, 4> words;

  float number(size_t source, size_t component) const {
    return std::bit_cast<float>(words[source][component]);
  }
  uint32_t word(size_t source, size_t component) const { return words[source][component]; }
  int32_t integer(size_t source, size_t component) const {
    return static_cast<int32_t>(word(source, component));
  }
  /// The 64 bits of a pair of components.
  uint64_t wide(size_t source, size_t pair) const {
    return word(source, 2 * pair) | uint64_t{word(source, 2 * pair + 1)} << 32;
  }
  double wide_number(size_t source, size_t pair) const {
    return std::bit_cast<double>(wide(source, pair));
  }
};

/// Checks a result: throws nothing, returns whether it is right.
using Check = std::function<bool(const Operands &, const uint32_t *result)>;

struct OpcodeRow {
  /// "ADD %r, %a, %b": %r is a temporary that begins with zeros.
  std::string instruction;
  Check check;
};

enum class Inputs : uint8_t { floats, integers, doubles };

/// Compiles and runs the instructions, and checks the results of all work-items.
void check_opcodes(Inputs inputs, const std::vector<OpcodeRow> &rows);

/// Whether two floats are equal bits, both NaN, or at most `ulps` apart.
bool agree(float actual, float expected, double ulps = 0);
bool agree(double actual, double expected, double ulps = 0);

/// A row of a component-wise opcode on floats.
template <class Function>
OpcodeRow floats(const std::string &instruction, Function function, double ulps = 0) {
  return {instruction, [=](const Operands &in, const uint32_t *result) {
            for (size_t i = 0; i < 4; ++i) {
              const float expected = function(in.number(0, i), in.number(1, i), in.number(2, i));
              if (!agree(std::bit_cast<float>(result[i]), expected, ulps)) {
                return false;
              }
            }
            return true;
          }};
}

/// The same, for an opcode that computes all components of the first ones.
template <class Function>
OpcodeRow scalar(const std::string &instruction, Function function, double ulps = 0) {
  return {instruction, [=](const Operands &in, const uint32_t *result) {
            const float expected = function(in.number(0, 0), in.number(1, 0));
            for (size_t i = 0; i < 4; ++i) {
              if (!agree(std::bit_cast<float>(result[i]), expected, ulps)) {
                return false;
              }
            }
            return true;
          }};
}

/// A row of a component-wise opcode whose result is a word, of the operands and the component.
/// Results for which the function has none are not checked.
template <class Function>
OpcodeRow words(const std::string &instruction, Function function) {
  return {instruction, [=](const Operands &in, const uint32_t *result) {
            for (size_t i = 0; i < 4; ++i) {
              const std::optional<uint32_t> expected = function(in, i);
              if (expected && result[i] != *expected) {
                return false;
              }
            }
            return true;
          }};
}

/// A row of a component-wise opcode on unsigned integers.
template <class Function>
OpcodeRow unsigned_words(const std::string &instruction, Function function) {
  return words(instruction, [=](const Operands &in, size_t i) -> std::optional<uint32_t> {
    return function(in.word(0, i), in.word(1, i), in.word(2, i), in.word(3, i));
  });
}

/// The same on signed integers.
template <class Function>
OpcodeRow signed_words(const std::string &instruction, Function function) {
  return words(instruction, [=](const Operands &in, size_t i) -> std::optional<uint32_t> {
    return function(in.integer(0, i), in.integer(1, i), in.integer(2, i));
  });
}

/// All ones for true.
inline uint32_t mask_of(bool truth) {
  return truth ? ~0U : 0U;
}

}  // namespace mux::test
