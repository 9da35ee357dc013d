/// @file
/// Parsing of values for constants of the program on the command line: NAME=TYPE:VALUE, where a
/// number instead of a name denotes a specialization constant of SPIR-V.

#pragma once

#include <mux/mux.hpp>
#include <string>

namespace mux::run {

/// Parses a value. Throws tools::UsageError with the text and the error.
ConstantValue parse_constant(const std::string &text);

}  // namespace mux::run
