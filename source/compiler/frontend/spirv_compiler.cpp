#include "compiler/frontend/spirv_compiler.h"

#include "compiler/frontend/finish.h"
#include "compiler/interface/language_frontend.h"

namespace mux::compiler {

SourceResult compile_spirv(const SourceRequest &request,
                           std::span<const spirv::SpecializationValue> specialization,
                           std::string &container, std::string &log) {
  const auto translate = [&](const BuildOptions &options, Bitcode &bitcode) {
    return require_language_frontend().translate(request, options, specialization, bitcode, log);
  };
  return compile_translated(request, translate, container, log);
}

bool list_constants(std::string_view module, std::vector<spirv::SpecializationConstant> &constants,
                    std::string &error) {
  return require_language_frontend().list_constants(module, constants, error);
}

}  // namespace mux::compiler
