/// @file
/// The last step of a compilation: converts bitcode to the requested output.

#pragma once

#include <string>
#include <utility>

#include "compiler/frontend/build_options.h"
#include "compiler/frontend/contain.h"
#include "compiler/interface/source_request.h"
#include "compiler/interface/source_result.h"

namespace mux::compiler {

/// @param name of the source, for diagnostics.
/// @param output one of ::mux_compile_output_e.
/// @return false if the bitcode cannot be compiled to this output, with the reason in the log.
/// Throws nothing but std::bad_alloc.
bool finish_bitcode(const std::string &name, uint32_t output, Bitcode bitcode,
                    std::string &container, std::string &log);

/// Compiles source that is translated to bitcode without Clang.
///
/// @param translate makes bitcode of the request's source: (const BuildOptions &, Bitcode &).
/// @param[out] container the bytes of a container, on success.
/// @param[in,out] log errors are appended.
template <typename Translate>
SourceResult compile_translated(const SourceRequest &request, const Translate &translate,
                                std::string &container, std::string &log) {
  BuildOptions options;
  if (!parse_build_options(request.options, options, log)) {
    return SourceResult::failure;
  }
  Bitcode bitcode;
  const SourceResult result = translate(options, bitcode);
  if (result != SourceResult::success) {
    return result;
  }
  return finish_bitcode(request.name, request.output, std::move(bitcode), container, log)
             ? SourceResult::success
             : SourceResult::failure;
}

}  // namespace mux::compiler
