// The table of formats of images.

#include <algorithm>
#include <iterator>

#include "codegen/tgsi/instructions/texels.h"

namespace mux::compiler::tgsi {
namespace {

constexpr TexelFormat formats[] = {
    {"R32G32B32A32_FLOAT", texture_encoding_bits32, 4, 16, false},
    {"R16G16B16A16_FLOAT", texture_encoding_float16, 4, 8, false},
    {"R32G32_FLOAT", texture_encoding_bits32, 2, 8, false},
    {"R16G16_FLOAT", texture_encoding_float16, 2, 4, false},
    {"R11G11B10_FLOAT", texture_encoding_r11g11b10_float, 3, 4, false},
    {"R32_FLOAT", texture_encoding_bits32, 1, 4, false},
    {"R16_FLOAT", texture_encoding_float16, 1, 2, false},
    {"R32G32B32A32_UINT", texture_encoding_bits32, 4, 16, true},
    {"R16G16B16A16_UINT", texture_encoding_uint16, 4, 8, true},
    {"R10G10B10A2_UINT", texture_encoding_r10g10b10a2_uint, 4, 4, true},
    {"R8G8B8A8_UINT", texture_encoding_uint8, 4, 4, true},
    {"R32G32_UINT", texture_encoding_bits32, 2, 8, true},
    {"R16G16_UINT", texture_encoding_uint16, 2, 4, true},
    {"R8G8_UINT", texture_encoding_uint8, 2, 2, true},
    {"R32_UINT", texture_encoding_bits32, 1, 4, true},
    {"R16_UINT", texture_encoding_uint16, 1, 2, true},
    {"R8_UINT", texture_encoding_uint8, 1, 1, true},
    {"R32G32B32A32_SINT", texture_encoding_bits32, 4, 16, true},
    {"R16G16B16A16_SINT", texture_encoding_sint16, 4, 8, true},
    {"R8G8B8A8_SINT", texture_encoding_sint8, 4, 4, true},
    {"R32G32_SINT", texture_encoding_bits32, 2, 8, true},
    {"R16G16_SINT", texture_encoding_sint16, 2, 4, true},
    {"R8G8_SINT", texture_encoding_sint8, 2, 2, true},
    {"R32_SINT", texture_encoding_bits32, 1, 4, true},
    {"R16_SINT", texture_encoding_sint16, 1, 2, true},
    {"R8_SINT", texture_encoding_sint8, 1, 1, true},
    {"R16G16B16A16_UNORM", texture_encoding_unorm16, 4, 8, false},
    {"R10G10B10A2_UNORM", texture_encoding_r10g10b10a2_unorm, 4, 4, false},
    {"R8G8B8A8_UNORM", texture_encoding_unorm8, 4, 4, false},
    {"R16G16_UNORM", texture_encoding_unorm16, 2, 4, false},
    {"R8G8_UNORM", texture_encoding_unorm8, 2, 2, false},
    {"R16_UNORM", texture_encoding_unorm16, 1, 2, false},
    {"R8_UNORM", texture_encoding_unorm8, 1, 1, false},
    {"R16G16B16A16_SNORM", texture_encoding_snorm16, 4, 8, false},
    {"R8G8B8A8_SNORM", texture_encoding_snorm8, 4, 4, false},
    {"R16G16_SNORM", texture_encoding_snorm16, 2, 4, false},
    {"R8G8_SNORM", texture_encoding_snorm8, 2, 2, false},
    {"R16_SNORM", texture_encoding_snorm16, 1, 2, false},
    {"R8_SNORM", texture_encoding_snorm8, 1, 1, false},
};

}  // namespace

const TexelFormat *find_texel_format(std::string_view name) {
  const auto *const found =
      std::find_if(std::begin(formats), std::end(formats),
                   [&](const TexelFormat &format) { return format.name == name; });
  return found == std::end(formats) ? nullptr : found;
}

}  // namespace mux::compiler::tgsi
