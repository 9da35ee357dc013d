#include "compiler/frontend/spirv_compiler.h"

#include <llvm/Support/Error.h>

#include <algorithm>
#include <new>
#include <utility>

#include "compiler/frontend/build_options.h"
#include "compiler/frontend/finish.h"
#include "compiler/program/large_stack.h"
#include "compiler/spirv/reader.h"

namespace mux::compiler {
namespace {

/// Types may nest, and LLVM recurses as deep.
SourceResult read_on_large_stack(const SourceRequest &request, const spirv::ReadOptions &options,
                                 Bitcode &bitcode, std::string &log) {
  SourceResult result = SourceResult::failure;
  const bool ran = run_with_large_stack([&] {
    try {
      llvm::Expected<Bitcode> read = spirv::read_module(request.source, options);
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

}  // namespace

SourceResult compile_spirv(const SourceRequest &request,
                           std::span<const spirv::SpecializationValue> specialization,
                           std::string &container, std::string &log) {
  BuildOptions options;
  if (!parse_build_options(request.options, options, log)) {
    return SourceResult::failure;
  }
  spirv::ReadOptions read_options;
  read_options.specialization = specialization;
  // Options of the language's text mean nothing here; those about numbers mean what they do when
  // objects are linked.
  read_options.math = options.math;
  read_options.correctly_rounded =
      std::find(options.clang_arguments.begin(), options.clang_arguments.end(),
                "-cl-fp32-correctly-rounded-divide-sqrt") != options.clang_arguments.end();
  read_options.keep_lines = options.debug_information;
  read_options.name = request.name;
  Bitcode bitcode;
  const SourceResult result = read_on_large_stack(request, read_options, bitcode, log);
  if (result != SourceResult::success) {
    return result;
  }
  return finish_bitcode(request.name, request.output, std::move(bitcode), container, log)
             ? SourceResult::success
             : SourceResult::failure;
}

bool list_constants(std::string_view module, std::vector<spirv::SpecializationConstant> &constants,
                    std::string &error) {
  auto listed = spirv::list_specialization_constants(module);
  if (!listed) {
    error = llvm::toString(listed.takeError());
    return false;
  }
  constants = std::move(*listed);
  return true;
}

}  // namespace mux::compiler
