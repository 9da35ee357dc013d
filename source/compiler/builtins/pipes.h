/// @file
/// Pipes (OpenCL C 6.15.14). A pipe is a pointer to what mux/pipe.h describes, in global memory; a
/// reservation is the 64 bits that the functions of pipe_functions.h give, 0 and
/// CLK_NULL_RESERVE_ID (all bits set) being none (pipeline/lower/opaque_types.h).

#pragma once

#include "compiler/builtins/expansion.h"

namespace mux::compiler::builtins {

/// Expands the functions that Clang calls for the built-ins of pipes: their names are not mangled
/// (__read_pipe_2), and the size and the alignment of a packet are their last arguments.
/// @param expansion the signature has the name and as many parameters, nothing is known of which.
bool expand_pipe(Expansion &expansion);

/// Whether Clang calls a function of this name.
bool is_pipe_function(std::string_view name);

/// is_valid_reserve_id, the one that has a mangled name.
bool expand_reserve_id(Expansion &expansion);

}  // namespace mux::compiler::builtins
