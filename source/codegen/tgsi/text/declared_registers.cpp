#include "codegen/tgsi/text/declared_registers.h"

#include <iterator>

#include "codegen/tgsi/text/text_error.h"

namespace mux::compiler::tgsi {

void DeclaredRegisters::add(const Declaration &declaration, std::string_view word) {
  const auto key = std::tuple(declaration.file, declaration.dimension, declaration.first);
  const auto next = ranges_.lower_bound(key);
  const auto same_file = [&](const auto &range) {
    return range.second.file == declaration.file && range.second.dimension == declaration.dimension;
  };
  const bool overlaps_next =
      next != ranges_.end() && same_file(*next) && next->second.first <= declaration.last;
  const bool overlaps_previous = next != ranges_.begin() && same_file(*std::prev(next)) &&
                                 std::prev(next)->second.last >= declaration.first;
  if (overlaps_next || overlaps_previous) {
    throw TextError(declaration.line, word, "a register is declared twice");
  }
  ranges_.emplace_hint(next, key, declaration);
  if (declaration.array != 0 &&
      !arrays_.emplace(std::pair(declaration.file, declaration.array), declaration).second) {
    throw TextError(declaration.line, word,
                    "the array " + std::to_string(declaration.array) + " is declared twice");
  }
}

const Declaration *DeclaredRegisters::find(File file, uint32_t dimension, uint32_t index) const {
  const auto after = ranges_.upper_bound(std::tuple(file, dimension, index));
  if (after == ranges_.begin()) {
    return nullptr;
  }
  const Declaration &range = std::prev(after)->second;
  return range.file == file && range.dimension == dimension && index <= range.last ? &range
                                                                                   : nullptr;
}

const Declaration *DeclaredRegisters::find_array(File file, uint32_t array) const {
  const auto found = arrays_.find(std::pair(file, array));
  return found == arrays_.end() ? nullptr : &found->second;
}

const Declaration *DeclaredRegisters::find_any(File file) const {
  const auto found = ranges_.lower_bound(std::tuple(file, 0, 0));
  return found == ranges_.end() || found->second.file != file ? nullptr : &found->second;
}

bool DeclaredRegisters::has_dimension(File file, uint32_t dimension) const {
  const auto found = ranges_.lower_bound(std::tuple(file, dimension, 0));
  return found != ranges_.end() && found->second.file == file &&
         found->second.dimension == dimension;
}

}  // namespace mux::compiler::tgsi
