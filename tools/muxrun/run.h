/// @file
/// Runs the kernel: creates the buffers, records one command, dispatches it and measures.

#pragma once

#include <chrono>
#include <cstddef>
#include <mux/mux.hpp>
#include <optional>
#include <string>
#include <vector>

#include "muxrun/argument.h"
#include "muxrun/options.h"

namespace mux::run {

/// A buffer for each buffer argument, nothing for the others.
using Buffers = std::vector<std::optional<Buffer>>;

/// Creates and fills the buffers. Throws tools::UsageError if a file cannot be read or has the
/// wrong size, Error if there is not enough memory.
Buffers create_buffers(const Device &device, const std::vector<Argument> &arguments);

/// How many work-items: what the user said, and the local size that the kernel prefers, limited to
/// the global size, if the user did not say.
NdRange choose_range(const Options &options, const mux_kernel_s &kernel);

/// Runs the kernel `repeat` times, one after the other, on the same buffers.
///
/// @return how long each run took, from before the dispatch until after the wait.
/// Throws tools::UsageError if the range does not suit the kernel, Error if a run fails.
std::vector<std::chrono::nanoseconds> run(const Device &device, const Kernel &kernel,
                                          const std::vector<Argument> &arguments,
                                          const Buffers &buffers, const NdRange &range,
                                          uint64_t repeat);

/// "dispatch min A us, median B us, max C us over R".
std::string timing_line(std::vector<std::chrono::nanoseconds> times);

}  // namespace mux::run
