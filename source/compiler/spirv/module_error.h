/// @file
/// The exception for modules that are invalid or not supported. It is used only inside the SPIR-V
/// reader, where nearly every line can fail; the reader's interface converts it to an llvm::Error.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace mux::compiler::spirv {

class ModuleError : public std::runtime_error {
 public:
  explicit ModuleError(const std::string &text) : std::runtime_error(text) {}
  /// @param offset in words from the start of the module.
  ModuleError(uint32_t offset, const std::string &what, const std::string &text)
      : ModuleError("word " + std::to_string(offset) + ": " + what + ": " + text) {}
};

}  // namespace mux::compiler::spirv
