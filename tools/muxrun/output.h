/// @file
/// Output of buffers and images after the run.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "muxrun/options.h"
#include "muxrun/run.h"

namespace mux::run {

/// The first elements as one line, "N: 1 2 3".
std::string print_line(const PrintRequest &request, const BufferArgument &argument,
                       std::span<const std::byte> bytes);

/// The first pixels as one line, each as the four components that a kernel reads.
std::string print_line(const PrintRequest &request, const ImageArgument &argument,
                       std::span<const std::byte> bytes);

/// Writes files and prints elements, files first. Throws tools::UsageError if a file cannot be
/// written.
void write_results(const Options &options, const Objects &objects);

}  // namespace mux::run
