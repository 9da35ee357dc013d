/// @file
/// Execution of the kernel: creates buffers and images, records one command, dispatches it and
/// measures the time.

#pragma once

#include <chrono>
#include <cstddef>
#include <mux/mux.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "muxrun/argument.h"
#include "muxrun/options.h"

namespace mux::run {

/// A buffer for each buffer argument, an image for each image argument, nothing for others.
using Object = std::variant<std::monostate, Buffer, Image>;
using Objects = std::vector<Object>;

/// Creates and fills buffers and images.
///
/// @param infos the kernel's arguments, which determine the images that are arrays.
/// Throws tools::UsageError if a file cannot be read or has the wrong size, or if the device does
/// not support the buffer or image; Error if there is not enough memory.
Objects create_objects(const Device &device, const std::vector<Argument> &arguments,
                       std::span<const mux_kernel_argument_info_t> infos);

/// Maps a buffer or image for the host.
Mapping map(const Object &object);

/// The ND-range: as given on the command line, with the kernel's preferred local size, limited to
/// the global size, as the default.
NdRange choose_range(const Options &options, const mux_kernel_s &kernel);

/// Runs the kernel `repeat` times on the same buffers and images.
///
/// @return the time of each run, from before the dispatch until after the wait.
/// Throws tools::UsageError if the ND-range is invalid for the kernel, Error if a run fails.
std::vector<std::chrono::nanoseconds> run(const Device &device, const Kernel &kernel,
                                          const std::vector<Argument> &arguments,
                                          const Objects &objects, const NdRange &range,
                                          uint64_t repeat);

/// "dispatch min A us, median B us, max C us over R".
std::string timing_line(std::vector<std::chrono::nanoseconds> times);

}  // namespace mux::run
