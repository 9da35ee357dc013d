#include "codegen/tgsi/text/program.h"

#include <algorithm>
#include <tuple>

#include "codegen/tgsi/text/text_error.h"

namespace mux::compiler::tgsi {

void Instruction::refuse(const std::string &text) const {
  throw TextError(line, info().name, text);
}

std::vector<const Declaration *> Program::of_file(File file) const {
  std::vector<const Declaration *> found;
  for (const Declaration &declaration : declarations) {
    if (declaration.file == file) {
      found.push_back(&declaration);
    }
  }
  std::sort(found.begin(), found.end(), [](const Declaration *a, const Declaration *b) {
    return std::tie(a->dimension, a->first) < std::tie(b->dimension, b->first);
  });
  return found;
}

}  // namespace mux::compiler::tgsi
