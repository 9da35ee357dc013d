#include "codegen/vectorize/analysis/components.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace mux::compiler {

namespace {

/// Returns the number of direct members of a struct, array or vector; 0 for other types.
unsigned member_count(llvm::Type *type) {
  if (const auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    return structure->getNumElements();
  }
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    return static_cast<unsigned>(array->getNumElements());
  }
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 0 : vector->getNumElements();
}

llvm::Type *member_type(llvm::Type *type, unsigned member) {
  return llvm::isa<llvm::StructType>(type) ? type->getStructElementType(member)
                                           : type->getContainedType(0);
}

/// Position of a component: the direct member, and the component within it.
struct ComponentIndex {
  unsigned member;
  unsigned component;
};

ComponentIndex find_component(llvm::Type *type, unsigned component) {
  ComponentIndex index{0, component};
  while (true) {
    const unsigned count = component_count(member_type(type, index.member));
    if (index.component < count) {
      return index;
    }
    index.component -= count;
    ++index.member;
  }
}

llvm::Value *assemble(llvm::IRBuilderBase &builder, llvm::Type *type,
                      llvm::function_ref<llvm::Value *(unsigned)> component, unsigned &next) {
  if (can_be_element(type)) {
    return component(next++);
  }
  llvm::Value *result = llvm::PoisonValue::get(type);
  for (unsigned member = 0; member < member_count(type); ++member) {
    llvm::Value *value = assemble(builder, member_type(type, member), component, next);
    result = type->isVectorTy() ? builder.CreateInsertElement(result, value, member)
                                : builder.CreateInsertValue(result, value, member);
  }
  return result;
}

}  // namespace

bool can_be_element(llvm::Type *type) {
  return llvm::VectorType::isValidElementType(type);
}

unsigned component_count(llvm::Type *type) {
  if (can_be_element(type)) {
    return 1;
  }
  if (!llvm::isa<llvm::StructType>(type)) {
    const unsigned members = member_count(type);
    return members == 0 ? 0 : members * component_count(member_type(type, 0));
  }
  unsigned count = 0;
  for (unsigned member = 0; member < member_count(type); ++member) {
    count += component_count(member_type(type, member));
  }
  return count;
}

llvm::Type *component_type(llvm::Type *type, unsigned component) {
  while (!can_be_element(type)) {
    const ComponentIndex index = find_component(type, component);
    type = member_type(type, index.member);
    component = index.component;
  }
  return type;
}

unsigned first_component(llvm::Type *type, llvm::ArrayRef<unsigned> indices) {
  unsigned result = 0;
  for (const unsigned index : indices) {
    for (unsigned member = 0; member < index; ++member) {
      result += component_count(member_type(type, member));
    }
    type = member_type(type, index);
  }
  return result;
}

llvm::Value *extract_component(llvm::IRBuilderBase &builder, llvm::Value *value,
                               unsigned component) {
  while (!can_be_element(value->getType())) {
    const ComponentIndex index = find_component(value->getType(), component);
    value = value->getType()->isVectorTy() ? builder.CreateExtractElement(value, index.member)
                                           : builder.CreateExtractValue(value, index.member);
    component = index.component;
  }
  return value;
}

llvm::Value *assemble_components(llvm::IRBuilderBase &builder, llvm::Type *type,
                                 llvm::function_ref<llvm::Value *(unsigned)> component) {
  unsigned next = 0;
  return assemble(builder, type, component, next);
}

}  // namespace mux::compiler
