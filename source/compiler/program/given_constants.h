/// @file
/// Values that the creator of an executable gives for the program's constants.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/abi/program_constant.h"

namespace mux::compiler {

struct GivenConstant {
  /// The name of a constant of OpenCL C; not set for a specialization constant of SPIR-V.
  std::optional<std::string_view> name;
  /// The number of a specialization constant of SPIR-V.
  uint32_t id = 0;
  std::string_view bytes;
};

/// A value cannot be given: what() has the name of the constant and the reason.
class ConstantRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The name of a constant in messages: "constant 'width'", "specialization constant 3".
std::string constant_name(std::optional<std::string_view> name, uint32_t id);

/// Finds the constants that values are given for.
///
/// @param given at most one for each constant.
/// @param constants of the program.
/// @return the values that differ from the defaults, sorted by symbol: the same values always have
/// the same key in the cache. Throws ConstantRefused if the program has no such constant, the value
/// has another size, or the constant is fixed.
std::vector<ConstantValue> match_constants(std::span<const GivenConstant> given,
                                           const std::vector<ProgramConstant> &constants);

}  // namespace mux::compiler
