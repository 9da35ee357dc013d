#include "compiler/frontend/finish.h"

#include <mux/compiler.h>

#include <utility>

#include "compiler/program/compile.h"

namespace mux::compiler {

bool finish_bitcode(const std::string &name, uint32_t output, Bitcode bitcode,
                    std::string &container, std::string &log) {
  if (output != mux_compile_output_native) {
    container =
        contain(std::move(bitcode),
                output == mux_compile_output_object ? CodeKind::linkable : CodeKind::bitcode);
    return true;
  }
  CompiledObject object;
  std::string error;
  if (!compile_bitcode(bitcode.bytes, RequiredGroups::any, object, error)) {
    log += name + ": error: " + error + "\n";
    return false;
  }
  container = contain(std::move(object));
  return true;
}

}  // namespace mux::compiler
