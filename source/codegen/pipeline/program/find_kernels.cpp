#include "codegen/pipeline/program/find_kernels.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/ir/failure.h"
#include "codegen/pipeline/program/kernel_attributes.h"
#include "codegen/pipeline/program/lower_opaque_types.h"
#include "codegen/pipeline/program/pipe_packet_sizes.h"
#include "codegen/pipeline/program/work_group_sizes.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// The text in an argument's metadata as Clang emits it; empty if there is none.
std::string argument_text(const llvm::Argument &argument, const char *kind) {
  const llvm::MDNode *node = argument.getParent()->getMetadata(kind);
  if (node == nullptr || node->getNumOperands() != argument.getParent()->arg_size()) {
    return {};
  }
  const auto *text = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(argument.getArgNo()));
  return text == nullptr ? std::string() : text->getString().str();
}

/// Whether an argument is a queue or similar. Older frontends passed those, and images and samplers
/// too, as pointers, whose type name in Clang's metadata has no star.
bool is_opaque_object(const llvm::Argument &argument) {
  if (argument.getType()->isTargetExtTy()) {
    return true;
  }
  if (!argument.getType()->isPointerTy() || argument.hasByValAttr()) {
    return false;
  }
  const std::string type = argument_text(argument, "kernel_arg_base_type");
  const std::string qualifiers = argument_text(argument, "kernel_arg_type_qual");
  return (!type.empty() && type.find('*') == std::string::npos) ||
         qualifiers.find("pipe") != std::string::npos;
}

llvm::Error describe_pointer(const llvm::Argument &argument, const llvm::DataLayout &layout,
                             KernelArgument &described) {
  described.size = 8;
  described.alignment = 8;
  const unsigned type_space = argument.getType()->getPointerAddressSpace();
  switch (type_space) {
    case address_space::global:
    case address_space::constant:
      described.kind = ArgumentKind::buffer;
      described.is_constant = type_space == address_space::constant;
      return llvm::Error::success();
    case address_space::local:
      described.kind = ArgumentKind::local_buffer;
      described.alignment = argument.getParamAlign().valueOrOne().value();
      return llvm::Error::success();
    case address_space::private_memory:
      if (llvm::Type *type = argument.getParamByValType()) {
        described.kind = ArgumentKind::plain_old_data;
        described.size = layout.getTypeAllocSize(type);
        described.alignment =
            argument.getParamAlign().value_or(layout.getABITypeAlign(type)).value();
        return llvm::Error::success();
      }
      [[fallthrough]];
    default:
      return failure("is a pointer to private or generic memory");
  }
}

/// Parses the qualifiers, which Clang separates by spaces.
void describe_qualifiers(const llvm::Argument &argument, KernelArgument &described) {
  const std::string text = argument_text(argument, "kernel_arg_type_qual");
  llvm::SmallVector<llvm::StringRef, 4> qualifiers;
  llvm::SplitString(text, qualifiers);
  described.is_const = llvm::is_contained(qualifiers, "const");
  described.is_restrict = llvm::is_contained(qualifiers, "restrict");
  described.is_volatile = llvm::is_contained(qualifiers, "volatile");
}

/// An image's address, packed into 64 bits.
void describe_image(const ImageType &image, KernelArgument &described) {
  described.kind = ArgumentKind::image;
  described.size = 8;
  described.alignment = 8;
  described.reads = image.reads;
  described.writes = image.writes;
  described.image_access = !image.writes  ? ImageAccess::read_only
                           : !image.reads ? ImageAccess::write_only
                                          : ImageAccess::read_write;
  described.type_name = image.name;
}

/// A pipe is a pointer to global memory. Type qualifiers of a pipe have no meaning.
void describe_pipe(ImageAccess access, KernelArgument &described) {
  described.kind = ArgumentKind::buffer;
  described.size = 8;
  described.alignment = 8;
  described.is_pipe = true;
  described.image_access = access;
}

void describe_sampler(KernelArgument &described) {
  described.kind = ArgumentKind::sampler;
  described.size = 8;
  described.alignment = 8;
  described.reads = false;
  described.writes = false;
  described.type_name = "sampler_t";
}

llvm::Error describe_argument(const llvm::Argument &argument, const llvm::DataLayout &layout,
                              KernelArgument &described) {
  described.type_name = argument_text(argument, "kernel_arg_type");
  described.name = argument_text(argument, "kernel_arg_name");
  if (described.name.empty()) {
    described.name = argument.getName().str();
  }
  llvm::Type *type = argument.getType();
  if (const std::optional<ImageType> image = image_type(type)) {
    describe_image(*image, described);
    return image->supported ? llvm::Error::success()
                            : failure("is of type '" + image->name + "', which is not supported");
  }
  if (is_sampler_type(type)) {
    describe_sampler(described);
    return llvm::Error::success();
  }
  if (const std::optional<ImageAccess> access = pipe_access(type)) {
    describe_pipe(*access, described);
    return llvm::Error::success();
  }
  if (is_opaque_object(argument)) {
    return failure("is of type '" + described.type_name + "', which is not supported");
  }
  if (type->isPointerTy()) {
    describe_qualifiers(argument, described);
    if (llvm::Error error = describe_pointer(argument, layout, described)) {
      return error;
    }
  } else if (type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy()) {
    described.kind = ArgumentKind::plain_old_data;
    described.size = layout.getTypeAllocSize(type);
    described.alignment = layout.getABITypeAlign(type).value();
  } else {
    return failure("is of a type that cannot be passed to a kernel");
  }
  if (described.kind != ArgumentKind::buffer) {
    described.reads = false;
    described.writes = false;
  }
  return llvm::Error::success();
}

llvm::Error describe_kernel(const llvm::Function &function, const llvm::DataLayout &layout,
                            SourceKernel &kernel) {
  KernelDescription &description = kernel.description;
  description.name = function.getName().str();
  uint64_t end = 0;
  for (const llvm::Argument &argument : function.args()) {
    KernelArgument described;
    if (llvm::Error why = describe_argument(argument, layout, described)) {
      return failure("argument " + llvm::Twine(argument.getArgNo()) + " of kernel '" +
                     description.name + "' " + llvm::toString(std::move(why)));
    }
    const bool is_value = described.kind == ArgumentKind::plain_old_data;
    described.offset = llvm::alignTo(end, is_value ? described.alignment : uint64_t{8});
    end = described.offset + described.size;
    description.arguments.push_back(std::move(described));
  }
  description.packed_size = end;
  description.attributes = attributes_in_source(function);
  return read_work_group_sizes(function, kernel);
}

}  // namespace

llvm::Expected<std::vector<SourceKernel>> find_kernels(llvm::Module &module) {
  std::vector<SourceKernel> kernels;
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      continue;
    }
    SourceKernel kernel;
    kernel.function = &function;
    if (!function.getReturnType()->isVoidTy() || function.isVarArg()) {
      return failure("kernel '" + function.getName().str() +
                     "' returns a value or takes variable arguments");
    }
    if (llvm::Error error = describe_kernel(function, module.getDataLayout(), kernel)) {
      return error;
    }
    kernels.push_back(std::move(kernel));
  }
  find_packet_sizes(module, kernels);
  return kernels;
}

}  // namespace mux::compiler
