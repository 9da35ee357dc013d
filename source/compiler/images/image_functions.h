/// @file
/// The functions behind read_image* and write_image*, which compiled kernels call once per pixel.
///
/// They depend only on the ImageView of kernel_abi.h, not on LLVM or the runtime's objects, have no
/// state, do not allocate memory and are thread-safe. They cannot fail: whatever the coordinates,
/// NaN and infinity included, no memory outside the image is accessed. Their results depend neither
/// on the rounding mode nor on the compiler's options.
///
/// The names follow one pattern, where `result` is f, i or ui, `shape` 1d, 1d_array, 2d, 2d_array
/// or 3d, and `coordinate` i32 or f32:
///
///   float4, int4, uint4  mux_read_image<result>_<shape>_<coordinate>(
///                            const ImageView *, uint64_t sampler_bits, x, y, z)
///   void  mux_write_image<result>_<shape>(const ImageView *, int32_t x, y, z, color)
///
/// Every function takes three coordinates; those that a shape does not have are ignored. The layer
/// of an array follows the others. Cases that the specification leaves undefined:
///
/// - Reading outside of an image without an addressing mode gives the border color, writing outside
///   has no effect.
/// - Reading floating-point values of integer channels gives zeros, and so does reading integers of
///   floating-point channels; such a write has no effect. Integers have the signedness of the
///   channels, regardless of the function.
/// - Integer coordinates, and integer results, are read with the nearest filter, and integer
///   coordinates are never normalized. Unnormalized coordinates may repeat.
/// - NaN is treated as minus infinity where a mode clamps or there is none; coordinates that are
///   not finite are treated as zero where a mode repeats.

#pragma once

#include <span>

#include "compiler/abi/runtime_function.h"

namespace mux::compiler::images {

std::span<const RuntimeFunction> image_functions();

}  // namespace mux::compiler::images
