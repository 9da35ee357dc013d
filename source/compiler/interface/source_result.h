/// @file
/// How compiling ended.

#pragma once

namespace mux::compiler {

enum class SourceResult {
  success,
  /// The log says what is wrong with the source or the options.
  failure,
  /// Memory or threads ran out.
  out_of_memory,
  /// Mux was built without the frontend.
  unsupported,
};

}  // namespace mux::compiler
