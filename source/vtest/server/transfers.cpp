#include <array>
#include <cstring>

#include "vtest/server/renderer.h"

namespace mux::vtest {

namespace {

mux_gallium_box_t box_of(const Transfer &transfer) {
  return {static_cast<int32_t>(transfer.x),      static_cast<int32_t>(transfer.y),
          static_cast<int32_t>(transfer.z),      static_cast<int32_t>(transfer.width),
          static_cast<int32_t>(transfer.height), static_cast<int32_t>(transfer.depth)};
}

mux_gallium_blit_side_t side_of(const stream::Blit::Side &side, mux_gallium_resource_t resource) {
  return {resource, side.level, side.format.number, to_box(side.box)};
}

mux_gallium_rectangle_t rectangle_of(const stream::Blit &command) {
  return {
      static_cast<uint16_t>(command.scissor_min_x), static_cast<uint16_t>(command.scissor_min_y),
      static_cast<uint16_t>(command.scissor_max_x), static_cast<uint16_t>(command.scissor_max_y)};
}

}  // namespace

void Renderer::write_box(const ResourceEntry &entry, uint32_t level, const mux_gallium_box_t &box,
                         const Placement &place) {
  constexpr uint32_t usage = mux_gallium_map_discard_range;
  current().note_work();
  if (entry.is_buffer()) {
    current().check(
        muxGalliumBufferSubdata(current().get(), entry.resource.get(), usage, uint64_t(box.x),
                                uint64_t(box.width), place.bytes.data()),
        "write to a buffer");
  } else {
    current().check(
        muxGalliumTextureSubdata(current().get(), entry.resource.get(), level, usage, &box,
                                 place.bytes.data(), place.stride, place.layer_stride),
        "write to a texture");
  }
}

void Renderer::read_box(const ResourceEntry &entry, uint32_t level, const mux_gallium_box_t &box,
                        const Placement &place) {
  mux_gallium_transfer_t transfer = nullptr;
  void *data = nullptr;
  if (!current().check(muxGalliumTransferMap(current().get(), entry.resource.get(), level,
                                             mux_gallium_map_read, &box, &transfer, &data),
                       "read back")) {
    return;
  }
  mux_gallium_transfer_info_t info;
  if (current().check(muxGalliumGetTransferInfo(transfer, &info), "read back")) {
    const auto *source = static_cast<const std::byte *>(data);
    for (uint64_t slice = 0; slice < place.slices; ++slice) {
      for (uint64_t row = 0; row < place.rows; ++row) {
        std::memcpy(place.bytes.data() + slice * place.layer_stride + row * place.stride,
                    source + slice * info.layer_stride + row * info.stride, place.row_bytes);
      }
    }
  }
  current().check(muxGalliumTransferUnmap(current().get(), transfer), "read back");
}

void Renderer::read_back(const Transfer &transfer) {
  const std::shared_ptr<ResourceEntry> entry = find_entry(transfer.resource, "TRANSFER_GET2");
  if (entry == nullptr || !entry->resource) {
    return;
  }
  if (entry->has_query_results) {
    deliver_all(entry.get(), nullptr, false);
    return;
  }
  const mux_gallium_box_t box = box_of(transfer);
  if (const auto place = resources_.place(*entry, transfer.level, box, entry->memory.bytes(),
                                          transfer.offset, 0, 0)) {
    read_box(*entry, transfer.level, box, *place);
  }
}

void Renderer::write(const Transfer &transfer) {
  const std::shared_ptr<ResourceEntry> entry = find_entry(transfer.resource, "TRANSFER_PUT2");
  if (entry == nullptr || !entry->resource) {
    return;
  }
  const mux_gallium_box_t box = box_of(transfer);
  if (const auto place = resources_.place(*entry, transfer.level, box, entry->memory.bytes(),
                                          transfer.offset, 0, 0)) {
    write_box(*entry, transfer.level, box, *place);
    current().flush();
  }
}

void Renderer::execute(const stream::Transfer3d &command) {
  const std::shared_ptr<ResourceEntry> entry = find_entry(command.resource.handle, "TRANSFER3D");
  if (entry == nullptr || !entry->resource) {
    return;
  }
  const mux_gallium_box_t box = to_box(command.box);
  const auto place = resources_.place(*entry, command.level, box, entry->memory.bytes(),
                                      command.data_offset, command.stride, command.layer_stride);
  if (!place) {
    return;
  }
  if (command.direction == stream::Transfer3d::to_resource) {
    write_box(*entry, command.level, box, *place);
  } else if (command.direction == stream::Transfer3d::from_resource) {
    read_box(*entry, command.level, box, *place);
  } else {
    log_.warn_once("TRANSFER3D has no direction");
  }
}

void Renderer::execute(const stream::CopyTransfer3d &command) {
  const std::shared_ptr<ResourceEntry> entry =
      find_entry(command.resource.handle, "COPY_TRANSFER3D");
  const std::shared_ptr<ResourceEntry> source =
      find_entry(command.source.handle, "COPY_TRANSFER3D");
  if (entry == nullptr || source == nullptr || !entry->resource) {
    return;
  }
  if (command.from_host) {
    log_.warn_once("COPY_TRANSFER3D to shared memory is not offered");
    return;
  }
  const mux_gallium_box_t box = to_box(command.box);
  if (const auto place =
          resources_.place(*entry, command.level, box, source->memory.bytes(),
                           command.source_offset, command.stride, command.layer_stride)) {
    write_box(*entry, command.level, box, *place);
  }
}

void Renderer::execute(const stream::InlineWrite &command) {
  const std::shared_ptr<ResourceEntry> entry =
      find_entry(command.resource.handle, "RESOURCE_INLINE_WRITE");
  if (entry == nullptr || !entry->resource) {
    return;
  }
  const mux_gallium_box_t box = to_box(command.box);
  // Without strides the data has no padding.
  const uint64_t stride = command.stride != 0 ? command.stride : entry->row_bytes(box);
  const uint64_t layer_stride =
      command.layer_stride != 0 ? command.layer_stride : entry->rows(box) * stride;
  // Only read.
  const std::span<std::byte> data(
      reinterpret_cast<std::byte *>(const_cast<uint32_t *>(command.data.data())),
      command.data.size_bytes());
  if (const auto place =
          resources_.place(*entry, command.level, box, data, 0, stride, layer_stride)) {
    write_box(*entry, command.level, box, *place);
  }
}

void Renderer::execute(const stream::Blit &command) {
  if (command.render_condition_enable && current().fixed_condition == true) {
    return;
  }
  mux_gallium_blit_info_t info{};
  info.destination =
      side_of(command.destination, find_resource(command.destination.resource, "BLIT"));
  info.source = side_of(command.source, find_resource(command.source.resource, "BLIT"));
  info.mask = command.mask.bits;
  info.filter = static_cast<uint32_t>(command.filter);
  info.scissor_enable = command.scissor_enable;
  info.scissor = rectangle_of(command);
  info.render_condition_enable = command.render_condition_enable;
  info.alpha_blend = command.alpha_blend;
  current().note_work();
  current().check(muxGalliumBlit(current().get(), &info), "BLIT");
}

void Renderer::execute(const stream::CopyRegion &command) {
  const mux_gallium_box_t box = to_box(command.source_box);
  current().note_work();
  current().check(
      muxGalliumResourceCopyRegion(
          current().get(), find_resource(command.destination, "RESOURCE_COPY_REGION"),
          command.destination_level, command.x, command.y, command.z,
          find_resource(command.source, "RESOURCE_COPY_REGION"), command.source_level, &box),
      "RESOURCE_COPY_REGION");
}

void Renderer::execute(const stream::ClearTexture &command) {
  const std::shared_ptr<ResourceEntry> entry = find_entry(command.resource.handle, "CLEAR_TEXTURE");
  if (entry == nullptr) {
    return;
  }
  const mux_gallium_box_t box = to_box(command.box);
  // The largest block has 32 bytes, the command 16.
  std::array<std::byte, 32> value{};
  std::memcpy(value.data(), command.value.data(), sizeof(command.value));
  current().note_work();
  current().check(muxGalliumClearTexture(current().get(), entry->resource.get(), command.level,
                                         &box, value.data()),
                  "CLEAR_TEXTURE");
}

}  // namespace mux::vtest
