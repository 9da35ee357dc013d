/// @file
/// Runs the kernel: creates buffers and images, records one command, dispatches it and measures.

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

/// A buffer for each buffer argument, an image for each image argument, nothing for the others.
using Object = std::variant<std::monostate, Buffer, Image>;
using Objects = std::vector<Object>;

/// Creates and fills buffers and images.
///
/// @param infos the kernel's arguments; they say which images are arrays.
/// Throws tools::UsageError if a file cannot be read or has the wrong size, or if the device has no
/// such buffer or image; Error if there is not enough memory.
Objects create_objects(const Device &device, const std::vector<Argument> &arguments,
                       std::span<const mux_kernel_argument_info_t> infos);

/// Lets the host look at a buffer or an image.
Mapping map(const Object &object);

/// How many work-items: what the user said, and the local size that the kernel prefers, limited to
/// the global size, if the user did not say.
NdRange choose_range(const Options &options, const mux_kernel_s &kernel);

/// Runs the kernel `repeat` times, one after the other, on the same buffers and images.
///
/// @return how long each run took, from before the dispatch until after the wait.
/// Throws tools::UsageError if the range does not suit the kernel, Error if a run fails.
std::vector<std::chrono::nanoseconds> run(const Device &device, const Kernel &kernel,
                                          const std::vector<Argument> &arguments,
                                          const Objects &objects, const NdRange &range,
                                          uint64_t repeat);

/// "dispatch min A us, median B us, max C us over R".
std::string timing_line(std::vector<std::chrono::nanoseconds> times);

}  // namespace mux::run
