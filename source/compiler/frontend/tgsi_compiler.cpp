#include "compiler/frontend/tgsi_compiler.h"

#include "compiler/frontend/finish.h"
#include "compiler/interface/language_frontend.h"

namespace mux::compiler {

SourceResult compile_tgsi(const SourceRequest &request, std::string &container, std::string &log) {
  const auto translate = [&](const BuildOptions &options, Bitcode &bitcode) {
    return require_language_frontend().translate_shader(request, options, bitcode, log);
  };
  return compile_translated(request, translate, container, log);
}

bool describe_tgsi(std::string_view text, mux_shader_interface_t &description, std::string &error) {
  return require_language_frontend().describe_shader(text, description, error);
}

}  // namespace mux::compiler
