/// @file
/// Compares the arguments that the user gave with those that the kernel has, before anything runs.

#pragma once

#include <mux/mux.hpp>
#include <span>
#include <string>

#include "muxrun/argument.h"

namespace mux::run {

/// Throws tools::UsageError with the argument's number and name, what it is and what was given, if
/// the number, kind, size or type of the arguments is wrong.
///
/// The type of a value must be that of the kernel, but for the sign; a buffer must hold the same
/// kind of numbers, but vectors of another length are welcome. A type that only the source knows (a
/// struct or a typedef) is compared by its size alone. An image must have as many sizes as the
/// kernel's type of image has dimensions, layers of an array counting as one.
void check_arguments(const std::string &kernel_name,
                     std::span<const mux_kernel_argument_info_t> expected,
                     std::span<const Argument> given);

}  // namespace mux::run
