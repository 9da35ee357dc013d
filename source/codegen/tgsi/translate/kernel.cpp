#include "codegen/tgsi/translate/kernel.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include <string>
#include <vector>

#include "codegen/ir/robust_access.h"
#include "codegen/tgsi/body/parameters.h"

namespace mux::compiler::tgsi {
namespace {

constexpr const char *kernel_name = "main";

void attach_texts(llvm::Function &kernel, const char *name, const std::vector<std::string> &texts) {
  llvm::SmallVector<llvm::Metadata *> operands;
  for (const std::string &text : texts) {
    operands.push_back(llvm::MDString::get(kernel.getContext(), text));
  }
  kernel.setMetadata(name, llvm::MDNode::get(kernel.getContext(), operands));
}

void attach_integers(llvm::Function &kernel, const char *name,
                     const std::vector<uint32_t> &integers) {
  llvm::SmallVector<llvm::Metadata *> operands;
  for (const uint32_t integer : integers) {
    operands.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(kernel.getContext()), integer)));
  }
  kernel.setMetadata(name, llvm::MDNode::get(kernel.getContext(), operands));
}

void describe_parameters(llvm::Function &kernel, const std::vector<Parameter> &parameters) {
  std::vector<uint32_t> spaces;
  std::vector<std::string> accesses;
  std::vector<std::string> types;
  std::vector<std::string> qualifiers;
  std::vector<std::string> names;
  for (const Parameter &parameter : parameters) {
    spaces.push_back(parameter.type->isPointerTy() ? parameter.type->getPointerAddressSpace() : 0);
    accesses.emplace_back("none");
    types.push_back(parameter.type_name);
    qualifiers.emplace_back(parameter.is_const ? "const" : "");
    names.push_back(parameter.name);
  }
  attach_integers(kernel, "kernel_arg_addr_space", spaces);
  attach_texts(kernel, "kernel_arg_access_qual", accesses);
  attach_texts(kernel, "kernel_arg_type", types);
  attach_texts(kernel, "kernel_arg_base_type", types);
  attach_texts(kernel, "kernel_arg_type_qual", qualifiers);
  attach_texts(kernel, "kernel_arg_name", names);
}

/// The work-group size is variable if the shader gives none.
void describe_group_size(const Program &program, llvm::Function &kernel) {
  constexpr Property properties[] = {Property::block_width, Property::block_height,
                                     Property::block_depth};
  std::vector<uint32_t> sizes;
  bool has_size = false;
  for (const Property property : properties) {
    const auto found = program.properties.find(property);
    const bool is_given = found != program.properties.end() && found->second != 0;
    has_size = has_size || is_given;
    sizes.push_back(is_given ? found->second : 1);
  }
  if (has_size) {
    attach_integers(kernel, "reqd_work_group_size", sizes);
  }
}

}  // namespace

llvm::Function &declare_kernel(const Program &program, llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  const std::vector<Parameter> parameters = parameters_of(program, context);
  llvm::SmallVector<llvm::Type *> types;
  for (const Parameter &parameter : parameters) {
    types.push_back(parameter.type);
  }
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
  llvm::Function *kernel =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, kernel_name, module);
  kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  kernel->setDSOLocal(true);
  kernel->addFnAttr(llvm::Attribute::Convergent);
  kernel->addFnAttr(llvm::Attribute::NoUnwind);
  kernel->addFnAttr(computes_global_ids_attribute);
  for (unsigned i = 0; i < parameters.size(); ++i) {
    kernel->getArg(i)->setName(parameters[i].name);
  }
  describe_parameters(*kernel, parameters);
  describe_group_size(program, *kernel);
  return *kernel;
}

}  // namespace mux::compiler::tgsi
