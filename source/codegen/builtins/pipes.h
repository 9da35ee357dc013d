/// @file
/// Expands the pipe built-ins (OpenCL C 6.15.14). A pipe is a pointer to global memory with the
/// layout of mux/pipe.h; a reservation is the 64-bit value that the functions of
/// runtime/pipe_functions.h return. 0 and CLK_NULL_RESERVE_ID (all bits set) are invalid
/// reservations (pipeline/program/lower_opaque_types.h).

#pragma once

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {

/// Expands the functions that Clang calls for the pipe built-ins: their names are not mangled
/// (__read_pipe_2), and the size and the alignment of a packet are their last arguments.
/// @param expansion the signature has the name and the number of parameters; the parameters' types
/// are not known from the name.
bool expand_pipe(Expansion &expansion);

/// Whether this is the name of a function that Clang calls for a pipe built-in.
bool is_pipe_function(std::string_view name);

/// Expands is_valid_reserve_id, the only pipe built-in with a mangled name.
bool expand_reserve_id(Expansion &expansion);

}  // namespace mux::compiler::builtins
