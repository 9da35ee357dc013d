/// @file
/// The functions behind read_image* and write_image*: what compiled kernels call, once per pixel.
///
/// They know nothing of LLVM or of the runtime's objects, only the ImageView of kernel_abi.h, keep
/// nothing, allocate nothing and may be called from any thread. Nothing can fail: whatever
/// coordinates, NaN and infinity included, no memory outside the image is touched. Their results
/// depend neither on the rounding mode nor on the compiler's options.
///
/// The names follow one pattern, `result` being f, i or ui, `shape` 1d, 1d_array, 2d, 2d_array or
/// 3d, and `coordinate` i32 or f32:
///
///   float4, int4, uint4  mux_read_image<result>_<shape>_<coordinate>(
///                            const ImageView *, uint64_t sampler_bits, x, y, z)
///   void  mux_write_image<result>_<shape>(const ImageView *, int32_t x, y, z, color)
///
/// Every function takes three coordinates; those that a shape does not have are ignored. The layer
/// of an array follows the others. What the specification leaves undefined is defined here:
///
/// - Reading outside of an image with no addressing mode gives the border color, writing outside
///   has no effect.
/// - Reading real numbers of channels that are integers gives zeros, and so do integers of real
///   ones; such a write has no effect. Integers have the sign that the channels have, whatever the
///   function says.
/// - Integer coordinates, and integer results, are read with the nearest filter, and integer
///   coordinates are never normalized. Coordinates that are not normalized repeat as well.
/// - NaN counts as minus infinity where a mode clamps or there is none; coordinates that are not
///   finite count as zero where a mode repeats.

#pragma once

#include <span>

#include "compiler/abi/runtime_function.h"

namespace mux::compiler::images {

std::span<const RuntimeFunction> image_functions();

}  // namespace mux::compiler::images
