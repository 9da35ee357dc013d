/// @file
/// From OpenCL C, SPIR-V and objects to bitcode, for whoever knows neither Clang nor LLVM.
///
/// Keeps nothing between calls, so any number of threads may use it at once. Nothing throws but
/// std::bad_alloc.
#pragma once

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
  /// @param options those of the request.
  /// @param[in,out] log gets what Clang had to say; maybe warnings on success.
  /// @param[out] record what the result depends on besides; as long as nothing of that changes, so
  /// does neither the bitcode nor the log.
  virtual SourceResult compile(const SourceRequest &request, const BuildOptions &options,
                               Bitcode &bitcode, std::string &log, FileRecord &record) const = 0;

  /// @param request its source is a SPIR-V module.
  /// @param[in,out] log gets what is wrong.
  virtual SourceResult translate(const SourceRequest &request, const BuildOptions &options,
                                 std::span<const spirv::SpecializationValue> specialization,
                                 Bitcode &bitcode, std::string &log) const = 0;

  /// The constants of a SPIR-V module that may be given values, in their order.
  /// @param[out] error what is wrong with the module, when false is returned.
  virtual bool list_constants(std::string_view module,
                              std::vector<spirv::SpecializationConstant> &constants,
                              std::string &error) const = 0;

  /// @param[in,out] log gets what is wrong, one mistake a line.
  virtual LinkResult link(const LinkRequest &request, Bitcode &bitcode, std::string &log) const = 0;

 protected:
  ~LanguageFrontend() = default;
};

/// The frontend of this process, which may have to be loaded first.
///
/// @param[out] error why not, when NULL is returned. Later calls fail with the same words.
const LanguageFrontend *find_language_frontend(std::string &error);

/// The same. Throws CompilerMissing if there is none.
inline const LanguageFrontend &require_language_frontend() {
  return require_service(find_language_frontend);
}

}  // namespace mux::compiler
