/// @file
/// The build options of clBuildProgram: which there are and what they mean to Clang.
///
/// Only what is listed in build_options.cpp passes. Everything else is refused, because options of
/// the compiler behind could read or write files, load plug-ins, or change the target.
/// Thread-safe; throws nothing but std::bad_alloc.

#pragma once

#include <string>
#include <string_view>

#include "compiler/interface/build_options.h"

namespace mux::compiler {

/// @param[out] errors one line for each mistake, when false is returned.
bool parse_build_options(std::string_view text, BuildOptions &options, std::string &errors);

}  // namespace mux::compiler
