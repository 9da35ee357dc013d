#include "codegen/ir/flattened_rows.h"

#include <llvm/IR/Function.h>

#include <algorithm>
#include <limits>
#include <string>

namespace mux::compiler {

namespace {

constexpr const char *attribute = "mux-flattened-row";

}  // namespace

void note_row_length(llvm::Function &function, uint64_t length) {
  function.addFnAttr(attribute, std::to_string(std::min(length, shortest_row_length(function))));
}

uint64_t shortest_row_length(const llvm::Function &function) {
  uint64_t length = 0;
  const llvm::StringRef text = function.getFnAttribute(attribute).getValueAsString();
  return text.empty() || text.getAsInteger(10, length) ? std::numeric_limits<uint64_t>::max()
                                                       : length;
}

}  // namespace mux::compiler
