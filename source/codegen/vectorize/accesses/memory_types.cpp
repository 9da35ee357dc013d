#include "codegen/vectorize/accesses/memory_types.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Type.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/vectorize/analysis/components.h"

namespace mux::compiler {

llvm::Type *type_in_memory(llvm::Type *element) {
  return element->isIntegerTy(1) ? llvm::Type::getInt8Ty(element->getContext()) : element;
}

int64_t size_in_memory(const llvm::DataLayout &layout, llvm::Type *element) {
  return static_cast<int64_t>(layout.getTypeStoreSize(type_in_memory(element)).getFixedValue());
}

bool has_vector_form(const llvm::DataLayout &layout, llvm::Type *element) {
  if (!can_be_element(element)) {
    return false;
  }
  llvm::Type *type = type_in_memory(element);
  const uint64_t bits = layout.getTypeSizeInBits(type).getFixedValue();
  return llvm::isPowerOf2_64(bits) && bits >= 8 && bits <= 8 * largest_vector_element &&
         bits == layout.getTypeAllocSizeInBits(type).getFixedValue();
}

}  // namespace mux::compiler
