// A stand-in for the frontend, for a build with the stand-in compiler: any source compiles and
// links to a program of the stand-in's kernels.

#include <iterator>

#include "compiler/features/compiler_features.h"
#include "compiler/frontend/linker.h"
#include "compiler/frontend/source_compiler.h"
#include "compiler/frontend/spirv_compiler.h"
#include "compiler/frontend/tgsi_compiler.h"

namespace mux::compiler {

SourceResult compile_source(const SourceRequest &, std::string &container, std::string &) {
  container = "increment, count";
  return SourceResult::success;
}

SourceResult compile_spirv(const SourceRequest &, std::span<const spirv::SpecializationValue>,
                           std::string &container, std::string &) {
  container = "increment, count";
  return SourceResult::success;
}

SourceResult compile_tgsi(const SourceRequest &, std::string &container, std::string &) {
  container = "increment, count";
  return SourceResult::success;
}

bool describe_tgsi(std::string_view, mux_shader_interface_t &, std::string &) {
  return true;
}

bool list_constants(std::string_view, std::vector<spirv::SpecializationConstant> &, std::string &) {
  return true;
}

LinkResult link_binaries(const LinkRequest &, std::string &container, std::string &) {
  container = "increment, count";
  return LinkResult::success;
}

const mux_compiler_features_t *compiler_features() {
  static constexpr const char *versions[] = {"CL1.2", "CL3.0"};
  static const mux_compiler_features_t features = [] {
    mux_compiler_features_t result{};
    result.versions = versions;
    result.version_count = std::size(versions);
    return result;
  }();
  return &features;
}

}  // namespace mux::compiler
