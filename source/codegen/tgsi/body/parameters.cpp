#include "codegen/tgsi/body/parameters.h"

#include <llvm/IR/DerivedTypes.h>

#include "compiler/abi/address_space.h"

namespace mux::compiler::tgsi {
namespace {

/// How the buffers of a file are passed.
struct PassedFile {
  File file;
  const char *prefix;
  const char *type_name;
  unsigned address_space;
  bool is_const;
};

constexpr PassedFile passed_files[] = {
    {File::constant, "const_", "uint4*", address_space::global, true},
    {File::buffer, "buffer_", "uint*", address_space::global, false},
    {File::hardware_atomic, "atomic_", "uint*", address_space::global, false},
    {File::memory, "shared", "uint*", address_space::local, false},
    {File::sampler, "view_", "uchar*", address_space::global, true},
    {File::image, "image_", "uchar*", address_space::global, false},
};

}  // namespace

std::set<uint32_t> declared_numbers(const Program &program, File file) {
  std::set<uint32_t> numbers;
  for (const Declaration *declaration : program.of_file(file)) {
    if (file == File::buffer || file == File::image || file == File::sampler) {
      for (uint32_t number = declaration->first; number <= declaration->last; ++number) {
        numbers.insert(number);
      }
    } else {
      numbers.insert(declaration->dimension);
    }
  }
  return numbers;
}

std::vector<Parameter> parameters_of(const Program &program, llvm::LLVMContext &context) {
  std::vector<Parameter> parameters;
  for (const PassedFile &file : passed_files) {
    for (const uint32_t number : declared_numbers(program, file.file)) {
      const std::string name =
          file.prefix + (file.file == File::memory ? "" : std::to_string(number));
      parameters.push_back({name, file.type_name,
                            llvm::PointerType::get(context, file.address_space), file.is_const});
      llvm::Type *pointer = llvm::PointerType::get(context, address_space::global);
      if (file.file == File::image) {
        parameters.push_back({name + "_layout", "struct texture_layout_s*", pointer, true});
      } else if (file.file == File::sampler) {
        parameters.push_back(
            {name + "_layout", "struct mux_gallium_view_layout_s*", pointer, true});
        parameters.push_back({"sampler_" + std::to_string(number),
                              "struct mux_gallium_sampler_layout_s*", pointer, true});
      } else {
        parameters.push_back({name + "_size", "uint", llvm::Type::getInt32Ty(context), false});
      }
    }
  }
  return parameters;
}

std::vector<Resource> resources_of(const Program &program, llvm::Function &kernel) {
  std::vector<Resource> resources;
  unsigned argument = 0;
  for (const PassedFile &file : passed_files) {
    for (const uint32_t number : declared_numbers(program, file.file)) {
      Resource resource{file.file, number, kernel.getArg(argument++)};
      const bool has_layout = file.file == File::image || file.file == File::sampler;
      (has_layout ? resource.layout : resource.size) = kernel.getArg(argument++);
      if (file.file == File::sampler) {
        resource.sampler = kernel.getArg(argument++);
      }
      resources.push_back(resource);
    }
  }
  return resources;
}

}  // namespace mux::compiler::tgsi
