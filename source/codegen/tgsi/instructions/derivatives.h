/// @file
/// Derivatives of a fragment shader's values: differences between the pixels of blocks of 2 x 2.

#pragma once

#include "codegen/tgsi/body/body.h"

namespace mux::compiler::tgsi {

enum class Axis : uint8_t { x, y };

/// The difference to the neighbor along the axis, of a row or a column of its own.
/// @param value a float.
llvm::Value *derivative(Body &body, llvm::Value *value, Axis axis);

}  // namespace mux::compiler::tgsi
