#include "gallium/blit/clear.h"

#include "gallium/blit/descriptors.h"
#include "gallium/kernels/abi.h"
#include "gallium/kernels/library.h"

namespace mux::gallium {
namespace {

FillBox kernel_box(const BlockBox &blocks, uint32_t block_bytes, bool keeps) {
  return {blocks.offset, blocks.stride, blocks.layer_stride, block_bytes, keeps ? 1U : 0U};
}

std::array<size_t, 3> kernel_range(const BlockBox &blocks, uint32_t block_bytes) {
  return {blocks.row_bytes / block_bytes, blocks.rows, blocks.slices};
}

/// Whether some channel of a format is not written.
bool keeps_channels(const FormatInfo &format, uint32_t mask) {
  for (uint32_t channel = 0; channel < 4; ++channel) {
    if (format.channel_types[channel] != mux_gallium_channel_type_none &&
        (mask >> channel & 1U) == 0) {
      return true;
    }
  }
  return false;
}

/// Records the packing of a value into a storage.
void record_pack(Context &context, Storage &packed, const FormatInfo &format,
                 const ClearColor &color) {
  KernelLibrary &library = KernelLibrary::with(context.screen(), KernelName::pack_value);
  ClearValue value{pixel_format(format), color.mask, 0, {}};
  std::ranges::copy(color.channels, value.color);
  mux_descriptor_info_t arguments[] = {buffer_argument(packed.buffer()), value_argument(value)};
  context.record({}, [&](Recording &recording) {
    recording.keep(packed);
    return library.record(recording, KernelName::pack_value, arguments, {1, 1, 1});
  });
}

}  // namespace

ClearColor color_for(const FormatInfo &format, const mux_gallium_color_t &color) {
  ClearColor made;
  for (size_t channel = 0; channel < 4; ++channel) {
    switch (format.channel_types[channel]) {
      case mux_gallium_channel_type_uint:
        made.channels.at(channel) = color.u[channel];
        break;
      case mux_gallium_channel_type_sint:
        made.channels.at(channel) = color.i[channel];
        break;
      default:
        made.channels.at(channel) = static_cast<double>(color.f[channel]);
        break;
    }
  }
  return made;
}

void clear_box(Context &context, Resource &resource, uint32_t level, const Box &box,
               const FormatInfo &format, const ClearColor &color) {
  const BlockBox blocks = resource.layout().blocks(level, box);
  KernelLibrary &library = KernelLibrary::with(context.screen(), KernelName::fill_blocks);
  const bool keeps = keeps_channels(format, color.mask);
  const Ref<Storage> packed = make_ref<Storage>(context.screen(), sizeof(FillValue));
  record_pack(context, *packed, format, color);
  const FillBox to = kernel_box(blocks, format.block_bytes, keeps);
  const Use use(resource, {.reads = keeps, .writes = true});
  mux_descriptor_info_t arguments[] = {buffer_argument(use.storage->buffer()),
                                       buffer_argument(packed->buffer()), value_argument(to)};
  context.record({&use, 1}, [&](Recording &recording) {
    recording.keep(*packed);
    return library.record(recording, KernelName::fill_blocks, arguments,
                          kernel_range(blocks, format.block_bytes));
  });
}

void fill_box(Context &context, Resource &resource, const BlockBox &blocks, const void *block) {
  const uint32_t block_bytes = resource.format().block_bytes;
  const Use use(resource, {.reads = false, .writes = true});
  if (blocks.is_contiguous()) {
    return context.record({&use, 1}, [&](Recording &recording) {
      recording.expect_bytes(blocks.size());
      return muxCommandFillBuffer(recording.commands, use.storage->buffer(), blocks.offset,
                                  blocks.size(), block, block_bytes, recording.wait_count,
                                  recording.waits, recording.sync_point);
    });
  }
  FillValue value{};
  std::memcpy(value.value, block, block_bytes);
  const Ref<Blob> packed = make_ref<Blob>(&value, sizeof value);
  KernelLibrary &library = KernelLibrary::with(context.screen(), KernelName::fill_blocks);
  const FillBox to = kernel_box(blocks, block_bytes, false);
  mux_descriptor_info_t arguments[] = {buffer_argument(use.storage->buffer()),
                                       memory_argument(*packed), value_argument(to)};
  context.record({&use, 1}, [&](Recording &recording) {
    recording.keep(*packed);
    return library.record(recording, KernelName::fill_blocks, arguments,
                          kernel_range(blocks, block_bytes));
  });
}

}  // namespace mux::gallium
