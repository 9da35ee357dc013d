/// @file
/// Validation of the command line's arguments against the kernel's signature.

#pragma once

#include <mux/mux.hpp>
#include <span>
#include <string>

#include "muxrun/argument.h"

namespace mux::run {

/// Throws tools::UsageError with the argument's index, name, type and value if the number, kind,
/// size or type of the arguments does not match the kernel.
///
/// The type of a value must be that of the kernel, except for signedness; a buffer must have the
/// same kind of numbers, but vectors may have another length. For types known only to the source
/// (structs and typedefs) only sizes are compared. An image must have as many sizes as the kernel's
/// image type has dimensions, counting layers of an array as one.
void check_arguments(const std::string &kernel_name,
                     std::span<const mux_kernel_argument_info_t> expected,
                     std::span<const Argument> given);

}  // namespace mux::run
