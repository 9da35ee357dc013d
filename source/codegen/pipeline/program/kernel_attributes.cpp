#include "codegen/pipeline/program/kernel_attributes.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>

namespace mux::compiler {

namespace {

/// Formats the integers of a node as "(8,4,1)"; empty if an operand is not an integer.
std::string in_parentheses(const llvm::MDNode &node) {
  std::string text;
  for (const llvm::MDOperand &operand : node.operands()) {
    const auto *integer = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operand);
    if (integer == nullptr) {
      return {};
    }
    text += (text.empty() ? "" : ",") + std::to_string(integer->getValue().getLimitedValue());
  }
  return text.empty() ? std::string() : '(' + text + ')';
}

std::string integer_name(unsigned bits, bool is_signed) {
  const char *name = "";
  switch (bits) {
    case 8:
      name = "char";
      break;
    case 16:
      name = "short";
      break;
    case 32:
      name = "int";
      break;
    case 64:
      name = "long";
      break;
    default:
      return {};
  }
  return (is_signed ? "" : "u") + std::string(name);
}

/// The name of a type in OpenCL C; empty if it has none.
std::string type_name(const llvm::Type &type, bool is_signed) {
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    const std::string element = type_name(*vector->getElementType(), is_signed);
    return element.empty() ? element : element + std::to_string(vector->getNumElements());
  }
  if (const auto *integer = llvm::dyn_cast<llvm::IntegerType>(&type)) {
    return integer_name(integer->getBitWidth(), is_signed);
  }
  return type.isHalfTy() ? "half" : type.isFloatTy() ? "float" : type.isDoubleTy() ? "double" : "";
}

/// Formats vec_type_hint, whose operands are a value of the type and whether its elements are
/// signed.
std::string vector_type_hint(const llvm::MDNode &node) {
  if (node.getNumOperands() != 2) {
    return {};
  }
  const auto *value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node.getOperand(0));
  const auto *sign = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node.getOperand(1));
  if (value == nullptr || sign == nullptr) {
    return {};
  }
  const std::string name = type_name(*value->getType(), !sign->isZero());
  return name.empty() ? name : '(' + name + ')';
}

}  // namespace

std::string attributes_in_source(const llvm::Function &function) {
  std::string text;
  const auto add = [&](llvm::StringRef attribute, std::string (*describe)(const llvm::MDNode &)) {
    const llvm::MDNode *node = function.getMetadata(attribute);
    const std::string arguments = node == nullptr ? std::string() : describe(*node);
    if (!arguments.empty()) {
      text += (text.empty() ? "" : " ") + attribute.str() + arguments;
    }
  };
  add("reqd_work_group_size", in_parentheses);
  add("work_group_size_hint", in_parentheses);
  add("vec_type_hint", vector_type_hint);
  add("intel_reqd_sub_group_size", in_parentheses);
  return text;
}

}  // namespace mux::compiler
