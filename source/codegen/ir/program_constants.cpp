#include "codegen/ir/program_constants.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include "compiler/abi/address_space.h"

namespace mux::compiler {
namespace {

/// Metadata of a specialization constant's variable: its number, and 1 if it is fixed.
constexpr const char *number_metadata = "mux.specialization_constant";

bool is_number(const llvm::Type *type) {
  if (const auto *integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
    return llvm::is_contained({8U, 16U, 32U, 64U}, integer->getBitWidth());
  }
  return type->isHalfTy() || type->isFloatTy() || type->isDoubleTy();
}

/// Whether values of the type are nothing but numbers, at least one in each part: the size limits
/// the number of parts.
bool has_only_numbers(const llvm::Type *type) {
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    // A size of 2^64 bytes or more would wrap around.
    return array->getNumElements() != 0 && array->getNumElements() <= max_constant_size &&
           has_only_numbers(array->getElementType());
  }
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    return is_number(vector->getElementType());
  }
  if (const auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    return !structure->isOpaque() && structure->getNumElements() != 0 &&
           llvm::all_of(structure->elements(), has_only_numbers);
  }
  return is_number(type);
}

/// The parts of a vector, an array or a structure.
class ConstantParts {
 public:
  ConstantParts(llvm::Type *type, const llvm::DataLayout &layout) : type_(type), layout_(layout) {}

  unsigned count() const {
    if (const auto *structure = llvm::dyn_cast<llvm::StructType>(type_)) {
      return structure->getNumElements();
    }
    const auto *array = llvm::dyn_cast<llvm::ArrayType>(type_);
    return array != nullptr ? static_cast<unsigned>(array->getNumElements())
                            : llvm::cast<llvm::FixedVectorType>(type_)->getNumElements();
  }

  llvm::Type *type(unsigned index) const {
    const auto *structure = llvm::dyn_cast<llvm::StructType>(type_);
    return structure != nullptr ? structure->getElementType(index) : type_->getContainedType(0);
  }

  /// In bytes.
  size_t offset(unsigned index) const {
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type_)) {
      return layout_.getStructLayout(structure)->getElementOffset(index).getFixedValue();
    }
    return index * size(index);
  }

  /// In bytes.
  size_t size(unsigned index) const {
    return layout_.getTypeAllocSize(type(index)).getFixedValue();
  }

 private:
  llvm::Type *const type_;
  const llvm::DataLayout &layout_;
};

void write_bits(const llvm::APInt &bits, char *bytes) {
  uint64_t rest = bits.getZExtValue();
  for (unsigned i = 0; i < bits.getBitWidth() / 8; ++i, rest >>= 8) {
    bytes[i] = static_cast<char>(rest);
  }
}

llvm::APInt read_bits(unsigned width, std::string_view bytes) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < width / 8; ++i) {
    bits |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  }
  return llvm::APInt(width, bits);
}

/// @param bytes zeros, with room for the value.
bool write(const llvm::Constant &value, const llvm::DataLayout &layout, char *bytes) {
  if (llvm::isa<llvm::UndefValue, llvm::ConstantAggregateZero>(value)) {
    return true;
  }
  if (const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    write_bits(integer->getValue(), bytes);
    return true;
  }
  if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
    write_bits(number->getValueAPF().bitcastToAPInt(), bytes);
    return true;
  }
  if (!llvm::isa<llvm::ConstantAggregate, llvm::ConstantDataSequential>(value)) {
    return false;
  }
  const ConstantParts parts(value.getType(), layout);
  for (unsigned i = 0; i < parts.count(); ++i) {
    if (!write(*value.getAggregateElement(i), layout, bytes + parts.offset(i))) {
      return false;
    }
  }
  return true;
}

const llvm::ConstantInt *metadata_operand(const llvm::GlobalVariable &variable, unsigned index) {
  const llvm::MDNode *node = variable.getMetadata(number_metadata);
  return node == nullptr || node->getNumOperands() != 2
             ? nullptr
             : llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(index));
}

void set_number(llvm::GlobalVariable &variable, uint32_t id, bool is_fixed) {
  llvm::LLVMContext &context = variable.getContext();
  const auto number = [&context](uint32_t value) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  variable.setMetadata(number_metadata,
                       llvm::MDNode::get(context, {number(id), number(is_fixed ? 1 : 0)}));
}

std::optional<uint32_t> number_of(const llvm::GlobalVariable &variable) {
  const llvm::ConstantInt *id = metadata_operand(variable, 0);
  return id == nullptr ? std::nullopt
                       : std::optional(static_cast<uint32_t>(id->getLimitedValue(UINT32_MAX)));
}

}  // namespace

bool is_program_constant(const llvm::GlobalVariable &variable) {
  llvm::Type *type = variable.getValueType();
  if (!variable.hasWeakAnyLinkage() || !variable.hasInitializer() || !variable.isConstant() ||
      variable.getAddressSpace() != address_space::constant || !has_only_numbers(type)) {
    return false;
  }
  const uint64_t size = variable.getParent()->getDataLayout().getTypeAllocSize(type);
  return size != 0 && size <= max_constant_size;
}

std::vector<ProgramConstant> program_constants(const llvm::Module &module) {
  std::vector<ProgramConstant> constants;
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (!is_program_constant(variable)) {
      continue;
    }
    if (std::optional<std::string> bytes =
            bytes_of(*variable.getInitializer(), module.getDataLayout())) {
      constants.push_back(
          {variable.getName().str(), number_of(variable), is_fixed(variable), std::move(*bytes)});
    }
  }
  return constants;
}

llvm::GlobalVariable *add_specialization_constant(llvm::Module &module, uint32_t id,
                                                  llvm::Constant &default_value) {
  // A name that no identifier of OpenCL C has. Objects that are linked have the same one.
  const std::string name = "spirv.constant." + std::to_string(id);
  if (module.getNamedValue(name) != nullptr) {
    return nullptr;
  }
  auto *variable = new llvm::GlobalVariable(
      module, default_value.getType(), /*isConstant=*/true, llvm::GlobalValue::WeakAnyLinkage,
      &default_value, name, nullptr, llvm::GlobalValue::NotThreadLocal, address_space::constant);
  set_number(*variable, id, false);
  return variable;
}

void fix_specialization_constant(llvm::GlobalVariable &variable) {
  set_number(variable, number_of(variable).value_or(0), true);
}

bool is_fixed(const llvm::GlobalVariable &variable) {
  const llvm::ConstantInt *fixed = metadata_operand(variable, 1);
  return fixed != nullptr && !fixed->isZero();
}

std::optional<std::string> bytes_of(const llvm::Constant &value, const llvm::DataLayout &layout) {
  std::string bytes(layout.getTypeAllocSize(value.getType()).getFixedValue(), '\0');
  return write(value, layout, bytes.data()) ? std::optional(std::move(bytes)) : std::nullopt;
}

llvm::Constant *constant_of(llvm::Type *type, std::string_view bytes,
                            const llvm::DataLayout &layout) {
  if (type->isIntegerTy()) {
    return llvm::ConstantInt::get(type, read_bits(type->getIntegerBitWidth(), bytes));
  }
  if (type->isFloatingPointTy()) {
    return llvm::ConstantFP::get(
        type,
        llvm::APFloat(type->getFltSemantics(), read_bits(type->getScalarSizeInBits(), bytes)));
  }
  const ConstantParts parts(type, layout);
  llvm::SmallVector<llvm::Constant *> values;
  for (unsigned i = 0; i < parts.count(); ++i) {
    values.push_back(
        constant_of(parts.type(i), bytes.substr(parts.offset(i), parts.size(i)), layout));
  }
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    return llvm::ConstantStruct::get(structure, values);
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    return llvm::ConstantArray::get(array, values);
  }
  return llvm::ConstantVector::get(values);
}

}  // namespace mux::compiler
