/// @file
/// Texels of images, in range or not.

#pragma once

#include "codegen/tgsi/body/body.h"

namespace mux::compiler::tgsi {

/// A texel of an image.
struct TexelPlace {
  llvm::Value *pointer = nullptr;
  /// Whether the texel is in range, an i1. Otherwise the pointer must not be used.
  llvm::Value *is_inside = nullptr;
  /// The image's layout.
  llvm::Value *layout = nullptr;
};

/// The integer `member_offset` bytes into the layout.
/// @param bits 32 or 64.
llvm::Value *load_layout(Body &body, llvm::Value *layout, size_t member_offset, unsigned bits);

/// The texture target of an image instruction.
Target image_target(const Instruction &instruction);

/// The texel at the coordinates in an operand.
/// @param texel_bytes bytes of a texel, 64 bits.
TexelPlace find_texel(Body &body, const Instruction &instruction, const Register &image,
                      size_t coordinates, llvm::Value *texel_bytes);

// Instructions on images.
void load_image(Body &body, const Instruction &instruction);
void store_image(Body &body, const Instruction &instruction);
void query_image(Body &body, const Instruction &instruction);

}  // namespace mux::compiler::tgsi
