// Lookup of the buffer that an operand names.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/body/body.h"

namespace mux::compiler::tgsi {
namespace {

/// The index that selects the buffer: of BUFFER, IMAGE and SAMP the register's, of CONST and
/// HWATOMIC the first.
Index buffer_index(const Register &place) {
  switch (place.file) {
    case File::buffer:
    case File::image:
    case File::sampler:
      return place.index;
    case File::constant:
    case File::hardware_atomic:
      return place.dimension.value_or(Index());
    default:
      return {};
  }
}

}  // namespace

Resource find_resource(Body &body, const Instruction &instruction, const Register &place) {
  llvm::IRBuilder<> &builder = body.builder;
  const Index index = buffer_index(place);
  llvm::Value *number = index.is_indirect ? body.compute_index(index) : nullptr;
  Resource found;
  for (const Resource &resource : body.resources) {
    if (resource.file != place.file) {
      continue;
    }
    if (number == nullptr) {
      if (resource.number == static_cast<uint32_t>(index.offset)) {
        return resource;
      }
      continue;
    }
    if (found.pointer == nullptr) {
      found = resource;
      found.size = builder.getInt32(0);
      found.is_declared = builder.getFalse();
    }
    llvm::Value *is_this = builder.CreateICmpEQ(number, builder.getInt32(resource.number));
    found.pointer = builder.CreateSelect(is_this, resource.pointer, found.pointer);
    if (place.file == File::image || place.file == File::sampler) {
      found.layout = builder.CreateSelect(is_this, resource.layout, found.layout);
      found.is_declared = builder.CreateOr(found.is_declared, is_this);
      if (place.file == File::sampler) {
        found.sampler = builder.CreateSelect(is_this, resource.sampler, found.sampler);
      }
    } else {
      found.size = builder.CreateSelect(is_this, resource.size, found.size);
    }
  }
  if (found.pointer == nullptr) {
    instruction.refuse("the buffer is not declared");
  }
  return found;
}

}  // namespace mux::compiler::tgsi
