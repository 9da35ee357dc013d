/// @file
/// Interface of the frontend, which compiles OpenCL C, SPIR-V and TGSI to bitcode and links
/// objects, without a dependency on Clang or LLVM.
///
/// There is no state between calls, so threads may use it concurrently. Functions throw nothing but
/// std::bad_alloc.
#pragma once

#include <mux/gallium/shader_interface.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/interface/bitcode.h"
#include "compiler/interface/build_options.h"
#include "compiler/interface/compiler_missing.h"
#include "compiler/interface/file_record.h"
#include "compiler/interface/link_request.h"
#include "compiler/interface/source_request.h"
#include "compiler/interface/source_result.h"
#include "compiler/interface/specialization.h"

namespace mux::compiler {

class LanguageFrontend {
 public:
  /// Compiles OpenCL C source.
  /// @param options those of the request.
  /// @param[in,out] log Clang's diagnostics are appended; may be warnings on success.
  /// @param[out] record the files that the result depends on: unless they change, neither the
  /// bitcode nor the log does.
  virtual SourceResult compile(const SourceRequest &request, const BuildOptions &options,
                               Bitcode &bitcode, std::string &log, FileRecord &record) const = 0;

  /// Translates a SPIR-V module.
  /// @param request its source is a SPIR-V module.
  /// @param[in,out] log errors are appended.
  virtual SourceResult translate(const SourceRequest &request, const BuildOptions &options,
                                 std::span<const spirv::SpecializationValue> specialization,
                                 Bitcode &bitcode, std::string &log) const = 0;

  /// Translates a shader in TGSI text.
  /// @param request its source is the text.
  /// @param[in,out] log errors are appended.
  virtual SourceResult translate_shader(const SourceRequest &request, const BuildOptions &options,
                                        Bitcode &bitcode, std::string &log) const = 0;

  /// Describes a shader in TGSI text.
  /// @param[out] error what is wrong with the text, when false is returned.
  virtual bool describe_shader(std::string_view text, mux_shader_interface_t &description,
                               std::string &error) const = 0;

  /// Lists the specialization constants of a SPIR-V module, in order.
  /// @param[out] error what is wrong with the module, when false is returned.
  virtual bool list_constants(std::string_view module,
                              std::vector<spirv::SpecializationConstant> &constants,
                              std::string &error) const = 0;

  /// Links objects to a program or a library.
  /// @param[in,out] log errors are appended, one a line.
  virtual LinkResult link(const LinkRequest &request, Bitcode &bitcode, std::string &log) const = 0;

 protected:
  ~LanguageFrontend() = default;
};

/// The frontend of this process. Loads it if necessary.
///
/// @param[out] error the reason, when NULL is returned. Later calls fail with the same text.
const LanguageFrontend *find_language_frontend(std::string &error);

/// The same, but throws CompilerMissing if there is none.
inline const LanguageFrontend &require_language_frontend() {
  return require_service(find_language_frontend);
}

}  // namespace mux::compiler
