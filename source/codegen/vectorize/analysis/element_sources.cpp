#include "codegen/vectorize/analysis/element_sources.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace mux::compiler {

ElementSource source_of(llvm::Value &vector, unsigned element) {
  llvm::Value *value = &vector;
  while (true) {
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(value)) {
      llvm::Constant *scalar = constant->getAggregateElement(element);
      if (scalar == nullptr) {
        return {value, static_cast<int>(element)};
      }
      return llvm::isa<llvm::PoisonValue>(scalar) ? ElementSource() : ElementSource{scalar, -1};
    }
    if (const auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(value)) {
      const int from = shuffle->getMaskValue(element);
      if (from < 0) {
        return {};
      }
      const unsigned first =
          llvm::cast<llvm::FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
      element = static_cast<unsigned>(from);
      value = shuffle->getOperand(element < first ? 0 : 1);
      element = element < first ? element : element - first;
      continue;
    }
    if (const auto *insertion = llvm::dyn_cast<llvm::InsertElementInst>(value)) {
      if (const auto *index = llvm::dyn_cast<llvm::ConstantInt>(insertion->getOperand(2))) {
        if (index->getValue() == element) {
          return {insertion->getOperand(1), -1};
        }
        value = insertion->getOperand(0);
        continue;
      }
    }
    return {value, static_cast<int>(element)};
  }
}

ElementSources sources_of(llvm::Value &vector) {
  ElementSources sources;
  const auto *type = llvm::cast<llvm::FixedVectorType>(vector.getType());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    sources.push_back(source_of(vector, i));
  }
  return sources;
}

}  // namespace mux::compiler
