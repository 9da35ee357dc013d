/// @file
/// Functions of the process that compiled code may call.

#pragma once

namespace mux::compiler {

/// A function that compiled code may call; no other symbol is ever resolved.
struct RuntimeFunction {
  const char *name;
  void *address;
};

}  // namespace mux::compiler
