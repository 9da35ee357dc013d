/// @file
/// Parser of the build options of clBuildProgram.
///
/// Only options listed in build_options.cpp are accepted. Others are rejected, because options of
/// Clang could read or write files, load plug-ins, or change the target.
/// Thread-safe; throws nothing but std::bad_alloc.

#pragma once

#include <string>
#include <string_view>

#include "compiler/interface/build_options.h"

namespace mux::compiler {

/// @param[out] errors one line for each error, when false is returned.
bool parse_build_options(std::string_view text, BuildOptions &options, std::string &errors);

}  // namespace mux::compiler
