// The metadata that Clang attaches to kernels: types and qualifiers of arguments, work-group sizes.

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include <optional>

#include "codegen/spirv/translate/functions.h"

namespace mux::compiler::spirv {
namespace {

std::string scalar_name(const llvm::Type &type) {
  if (type.isIntegerTy()) {
    switch (type.getIntegerBitWidth()) {
      case 1:
        return "bool";
      case 8:
        return "char";
      case 16:
        return "short";
      case 32:
        return "int";
      default:
        return "long";
    }
  }
  return type.isHalfTy() ? "half" : type.isFloatTy() ? "float" : "double";
}

std::string image_name(const llvm::TargetExtType &type) {
  static constexpr const char *dimensions[] = {"1d", "2d", "3d", "", "", "1d_buffer"};
  const unsigned dimension = type.getIntParameter(0);
  return std::string("image") + (dimension < std::size(dimensions) ? dimensions[dimension] : "") +
         (type.getIntParameter(2) == 1 ? "_array" : "") +
         (type.getIntParameter(1) == 1 ? "_depth" : "") + "_t";
}

/// The OpenCL C name of a type, or a similar one.
std::string type_name(const Type &type) {
  switch (type.opcode()) {
    case Op::TypeInt:
    case Op::TypeFloat:
    case Op::TypeBool:
      return scalar_name(*type.type);
    case Op::TypeVector:
      return scalar_name(*type.type->getScalarType()) + std::to_string(type.count);
    case Op::TypePointer:
      // Pointers to pointers are named like void pointers.
      return (type.elements.empty() || type.elements[0]->is(Op::TypePointer)
                  ? std::string("void")
                  : type_name(*type.elements[0])) +
             "*";
    case Op::TypeImage:
      return image_name(*llvm::cast<llvm::TargetExtType>(type.type));
    case Op::TypeSampler:
      return "sampler_t";
    case Op::TypePipe:
      return "pipe";
    default: {
      const auto *structure = llvm::dyn_cast<llvm::StructType>(type.type);
      return structure != nullptr && structure->hasName() ? structure->getName().str() : "void";
    }
  }
}

std::string access_of(const Type &type) {
  const auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type.type);
  if (opaque == nullptr || (!type.is(Op::TypeImage) && !type.is(Op::TypePipe))) {
    return "none";
  }
  static constexpr const char *names[] = {"read_only", "write_only", "read_write"};
  const unsigned access = opaque->getIntParameter(opaque->getNumIntParameters() - 1);
  return access < std::size(names) ? names[access] : "none";
}

std::string qualifiers_of(const Context &context, const Instruction &parameter, const Type &type) {
  std::string text;
  const auto add = [&text](const char *word) {
    text += text.empty() ? "" : " ";
    text += word;
  };
  for (const DecorationOfId &decoration : context.source.decorations(parameter.result)) {
    if (decoration.kind == Decoration::FuncParamAttr) {
      switch (static_cast<FunctionParameterAttribute>(decoration.parameters[0])) {
        case FunctionParameterAttribute::NoAlias:
          add("restrict");
          break;
        case FunctionParameterAttribute::NoWrite:
          add("const");
          break;
        default:
          break;
      }
    } else if (decoration.kind == Decoration::Volatile) {
      add("volatile");
    }
  }
  if (type.is(Op::TypePipe)) {
    add("pipe");
  }
  if (type.is(Op::TypePointer) && type.storage == StorageClass::UniformConstant &&
      text.find("const") == std::string::npos) {
    add("const");
  }
  return text;
}

/// The list that a producer wrote to an OpString as "<kind>.<kernel>.<first>,<second>,".
std::vector<std::string> noted(const Context &context, const std::string &kind,
                               const std::string &kernel, size_t count) {
  const std::string prefix = kind + "." + kernel + ".";
  for (const std::string &text : context.source.strings()) {
    if (!text.starts_with(prefix)) {
      continue;
    }
    std::vector<std::string> parts;
    size_t start = prefix.size();
    for (size_t comma = text.find(',', start); comma != std::string::npos;
         comma = text.find(',', start)) {
      parts.push_back(text.substr(start, comma - start));
      start = comma + 1;
    }
    if (parts.size() == count) {
      return parts;
    }
  }
  return {};
}

class Description {
 public:
  Description(Context &context, llvm::Function &kernel) : context_(context), kernel_(kernel) {}

  void text(const char *name, const std::vector<std::string> &texts) {
    llvm::SmallVector<llvm::Metadata *> operands;
    for (const std::string &text : texts) {
      operands.push_back(llvm::MDString::get(kernel_.getContext(), text));
    }
    kernel_.setMetadata(name, llvm::MDNode::get(kernel_.getContext(), operands));
  }

  void integers(const char *name, const std::vector<uint32_t> &integers) {
    llvm::SmallVector<llvm::Metadata *> operands;
    for (const uint32_t integer : integers) {
      operands.push_back(llvm::ConstantAsMetadata::get(
          llvm::ConstantInt::get(llvm::Type::getInt32Ty(kernel_.getContext()), integer)));
    }
    kernel_.setMetadata(name, llvm::MDNode::get(kernel_.getContext(), operands));
  }

  /// Metadata with the constants that are the operands of an execution mode.
  void constants(const char *name, const ExecutionModeOfEntryPoint &mode) {
    std::vector<uint32_t> values;
    for (const uint32_t id : mode.parameters) {
      values.push_back(static_cast<uint32_t>(context_.integer(id, *mode.instruction)));
    }
    integers(name, values);
  }

  /// Decodes the vector type hint: the upper half is the number of components, the lower the scalar
  /// type.
  void vector_type_hint(const ExecutionModeOfEntryPoint &mode) {
    const uint32_t components = mode.parameters[0] >> 16;
    llvm::LLVMContext &context = kernel_.getContext();
    llvm::Type *const scalars[] = {llvm::Type::getInt8Ty(context),  llvm::Type::getInt16Ty(context),
                                   llvm::Type::getInt32Ty(context), llvm::Type::getInt64Ty(context),
                                   llvm::Type::getHalfTy(context),  llvm::Type::getFloatTy(context),
                                   llvm::Type::getDoubleTy(context)};
    const uint32_t scalar = mode.parameters[0] & 0xffff;
    if (scalar >= std::size(scalars) || components > 16) {
      mode.instruction->refuse("the vector type hint is invalid");
    }
    llvm::Type *type =
        components < 2 ? scalars[scalar] : llvm::FixedVectorType::get(scalars[scalar], components);
    kernel_.setMetadata(
        "vec_type_hint",
        llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(llvm::UndefValue::get(type)),
                                    llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                        llvm::Type::getInt32Ty(context), 1))}));
  }

 private:
  Context &context_;
  llvm::Function &kernel_;
};

void describe_modes(Context &context, llvm::Function &kernel, const EntryPoint &entry_point) {
  Description description(context, kernel);
  for (const ExecutionModeOfEntryPoint &mode : context.source.modes_of(entry_point.function)) {
    const std::vector<uint32_t> literals(mode.parameters.begin(), mode.parameters.end());
    switch (mode.mode) {
      case ExecutionMode::LocalSize:
        description.integers("reqd_work_group_size", literals);
        break;
      case ExecutionMode::LocalSizeHint:
        description.integers("work_group_size_hint", literals);
        break;
      case ExecutionMode::LocalSizeId:
        description.constants("reqd_work_group_size", mode);
        break;
      case ExecutionMode::LocalSizeHintId:
        description.constants("work_group_size_hint", mode);
        break;
      case ExecutionMode::SubgroupSize:
        description.integers("intel_reqd_sub_group_size", literals);
        break;
      case ExecutionMode::SubgroupsPerWorkgroup:
        description.integers("reqd_sub_group_count", literals);
        break;
      case ExecutionMode::SubgroupsPerWorkgroupId:
        description.constants("reqd_sub_group_count", mode);
        break;
      case ExecutionMode::VecTypeHint:
        description.vector_type_hint(mode);
        break;
      // Satisfied anyway: contraction follows the module, denormals and signed zeros are preserved,
      // and results are rounded to nearest.
      case ExecutionMode::ContractionOff:
      case ExecutionMode::SignedZeroInfNanPreserve:
      case ExecutionMode::DenormPreserve:
      case ExecutionMode::RoundingModeRTE:
        break;
      default:
        mode.instruction->refuse(
            "the mode " +
            enumerant_name(OperandKind::ExecutionMode, static_cast<uint32_t>(mode.mode)) +
            " is not supported");
    }
  }
}

}  // namespace

void describe_kernel(Context &context, llvm::Function &kernel, const FunctionCode &code,
                     const EntryPoint &entry_point) {
  std::vector<std::string> names;
  std::vector<std::string> types;
  std::vector<std::string> accesses;
  std::vector<std::string> qualifiers;
  std::vector<uint32_t> spaces;
  code.function->require(kernel.getReturnType()->isVoidTy(),
                         "is an entry point with a result type other than void");
  for (const Instruction &parameter : code.parameters) {
    if (parameter.opcode != Op::FunctionParameter) {
      continue;
    }
    const Type &type = context.types.get(parameter.type, parameter);
    const bool is_value = kernel.getArg(static_cast<unsigned>(names.size()))->hasByValAttr();
    const std::string name = type_name(is_value ? *type.elements[0] : type);
    names.emplace_back(context.source.name(parameter.result));
    types.push_back(name);
    accesses.push_back(access_of(type));
    qualifiers.push_back(qualifiers_of(context, parameter, type));
    spaces.push_back(type.is(Op::TypePointer) ? type.type->getPointerAddressSpace()
                     : type.is(Op::TypeImage) || type.is(Op::TypePipe) ? 1
                                                                       : 0);
  }
  Description description(context, kernel);
  const std::vector<std::string> noted_types =
      noted(context, "kernel_arg_type", entry_point.name, names.size());
  const std::vector<std::string> noted_qualifiers =
      noted(context, "kernel_arg_type_qual", entry_point.name, names.size());
  description.integers("kernel_arg_addr_space", spaces);
  description.text("kernel_arg_access_qual", accesses);
  description.text("kernel_arg_type", noted_types.empty() ? types : noted_types);
  description.text("kernel_arg_base_type", types);
  description.text("kernel_arg_type_qual",
                   noted_qualifiers.empty() ? qualifiers : noted_qualifiers);
  description.text("kernel_arg_name", names);
  describe_modes(context, kernel, entry_point);
}

}  // namespace mux::compiler::spirv
