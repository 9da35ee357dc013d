/// @file
/// Writes indices that LLVM has scaled to bytes as indices of elements again.
///
/// For `array[(int)i]` of an `i` of 64 bits and elements of four bytes LLVM writes
/// `(i << 32) >> 30`, and `(i << 2) & 0x3fffffffc` where the number has no sign. In this form
/// nobody sees that it is an extended number of 32 bits (wrapping_index.h), times four.
///
/// A sum, `(int)(128 * group + id)`, becomes `((group << 39) + (id << 32)) >> 32`. Written as the
/// sum's low half, extended, it is seen to be below 2^31.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @return whether the function changed.
bool restore_indices(llvm::Function &work_item_function);

}  // namespace mux::compiler
