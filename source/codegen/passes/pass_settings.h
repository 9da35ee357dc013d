/// @file
/// Settings for debugging passes, read from the environment, as set by muxcc's options for its
/// process:
///
///     MUX_PRINT_BEFORE, MUX_PRINT_AFTER   names of pass_list.h, separated by commas, or `all`
///     MUX_STOP_AFTER                      one name
///     MUX_TIME_PASSES                     1, or 0 (the default)

#pragma once

#include <llvm/Support/Error.h>

#include <bitset>
#include <optional>

#include "codegen/passes/pass_list.h"

namespace mux::compiler {

struct PassSettings {
  /// By index in pass_list.
  std::bitset<std::size(pass_list)> print_before;
  std::bitset<std::size(pass_list)> print_after;
  std::optional<size_t> stop_after;
  bool time_passes = false;

  /// Whether nothing is printed and the compilation is not stopped.
  bool is_silent() const {
    return print_before.none() && print_after.none() && !stop_after.has_value() && !time_passes;
  }
};

/// Fails if a variable names an unknown pass, with the most similar name.
llvm::Expected<PassSettings> pass_settings_of_environment();

}  // namespace mux::compiler
