#include "codegen/service/language_frontend.h"

#include <mux/compiler.h>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/Error.h>

#include <algorithm>
#include <new>
#include <utility>

#include "codegen/clang/source_compiler.h"
#include "codegen/generate/large_stack.h"
#include "codegen/link/link.h"
#include "codegen/spirv/reader.h"
#include "codegen/tgsi/description.h"
#include "codegen/tgsi/reader.h"

namespace mux::compiler {
namespace {

bool is_correctly_rounded(const BuildOptions &options) {
  return std::find(options.clang_arguments.begin(), options.clang_arguments.end(),
                   "-cl-fp32-correctly-rounded-divide-sqrt") != options.clang_arguments.end();
}

/// Converts build options for a SPIR-V module: options of the source language are ignored, math
/// options are applied as when objects are linked.
spirv::ReadOptions read_options(const SourceRequest &request, const BuildOptions &options,
                                std::span<const spirv::SpecializationValue> specialization) {
  spirv::ReadOptions result;
  result.specialization = specialization;
  result.opens_constants = request.opens_constants;
  result.math = options.math;
  result.correctly_rounded = is_correctly_rounded(options);
  result.keep_lines = options.debug_information;
  result.keep_unused = request.output == mux_compile_output_object;
  result.name = request.name;
  return result;
}

/// The same, for a shader in TGSI.
tgsi::ReadOptions shader_options(const SourceRequest &request, const BuildOptions &options) {
  tgsi::ReadOptions result;
  result.math = options.math;
  result.correctly_rounded = is_correctly_rounded(options);
  result.is_object = request.output == mux_compile_output_object;
  result.name = request.name;
  return result;
}

/// Reads on a large stack, because LLVM recurses as deep as types nest.
SourceResult read_on_large_stack(const SourceRequest &request,
                                 llvm::function_ref<llvm::Expected<Bitcode>()> read_source,
                                 Bitcode &bitcode, std::string &log) {
  SourceResult result = SourceResult::failure;
  const bool ran = run_with_large_stack([&] {
    try {
      llvm::Expected<Bitcode> read = read_source();
      if (read) {
        bitcode = std::move(*read);
        result = SourceResult::success;
      } else {
        log += request.name + ": error: " + llvm::toString(read.takeError()) + "\n";
      }
    } catch (const std::bad_alloc &) {
      result = SourceResult::out_of_memory;
    }
  });
  return ran ? result : SourceResult::out_of_memory;
}

class ClangAndLlvmFrontend final : public LanguageFrontend {
 public:
  SourceResult compile(const SourceRequest &request, const BuildOptions &options, Bitcode &bitcode,
                       std::string &log, FileRecord &record) const override {
    return compile_on_large_stack(request, options, bitcode, log, record);
  }

  SourceResult translate(const SourceRequest &request, const BuildOptions &options,
                         std::span<const spirv::SpecializationValue> specialization,
                         Bitcode &bitcode, std::string &log) const override {
    return read_on_large_stack(
        request,
        [&] {
          return spirv::read_module(request.source, read_options(request, options, specialization));
        },
        bitcode, log);
  }

  SourceResult translate_shader(const SourceRequest &request, const BuildOptions &options,
                                Bitcode &bitcode, std::string &log) const override {
    return read_on_large_stack(
        request,
        [&] { return tgsi::read_shader(request.source, shader_options(request, options)); },
        bitcode, log);
  }

  bool describe_shader(std::string_view text, mux_shader_interface_t &description,
                       std::string &error) const override {
    return tgsi::describe_shader(text, description, error);
  }

  bool list_constants(std::string_view module,
                      std::vector<spirv::SpecializationConstant> &constants,
                      std::string &error) const override {
    auto listed = spirv::list_specialization_constants(module);
    if (!listed) {
      error = llvm::toString(listed.takeError());
      return false;
    }
    constants = std::move(*listed);
    return true;
  }

  LinkResult link(const LinkRequest &request, Bitcode &bitcode, std::string &log) const override {
    return link_objects(request, bitcode, log);
  }
};

}  // namespace

const LanguageFrontend &language_frontend() {
  static const ClangAndLlvmFrontend frontend;
  return frontend;
}

}  // namespace mux::compiler
