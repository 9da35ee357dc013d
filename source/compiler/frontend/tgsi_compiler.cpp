#include "compiler/frontend/tgsi_compiler.h"

#include <utility>

#include "compiler/frontend/build_options.h"
#include "compiler/frontend/finish.h"
#include "compiler/interface/language_frontend.h"

namespace mux::compiler {

SourceResult compile_tgsi(const SourceRequest &request, std::string &container, std::string &log) {
  BuildOptions options;
  if (!parse_build_options(request.options, options, log)) {
    return SourceResult::failure;
  }
  Bitcode bitcode;
  const SourceResult result =
      require_language_frontend().translate_shader(request, options, bitcode, log);
  if (result != SourceResult::success) {
    return result;
  }
  return finish_bitcode(request.name, request.output, std::move(bitcode), container, log)
             ? SourceResult::success
             : SourceResult::failure;
}

}  // namespace mux::compiler
