/// @file
/// Lookup of declared registers and arrays.

#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

class DeclaredRegisters {
 public:
  /// Records declarations in order. Throws TextError at `word` if a register or an array is
  /// declared twice.
  /// @param declaration is copied.
  void add(const Declaration &declaration, std::string_view word);

  /// The declaration of a register; NULL if there is none.
  const Declaration *find(File file, uint32_t dimension, uint32_t index) const;
  /// The declaration of an array; NULL if there is none.
  const Declaration *find_array(File file, uint32_t array) const;
  /// A declaration of the file, of any dimension; NULL if there is none.
  const Declaration *find_any(File file) const;
  bool has_dimension(File file, uint32_t dimension) const;

 private:
  /// By file, dimension and first register.
  std::map<std::tuple<File, uint32_t, uint32_t>, Declaration> ranges_;
  std::map<std::pair<File, uint32_t>, Declaration> arrays_;
};

}  // namespace mux::compiler::tgsi
