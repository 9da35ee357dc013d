#include "codegen/pipeline/lower/fold_address_space_queries.h"

#include <llvm/Analysis/ValueTracking.h>

#include "codegen/pipeline/lower/address_space_query_calls.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// The address space of all objects that a pointer may be based on; nothing if unknown or not the
/// same.
std::optional<unsigned> known_address_space(const llvm::Value *pointer) {
  llvm::SmallVector<const llvm::Value *> objects;
  llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
  std::optional<unsigned> known;
  for (const llvm::Value *object : objects) {
    const unsigned space = object->getType()->getPointerAddressSpace();
    if (space == address_space::generic || (known && *known != space)) {
      return std::nullopt;
    }
    known = space;
  }
  return known;
}

}  // namespace

void fold_address_space_queries(llvm::Function &kernel) {
  for (const AddressSpaceQueryCall &query : address_space_queries_in(kernel)) {
    const std::optional<unsigned> space = known_address_space(query.call->getArgOperand(0));
    if (space) {
      // Constant memory is global memory that is never written.
      const unsigned found = *space == address_space::constant ? address_space::global : *space;
      replace_query(query, llvm::ConstantInt::getBool(kernel.getContext(),
                                                      found == wanted_address_space(query.kind)));
    }
  }
}

}  // namespace mux::compiler
