#include "codegen/pipeline/program/lower_opaque_types.h"
#include "codegen/ir/failure.h"
#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// The integer parameters of an image type, as in SPIR-V's OpTypeImage.
enum ImageParameter : unsigned {
  dimension,
  depth,
  arrayed,
  multi_sampled,
  sampled,
  format,
  access
};
constexpr unsigned image_parameter_count = access + 1;

enum Dimension : unsigned { dimension_1d = 0, dimension_2d = 1, dimension_3d = 2, buffer = 5 };

/// NULL if the type has another name.
const llvm::TargetExtType *target_type(const llvm::Type *type, llvm::StringRef name) {
  const auto *target = llvm::dyn_cast<llvm::TargetExtType>(type);
  return target != nullptr && target->getName() == name ? target : nullptr;
}

const llvm::TargetExtType *image_target_type(const llvm::Type *type) {
  return target_type(type, "spirv.Image");
}

bool is_pipe_type(const llvm::Type *type) {
  return target_type(type, "spirv.Pipe") != nullptr;
}

bool is_reservation_type(const llvm::Type *type) {
  return target_type(type, "spirv.ReserveId") != nullptr;
}

/// Whether a program-scope variable may have the type.
bool can_be_global(const llvm::Type *type) {
  if (image_target_type(type) != nullptr || is_sampler_type(type) || is_pipe_type(type)) {
    return false;
  }
  return llvm::all_of(type->subtypes(), can_be_global);
}

std::string image_name(const llvm::TargetExtType &type) {
  std::string name = "image";
  switch (type.getIntParameter(dimension)) {
    case dimension_1d:
      name += "1d";
      break;
    case dimension_2d:
      name += "2d";
      break;
    case dimension_3d:
      name += "3d";
      break;
    case buffer:
      name += "1d_buffer";
      break;
    default:
      name += "_of_unknown_dimension";
      break;
  }
  if (type.getIntParameter(arrayed) != 0) {
    name += "_array";
  }
  if (type.getIntParameter(multi_sampled) != 0) {
    name += "_msaa";
  }
  if (type.getIntParameter(depth) != 0) {
    name += "_depth";
  }
  return name + "_t";
}

bool is_supported(const llvm::TargetExtType &type) {
  const unsigned shape = type.getIntParameter(dimension);
  const bool known_shape = type.getIntParameter(arrayed) == 0
                               ? shape <= dimension_3d || shape == buffer
                               : type.getIntParameter(arrayed) == 1 && shape <= dimension_2d;
  const bool known_depth = type.getIntParameter(depth) == 0 ||
                           (type.getIntParameter(depth) == 1 && shape == dimension_2d);
  return known_shape && known_depth && type.getIntParameter(multi_sampled) == 0 &&
         type.getIntParameter(sampled) == 0 && type.getIntParameter(format) == 0 &&
         type.getIntParameter(access) <= 2;
}

/// Maps images and pipes to pointers, samplers and reservations to integers; rebuilds aggregates
/// that contain them.
class OpaqueTypes : public llvm::ValueMapTypeRemapper {
 public:
  llvm::Type *remapType(llvm::Type *type) override {
    if (image_target_type(type) != nullptr) {
      return llvm::PointerType::get(type->getContext(), 0);
    }
    if (is_pipe_type(type)) {
      return llvm::PointerType::get(type->getContext(), address_space::global);
    }
    if (is_sampler_type(type) || is_reservation_type(type)) {
      return llvm::Type::getInt64Ty(type->getContext());
    }
    if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    }
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
      return remap_struct(*structure);
    }
    return type;
  }

  llvm::FunctionType *remap_function(const llvm::FunctionType &type) {
    llvm::SmallVector<llvm::Type *> parameters;
    for (llvm::Type *parameter : type.params()) {
      parameters.push_back(remapType(parameter));
    }
    return llvm::FunctionType::get(remapType(type.getReturnType()), parameters, type.isVarArg());
  }

 private:
  llvm::Type *remap_struct(llvm::StructType &type) {
    llvm::SmallVector<llvm::Type *> elements;
    for (llvm::Type *element : type.elements()) {
      elements.push_back(remapType(element));
    }
    if (type.isOpaque() || llvm::equal(elements, type.elements())) {
      return &type;
    }
    return llvm::StructType::get(type.getContext(), elements, type.isPacked());
  }
};

/// The runtime's ImageView outlives the kernel's execution.
void describe_image_parameter(llvm::Argument &argument) {
  llvm::AttrBuilder attributes(argument.getContext());
  attributes.addAttribute(llvm::Attribute::NonNull);
  attributes.addAttribute(llvm::Attribute::ReadOnly);
  attributes.addAlignmentAttr(alignof(ImageView));
  attributes.addDereferenceableAttr(sizeof(ImageView));
  argument.addAttrs(attributes);
}

/// Replaces calls of __translate_sampler_initializer, which Clang emits for samplers in the source,
/// by their argument, which is the sampler's bits.
void replace_sampler_initializers(llvm::Module &module) {
  llvm::Function *function = module.getFunction("__translate_sampler_initializer");
  if (function == nullptr || !function->isDeclaration() || function->arg_size() != 1 ||
      !function->getArg(0)->getType()->isIntegerTy(32) ||
      !function->getReturnType()->isIntegerTy(64)) {
    return;
  }
  for (llvm::User *user : llvm::make_early_inc_range(function->users())) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call != nullptr && call->getCalledFunction() == function) {
      llvm::IRBuilder<> builder(call);
      call->replaceAllUsesWith(builder.CreateZExt(call->getArgOperand(0), call->getType()));
      call->eraseFromParent();
    }
  }
}

class Lowering {
 public:
  explicit Lowering(llvm::Module &module) : module_(module) {}

  void run(std::vector<SourceKernel> &kernels) {
    replace_declarations();
    if (replaced_.empty() && replaced_variables_.empty() && !has_reservations()) {
      // Without a parameter or a result of these types, no value can have one.
      return;
    }
    for (SourceKernel &kernel : kernels) {
      if (llvm::Function *function = replaced_.lookup(kernel.function)) {
        kernel.function = function;
        describe_images(kernel);
      }
    }
    remap();
    erase_replaced();
  }

 private:
  void replace_declarations() {
    for (llvm::Function &function : llvm::make_early_inc_range(module_)) {
      llvm::FunctionType *type = types_.remap_function(*function.getFunctionType());
      if (type != function.getFunctionType()) {
        replace_function(function, *type);
      }
    }
    for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module_.globals())) {
      llvm::Type *type = types_.remapType(variable.getValueType());
      if (type != variable.getValueType()) {
        replace_variable(variable, *type);
      }
    }
  }

  void remap() {
    llvm::ValueMapper mapper(values_, llvm::RF_IgnoreMissingLocals, &types_);
    for (llvm::Function &function : module_) {
      if (!function.isDeclaration()) {
        mapper.remapFunction(function);
      }
    }
    for (const auto &[old, variable] : replaced_variables_) {
      if (old->hasInitializer()) {
        variable->setInitializer(mapper.mapConstant(*old->getInitializer()));
      }
    }
  }

  void erase_replaced() {
    for (const auto &[old, function] : replaced_) {
      old->eraseFromParent();
    }
    for (const auto &[old, variable] : replaced_variables_) {
      old->replaceAllUsesWith(variable);
      old->eraseFromParent();
    }
  }

  /// CLK_NULL_RESERVE_ID may be the only value of an opaque type.
  bool has_reservations() {
    const auto is_opaque = [this](llvm::Type *type) { return types_.remapType(type) != type; };
    return llvm::any_of(module_, [&](llvm::Function &function) {
      return llvm::any_of(llvm::instructions(function), [&](llvm::Instruction &instruction) {
        const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        return is_opaque(instruction.getType()) ||
               (variable != nullptr && is_opaque(variable->getAllocatedType()));
      });
    });
  }

  void replace_variable(llvm::GlobalVariable &old, llvm::Type &type) {
    auto *variable = new llvm::GlobalVariable(module_, &type, old.isConstant(), old.getLinkage(),
                                              nullptr, "", &old, old.getThreadLocalMode(),
                                              old.getAddressSpace(), old.isExternallyInitialized());
    variable->takeName(&old);
    variable->copyAttributesFrom(&old);
    // Other constants still refer to the old variable: addresses based on it are rebuilt when
    // mapped.
    values_[&old] = variable;
    replaced_variables_.push_back({&old, variable});
  }

  void replace_function(llvm::Function &old, llvm::FunctionType &type) {
    auto *function = llvm::Function::Create(&type, old.getLinkage(), old.getAddressSpace());
    module_.getFunctionList().insert(old.getIterator(), function);
    function->takeName(&old);
    function->copyAttributesFrom(&old);
    function->copyMetadata(&old, 0);
    function->splice(function->end(), &old);
    for (llvm::Argument &argument : old.args()) {
      llvm::Argument &replacement = *function->getArg(argument.getArgNo());
      replacement.takeName(&argument);
      values_[&argument] = &replacement;
    }
    old.replaceAllUsesWith(function);
    replaced_[&old] = function;
  }

  static void describe_images(const SourceKernel &kernel) {
    for (llvm::Argument &argument : kernel.function->args()) {
      if (kernel.description.arguments[argument.getArgNo()].kind == ArgumentKind::image) {
        describe_image_parameter(argument);
      }
    }
  }

  llvm::Module &module_;
  OpaqueTypes types_;
  /// Old parameters and variables, and their replacements.
  llvm::ValueToValueMapTy values_;
  llvm::DenseMap<llvm::Function *, llvm::Function *> replaced_;
  llvm::SmallVector<std::pair<llvm::GlobalVariable *, llvm::GlobalVariable *>> replaced_variables_;
};

}  // namespace

std::optional<ImageType> image_type(const llvm::Type *type) {
  const llvm::TargetExtType *target = image_target_type(type);
  if (target == nullptr) {
    return std::nullopt;
  }
  ImageType image;
  if (target->getNumIntParameters() != image_parameter_count) {
    image.name = "image";
    image.supported = false;
    return image;
  }
  image.name = image_name(*target);
  image.reads = target->getIntParameter(access) != 1;
  image.writes = target->getIntParameter(access) != 0;
  image.supported = is_supported(*target);
  return image;
}

bool is_sampler_type(const llvm::Type *type) {
  return target_type(type, "spirv.Sampler") != nullptr;
}

std::optional<ImageAccess> pipe_access(const llvm::Type *type) {
  const llvm::TargetExtType *target = target_type(type, "spirv.Pipe");
  if (target == nullptr) {
    return std::nullopt;
  }
  const bool writes = target->getNumIntParameters() == 1 && target->getIntParameter(0) == 1;
  return writes ? ImageAccess::write_only : ImageAccess::read_only;
}

llvm::Error lower_opaque_types(llvm::Module &module, std::vector<SourceKernel> &kernels) {
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (!can_be_global(variable.getValueType())) {
      return failure("the variable '" + variable.getName().str() +
                     "' holds an image, a sampler or a pipe");
    }
  }
  Lowering(module).run(kernels);
  replace_sampler_initializers(module);
  return llvm::Error::success();
}

}  // namespace mux::compiler
