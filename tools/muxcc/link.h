/// @file
/// Linking of object files.

#pragma once

#include <mux/mux.hpp>
#include <string>
#include <vector>

#include "muxcc/build_options.h"

namespace mux::cc {

/// Links the files to a program, or to a library if the options say so. Throws tools::UsageError if
/// a file cannot be read, CompileError with the log if linking fails.
Compilation link_files(const std::vector<std::string> &files, const BuildOptions &options,
                       bool native);

}  // namespace mux::cc
