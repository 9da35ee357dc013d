#include "codegen/ir/recorded_local_size.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>

#include <string>

namespace mux::compiler {

namespace {

constexpr std::array<llvm::StringLiteral, 3> local_size_attributes = {
    "mux.local-size-x", "mux.local-size-y", "mux.local-size-z"};

}  // namespace

void record_local_size(llvm::Function &work_item_function, const std::array<uint64_t, 3> &size) {
  for (unsigned i = 0; i < 3; ++i) {
    work_item_function.addFnAttr(local_size_attributes[i], std::to_string(size[i]));
  }
}

std::array<uint64_t, 3> recorded_local_size(const llvm::Function &work_item_function) {
  std::array<uint64_t, 3> size{};
  for (unsigned i = 0; i < 3; ++i) {
    size[i] = work_item_function.getFnAttributeAsParsedInteger(local_size_attributes[i]);
  }
  return size;
}

}  // namespace mux::compiler
