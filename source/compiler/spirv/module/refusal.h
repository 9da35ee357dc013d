/// @file
/// Why a module is refused. Thrown inside of this reader alone, where nearly every line could fail;
/// the functions that others call turn it into an llvm::Error.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace mux::compiler::spirv {

class Refusal : public std::runtime_error {
 public:
  explicit Refusal(const std::string &text) : std::runtime_error(text) {}
  /// @param offset counts words from the start of the module.
  Refusal(uint32_t offset, const std::string &what, const std::string &text)
      : Refusal("word " + std::to_string(offset) + ": " + what + ": " + text) {}
};

}  // namespace mux::compiler::spirv
