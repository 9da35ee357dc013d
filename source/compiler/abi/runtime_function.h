/// @file
/// What compiled code may call in this process.

#pragma once

namespace mux::compiler {

/// A function of this process that compiled code may call. Nothing else is ever bound.
struct RuntimeFunction {
  const char *name;
  void *address;
};

}  // namespace mux::compiler
