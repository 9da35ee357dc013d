/// @file
/// Result of a compilation.

#pragma once

namespace mux::compiler {

enum class SourceResult {
  success,
  /// Errors in the source or the options, which are in the log.
  failure,
  /// Memory or threads ran out.
  out_of_memory,
  /// Mux was built without the frontend.
  unsupported,
};

}  // namespace mux::compiler
