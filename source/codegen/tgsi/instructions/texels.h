/// @file
/// Conversions between texels in memory and the components of registers.

#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "codegen/tgsi/body/body.h"
#include "compiler/abi/texture_layout.h"

namespace mux::compiler::tgsi {

/// A format of an image.
struct TexelFormat {
  std::string_view name;
  texture_encoding_e encoding;
  /// Number of components.
  unsigned components;
  /// Bytes of a texel.
  unsigned bytes;
  /// Whether the components are integers: the missing fourth one is the integer 1.
  bool is_integer;
};

/// NULL if the name, without PIPE_FORMAT_, is none of an image.
const TexelFormat *find_texel_format(std::string_view name);

/// Four values, floats or 32-bit integers.
using Components = std::array<llvm::Value *, component_count>;
/// The words of a texel, of which the first ones are stored. Of texels of less than a word, the
/// lower bits.
using TexelWords = std::array<llvm::Value *, component_count>;

/// Numbers out of range are clamped.
TexelWords encode_texel(Body &body, texture_encoding_e encoding, const Components &components);
/// The same, for an encoding that is known when the kernel runs.
/// @param encoding a texture_encoding_e, 32 bits.
TexelWords encode_texel(Body &body, llvm::Value *encoding, const Components &components);

/// Missing components are 0, 0, 0, 1.
Components decode_texel(Body &body, const TexelFormat &format, const TexelWords &words);

/// Reads the words of a texel of a constant size.
TexelWords load_texel(Body &body, llvm::Value *pointer, unsigned bytes);
void store_texel(Body &body, llvm::Value *pointer, const TexelWords &words, unsigned bytes);
/// The same, for a size that is known when the kernel runs.
void store_texel(Body &body, llvm::Value *pointer, const TexelWords &words, llvm::Value *bytes);

}  // namespace mux::compiler::tgsi
