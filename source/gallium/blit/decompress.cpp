#include "gallium/blit/decompress.h"

#include <algorithm>

#include "gallium/blit/descriptors.h"
#include "gallium/kernels/abi.h"
#include "gallium/kernels/decoder_kinds.h"
#include "gallium/kernels/library.h"

namespace mux::gallium {
namespace {

/// A kernel of decompress.cl, and its number of the format (decoder_kinds.h).
struct Decoder {
  uint32_t format;
  KernelName kernel;
  uint32_t kind;
};

constexpr Decoder decoders[] = {
    {mux_gallium_format_dxt1_rgb, KernelName::decompress_s3tc, s3tc_dxt1_rgb},
    {mux_gallium_format_dxt1_srgb, KernelName::decompress_s3tc, s3tc_dxt1_rgb},
    {mux_gallium_format_dxt1_rgba, KernelName::decompress_s3tc, s3tc_dxt1_rgba},
    {mux_gallium_format_dxt1_srgba, KernelName::decompress_s3tc, s3tc_dxt1_rgba},
    {mux_gallium_format_dxt3_rgba, KernelName::decompress_s3tc, s3tc_dxt3},
    {mux_gallium_format_dxt3_srgba, KernelName::decompress_s3tc, s3tc_dxt3},
    {mux_gallium_format_dxt5_rgba, KernelName::decompress_s3tc, s3tc_dxt5},
    {mux_gallium_format_dxt5_srgba, KernelName::decompress_s3tc, s3tc_dxt5},
    {mux_gallium_format_rgtc1_unorm, KernelName::decompress_rgtc, rgtc1_unorm},
    {mux_gallium_format_rgtc1_snorm, KernelName::decompress_rgtc, rgtc1_snorm},
    {mux_gallium_format_rgtc2_unorm, KernelName::decompress_rgtc, rgtc2_unorm},
    {mux_gallium_format_rgtc2_snorm, KernelName::decompress_rgtc, rgtc2_snorm},
    {mux_gallium_format_latc1_unorm, KernelName::decompress_rgtc, latc1_unorm},
    {mux_gallium_format_latc1_snorm, KernelName::decompress_rgtc, latc1_snorm},
    {mux_gallium_format_latc2_unorm, KernelName::decompress_rgtc, latc2_unorm},
    {mux_gallium_format_latc2_snorm, KernelName::decompress_rgtc, latc2_snorm},
    {mux_gallium_format_etc1_rgb8, KernelName::decompress_etc, etc1},
    {mux_gallium_format_etc2_rgb8, KernelName::decompress_etc, etc2_rgb},
    {mux_gallium_format_etc2_srgb8, KernelName::decompress_etc, etc2_rgb},
    {mux_gallium_format_etc2_rgb8a1, KernelName::decompress_etc, etc2_rgba1},
    {mux_gallium_format_etc2_srgb8a1, KernelName::decompress_etc, etc2_rgba1},
    {mux_gallium_format_etc2_rgba8, KernelName::decompress_etc, etc2_rgba8},
    {mux_gallium_format_etc2_srgba8, KernelName::decompress_etc, etc2_rgba8},
    {mux_gallium_format_etc2_r11_unorm, KernelName::decompress_etc, etc2_r11_unorm},
    {mux_gallium_format_etc2_r11_snorm, KernelName::decompress_etc, etc2_r11_snorm},
    {mux_gallium_format_etc2_rg11_unorm, KernelName::decompress_etc, etc2_rg11_unorm},
    {mux_gallium_format_etc2_rg11_snorm, KernelName::decompress_etc, etc2_rg11_snorm},
    {mux_gallium_format_bptc_rgba_unorm, KernelName::decompress_bptc, bptc_unorm},
    {mux_gallium_format_bptc_srgba, KernelName::decompress_bptc, bptc_unorm},
    {mux_gallium_format_bptc_rgb_float, KernelName::decompress_bptc, bptc_signed_float},
    {mux_gallium_format_bptc_rgb_ufloat, KernelName::decompress_bptc, bptc_unsigned_float},
};

const Decoder &decoder_of(uint32_t format) {
  const auto *found = std::ranges::find(decoders, format, &Decoder::format);
  require(found != std::end(decoders), mux_error_feature_unsupported,
          "there is no decoder for the format");
  return *found;
}

/// A part of a dimension, and what filtering may read around it.
void widen(int32_t &begin, int32_t &extent, uint32_t end) {
  // One for the other texel of an interpolation, one for rounding.
  constexpr int32_t around = 2;
  const int32_t last = std::min(begin + extent + around, static_cast<int32_t>(end));
  begin = std::max(begin - around, 0);
  extent = last - begin;
}

/// Only slices of a 3D texture are filtered in z.
Box widened(const Box &box, const LevelLayout &level, bool is_3d) {
  Box made = box;
  widen(made.x, made.width, level.width);
  widen(made.y, made.height, level.height);
  if (is_3d) {
    widen(made.z, made.depth, level.layers);
  }
  return made;
}

size_t extent(int32_t texels) {
  return static_cast<size_t>(texels);
}

DecompressJob job_of(const Resource &resource, uint32_t level, const Box &box, uint32_t kind) {
  const LevelLayout &of = resource.layout().level(level);
  return {
      of.offset,
      of.stride,
      of.layer_stride,
      {static_cast<uint32_t>(box.x), static_cast<uint32_t>(box.y), static_cast<uint32_t>(box.z)},
      resource.format().block_bytes,
      kind,
      0,
      0};
}

}  // namespace

DecodedBox decompress(Context &context, Resource &resource, uint32_t format, uint32_t level,
                      const Box &box) {
  const Decoder &decoder = decoder_of(format);
  const LevelLayout &of = resource.layout().level(level);
  const Box read = widened(box, of, resource.description().target == mux_gallium_target_texture_3d);
  const size_t count = extent(read.width) * extent(read.height) * extent(read.depth);
  constexpr size_t texel_bytes = 4 * sizeof(float);
  const Ref<Storage> texels = make_ref<Storage>(context.screen(), count * texel_bytes);
  const DecompressJob job = job_of(resource, level, read, decoder.kind);
  KernelLibrary &library = KernelLibrary::with(context.screen(), decoder.kernel);
  const Use use(resource, {.reads = true, .writes = false});
  mux_descriptor_info_t arguments[] = {buffer_argument(use.storage->buffer()),
                                       buffer_argument(texels->buffer()), value_argument(job)};
  context.record({&use, 1}, [&](Recording &recording) {
    recording.keep(*texels);
    return library.record(recording, decoder.kernel, arguments,
                          {extent(read.width), extent(read.height), extent(read.depth)});
  });
  return {texels, read};
}

void decompress_layers(Context &context, Resource &resource, uint32_t format, uint32_t level,
                       uint32_t first_layer, uint32_t layers, Resource &target) {
  const Decoder &decoder = decoder_of(format);
  const LevelLayout &of = resource.layout().level(level);
  const LevelLayout &to = target.layout().level(level);
  const Box box = {0,
                   0,
                   static_cast<int32_t>(first_layer),
                   static_cast<int32_t>(of.width),
                   static_cast<int32_t>(of.height),
                   static_cast<int32_t>(layers)};
  DecompressJob job = job_of(resource, level, box, decoder.kind);
  job.is_bytes = target.format().block_bytes == 4 ? 1 : 0;
  job.target = to.offset + first_layer * to.layer_stride;
  KernelLibrary &library = KernelLibrary::with(context.screen(), decoder.kernel);
  const Use uses[] = {Use(resource, {.reads = true, .writes = false}),
                      Use(target, {.reads = false, .writes = true})};
  mux_descriptor_info_t arguments[] = {buffer_argument(uses[0].storage->buffer()),
                                       buffer_argument(uses[1].storage->buffer()),
                                       value_argument(job)};
  context.record(uses, [&](Recording &recording) {
    return library.record(recording, decoder.kernel, arguments,
                          {extent(box.width), extent(box.height), extent(box.depth)});
  });
}

}  // namespace mux::gallium
