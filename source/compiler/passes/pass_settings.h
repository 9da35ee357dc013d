/// @file
/// What somebody who looks into the compiler asks of its passes.
///
/// The environment says it, as muxcc's options do for their process:
///
///     MUX_PRINT_BEFORE, MUX_PRINT_AFTER   names of pass_list.h with commas between them, or `all`
///     MUX_STOP_AFTER                      one name
///     MUX_TIME_PASSES                     1, or 0, which is what goes without saying

#pragma once

#include <llvm/Support/Error.h>

#include <bitset>
#include <optional>

#include "compiler/passes/pass_list.h"

namespace mux::compiler {

struct PassSettings {
  /// By the index in pass_list.
  std::bitset<std::size(pass_list)> print_before;
  std::bitset<std::size(pass_list)> print_after;
  std::optional<size_t> stop_after;
  bool time_passes = false;

  /// Whether there is nothing to be seen of a compilation but what comes of it.
  bool is_silent() const {
    return print_before.none() && print_after.none() && !stop_after.has_value() && !time_passes;
  }
};

/// Fails if a variable names what is no pass, with the names that there are.
llvm::Expected<PassSettings> pass_settings_of_environment();

}  // namespace mux::compiler
