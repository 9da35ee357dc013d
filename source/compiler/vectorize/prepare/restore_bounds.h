/// @file
/// Writes comparisons with powers of two as comparisons again.
///
/// For `(uint)i < 0x1000000` of an `i` of 64 bits LLVM writes `(i & 0xff000000) == 0`, and where
/// that or the comparison itself holds, `i & 0xffffff` for `(uint)i`; for `i + 0x1000000` there it
/// writes `(i & 0xffffff) | 0x1000000`. In this form nobody sees that the numbers grow from one
/// work-item to the next.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @return whether the function changed.
bool restore_bounds(llvm::Function &work_item_function);

}  // namespace mux::compiler
