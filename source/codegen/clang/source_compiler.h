/// @file
/// Interface of this room to the others.
#pragma once

#include <string>

#include "compiler/interface/bitcode.h"
#include "compiler/interface/build_options.h"
#include "compiler/interface/file_record.h"
#include "compiler/interface/source_request.h"
#include "compiler/interface/source_result.h"

namespace mux::compiler {

/// Implements LanguageFrontend::compile(), on a large stack, because Clang recurses as deep as the
/// source nests.
SourceResult compile_on_large_stack(const SourceRequest &request, const BuildOptions &options,
                                    Bitcode &bitcode, std::string &log, FileRecord &record);

}  // namespace mux::compiler
