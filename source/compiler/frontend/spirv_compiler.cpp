#include "compiler/frontend/spirv_compiler.h"

#include <utility>

#include "compiler/frontend/build_options.h"
#include "compiler/frontend/finish.h"
#include "compiler/interface/language_frontend.h"

namespace mux::compiler {

SourceResult compile_spirv(const SourceRequest &request,
                           std::span<const spirv::SpecializationValue> specialization,
                           std::string &container, std::string &log) {
  BuildOptions options;
  if (!parse_build_options(request.options, options, log)) {
    return SourceResult::failure;
  }
  Bitcode bitcode;
  const SourceResult result =
      require_language_frontend().translate(request, options, specialization, bitcode, log);
  if (result != SourceResult::success) {
    return result;
  }
  return finish_bitcode(request.name, request.output, std::move(bitcode), container, log)
             ? SourceResult::success
             : SourceResult::failure;
}

bool list_constants(std::string_view module, std::vector<spirv::SpecializationConstant> &constants,
                    std::string &error) {
  return require_language_frontend().list_constants(module, constants, error);
}

}  // namespace mux::compiler
