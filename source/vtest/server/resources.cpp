#include "vtest/server/resources.h"

#include <mux/extensions.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>

namespace mux::vtest {

namespace {

constexpr size_t fence_file_bytes = 4096;
/// Bind flags of the protocol that the layer has too.
constexpr uint32_t known_bind_flags =
    mux_gallium_bind_depth_stencil | mux_gallium_bind_render_target |
    mux_gallium_bind_sampler_view | mux_gallium_bind_vertex_buffer | mux_gallium_bind_index_buffer |
    mux_gallium_bind_constant_buffer | mux_gallium_bind_display_target |
    mux_gallium_bind_command_args | mux_gallium_bind_stream_output |
    mux_gallium_bind_shader_buffer | mux_gallium_bind_query_buffer | mux_gallium_bind_cursor |
    mux_gallium_bind_custom | mux_gallium_bind_scanout | mux_gallium_bind_staging |
    mux_gallium_bind_shared | mux_gallium_bind_linear;

uint64_t blocks(int32_t pixels, uint32_t block) {
  return pixels <= 0 ? 0 : (uint64_t(pixels) + block - 1) / block;
}

}  // namespace

uint64_t ResourceEntry::row_bytes(const mux_gallium_box_t &box) const noexcept {
  return blocks(box.width, block_width) * block_bytes;
}

uint64_t ResourceEntry::rows(const mux_gallium_box_t &box) const noexcept {
  return blocks(box.height, block_height);
}

bool Resources::is_fence(const ResourceCreate &create) noexcept {
  return create.target == mux_gallium_target_buffer && create.bind == mux_gallium_bind_custom &&
         create.width == 8 && create.array_size == 0;
}

const Descriptor &Resources::fence_file() {
  if (!fence_file_) {
    fence_file_ = create_memory_file(fence_file_bytes);
  }
  return fence_file_;
}

void Resources::create_in_layer(ResourceEntry &entry) {
  const ResourceCreate &create = entry.description;
  mux_gallium_format_info_t format;
  if (!entry.is_buffer() && muxGalliumGetFormatInfo(create.format, &format) == mux_success) {
    entry.block_bytes = format.block_bytes;
    entry.block_width = format.block_width;
    entry.block_height = format.block_height;
  }
  mux_gallium_resource_template_t description{};
  description.target = create.target;
  description.format = create.format;
  description.width = create.width;
  description.height = create.height;
  description.depth = create.depth;
  description.array_size = create.array_size;
  description.last_level = create.last_level;
  description.samples = create.samples;
  description.bind = create.bind & known_bind_flags;
  mux_gallium_resource_t resource = nullptr;
  if (muxGalliumCreateResource(screen_, &description, &resource) != mux_success) {
    log_.warn_once(describe(create) + ": " + muxGetLastErrorMessage());
    return;
  }
  entry.resource = ResourceHandle(resource);
}

std::shared_ptr<ResourceEntry> Resources::create(const ResourceCreate &create, Descriptor &file) {
  auto entry = std::make_shared<ResourceEntry>();
  entry->description = create;
  const bool has_contents = !is_fence(create);
  if (create.data_size > 0 && has_contents) {
    file = create_memory_file(create.data_size);
    if (file) {
      entry->memory = SharedMemory(file, create.data_size);
    }
    if (entry->memory.bytes().empty()) {
      log_.warn_once(std::string("cannot map the memory of a resource: ") + std::strerror(errno));
    }
  }
  if (create.handle == 0 || (entries_.size() >= max_entries && !entries_.contains(create.handle))) {
    log_.warn_once("a resource has the handle 0, or there are too many resources");
    return entry;
  }
  if (has_contents) {
    create_in_layer(*entry);
  }
  entries_[create.handle] = entry;
  return entry;
}

std::shared_ptr<ResourceEntry> Resources::find(uint32_t handle) const {
  const auto found = entries_.find(handle);
  return found == entries_.end() ? nullptr : found->second;
}

std::optional<Placement> Resources::place(const ResourceEntry &resource, uint32_t level,
                                          const mux_gallium_box_t &box, std::span<std::byte> memory,
                                          uint64_t offset, uint64_t stride, uint64_t layer_stride) {
  mux_gallium_resource_layout_t layout;
  if (muxGalliumGetResourceLayout(resource.resource.get(), level, &layout) != mux_success) {
    log_.warn_once(std::string("transfer: ") + muxGetLastErrorMessage());
    return std::nullopt;
  }
  const auto is_outside = [](int32_t start, int32_t extent, uint64_t size) {
    return start < 0 || extent <= 0 || uint64_t(start) + uint64_t(extent) > size;
  };
  if (is_outside(box.x, box.width, layout.width) || is_outside(box.y, box.height, layout.height) ||
      is_outside(box.z, box.depth, layout.layers)) {
    log_.warn_once("transfer: the box is empty or outside of the level");
    return std::nullopt;
  }
  Placement place;
  place.stride = stride != 0 ? stride : layout.stride;
  place.layer_stride = layer_stride != 0 ? layer_stride : layout.layer_stride;
  place.row_bytes = resource.row_bytes(box);
  place.rows = resource.rows(box);
  place.slices = uint64_t(box.depth);
  // The counts are those of a level, and strides of the client less than 2^32: nothing overflows.
  const uint64_t size =
      (place.slices - 1) * place.layer_stride + (place.rows - 1) * place.stride + place.row_bytes;
  if (offset > memory.size() || size > memory.size() - offset) {
    log_.warn_once("transfer: the box is outside of the memory");
    return std::nullopt;
  }
  place.bytes = memory.subspan(offset, size);
  return place;
}

}  // namespace mux::vtest
