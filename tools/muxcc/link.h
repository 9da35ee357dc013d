/// @file
/// Links the objects of files.

#pragma once

#include <mux/mux.hpp>
#include <string>
#include <vector>

#include "muxcc/build_options.h"

namespace mux::cc {

/// Makes a program of the files, or a library, if the options say so. Throws tools::UsageError if a
/// file cannot be read, CompileError with the log if they do not make one.
Compilation link_files(const std::vector<std::string> &files, const BuildOptions &options,
                       bool native);

}  // namespace mux::cc
