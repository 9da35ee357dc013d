/// @file
/// Indices of 64 bits that have been extended from 32: as an extension, or as one of the forms that
/// LLVM gives it where the 32 bits come from 64.

#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class Value;
}

namespace mux::compiler {

struct WrappingIndex {
  enum class Form {
    /// zext i32
    zero_extended,
    /// and i64, 2^32 - 1
    low_half,
    /// sext i32
    sign_extended,
    /// ashr i64, 32
    high_half,
  };

  Form form;
  /// What it is made from.
  llvm::Value *source;

  /// How far apart the 32 bits of neighboring lanes are, given that for the source; 0 if they are
  /// not strided.
  int64_t stride(int64_t source_stride) const;
};

std::optional<WrappingIndex> wrapping_index(const llvm::Value &index);

}  // namespace mux::compiler
