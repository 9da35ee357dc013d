/// @file
/// Floating-point conversions in a given rounding mode, shared by convert_* and vstore_half.

#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <string_view>

namespace mux::compiler::builtins {

enum class Rounding { to_nearest_even, to_zero, to_positive, to_negative };

/// Parses _rte, _rtz, _rtp or _rtn.
std::optional<Rounding> parse_rounding(std::string_view suffix);

/// Converts a scalar or a vector to a narrower floating-point type. Kernels run in round-to-nearest
/// mode: the results of the other modes are computed from its result.
llvm::Value *narrow_float(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *to,
                          Rounding rounding);

}  // namespace mux::compiler::builtins
