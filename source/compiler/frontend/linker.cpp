#include "compiler/frontend/linker.h"

#include <utility>

#include "compiler/frontend/contain.h"
#include "compiler/interface/language_frontend.h"
#include "compiler/program/compile.h"

namespace mux::compiler {
namespace {

/// Checks a program for undefined functions, or compiles it.
/// @param[out] error what is wrong with it, when false is returned.
bool finish(LinkOutput output, Bitcode bitcode, std::string &container, std::string &error) {
  if (output == LinkOutput::native) {
    CompiledObject object;
    if (!compile_bitcode(bitcode.bytes, RequiredGroups::any, object, error)) {
      return false;
    }
    container = contain(std::move(object));
    return true;
  }
  ProgramOutline outline;
  if (output == LinkOutput::portable && !inspect_bitcode(bitcode.bytes, outline, error)) {
    return false;
  }
  container =
      contain(std::move(bitcode), is_library(output) ? CodeKind::linkable : CodeKind::bitcode);
  return true;
}

}  // namespace

LinkResult link_binaries(const LinkRequest &request, std::string &container, std::string &log) {
  Bitcode bitcode;
  const LinkResult result = require_language_frontend().link(request, bitcode, log);
  if (result != LinkResult::success) {
    return result;
  }
  std::string error;
  if (!finish(request.output, std::move(bitcode), container, error)) {
    log += "link: error: " + error + "\n";
    return LinkResult::failure;
  }
  return LinkResult::success;
}

}  // namespace mux::compiler
