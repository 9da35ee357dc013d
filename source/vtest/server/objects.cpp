#include <algorithm>
#include <utility>

#include "vtest/server/renderer.h"

namespace mux::vtest {

namespace {

mux_gallium_color_t to_color(const std::array<uint32_t, 4> &words) {
  mux_gallium_color_t color;
  std::ranges::copy(words, color.u);
  return color;
}

mux_gallium_sampler_template_t to_template(const stream::CreateSamplerState &command) {
  mux_gallium_sampler_template_t result{};
  result.wrap_s = static_cast<uint32_t>(command.wrap_s);
  result.wrap_t = static_cast<uint32_t>(command.wrap_t);
  result.wrap_r = static_cast<uint32_t>(command.wrap_r);
  result.min_img_filter = static_cast<uint32_t>(command.min_filter);
  result.min_mip_filter = static_cast<uint32_t>(command.mip_filter);
  result.mag_img_filter = static_cast<uint32_t>(command.mag_filter);
  result.compare_mode = command.compare;
  result.compare_func = static_cast<uint32_t>(command.compare_function);
  result.seamless_cube_map = command.seamless_cube;
  result.max_anisotropy = command.max_anisotropy;
  result.lod_bias = command.lod_bias;
  result.min_lod = command.min_lod;
  result.max_lod = command.max_lod;
  result.border_color = to_color(command.border_color);
  return result;
}

/// Bytes of a texel; 0 if there is no such format.
uint32_t bytes_of(stream::Format format) {
  mux_gallium_format_info_t info;
  return muxGalliumGetFormatInfo(format.number, &info) == mux_success ? info.block_bytes : 0;
}

mux_gallium_sampler_view_template_t to_template(const stream::CreateSamplerView &command,
                                                const ResourceEntry &entry) {
  mux_gallium_sampler_view_template_t result{};
  result.target = command.target == stream::Target::buffer ? entry.description.target
                                                           : static_cast<uint32_t>(command.target);
  result.format = command.format.number;
  if (entry.is_buffer()) {
    const uint64_t bytes = bytes_of(command.format);
    const uint64_t end = uint64_t{command.levels_or_last} + 1;
    result.offset = command.layers_or_first * bytes;
    result.size = end > command.layers_or_first ? (end - command.layers_or_first) * bytes : 0;
  } else {
    result.first_layer = command.layers_or_first & 0xffff;
    result.last_layer = command.layers_or_first >> 16;
    result.first_level = command.levels_or_last & 0xff;
    result.last_level = command.levels_or_last >> 8 & 0xff;
  }
  result.swizzle_r = static_cast<uint32_t>(command.swizzle[0]);
  result.swizzle_g = static_cast<uint32_t>(command.swizzle[1]);
  result.swizzle_b = static_cast<uint32_t>(command.swizzle[2]);
  result.swizzle_a = static_cast<uint32_t>(command.swizzle[3]);
  return result;
}

bool is_depth_or_stencil(stream::Format format) {
  mux_gallium_format_info_t info;
  return muxGalliumGetFormatInfo(format.number, &info) == mux_success &&
         (info.has_depth || info.has_stencil);
}

}  // namespace

void Renderer::execute(const stream::CreateSamplerView &command) {
  const std::shared_ptr<ResourceEntry> entry = find_entry(command.resource.handle, "SAMPLER_VIEW");
  if (entry == nullptr) {
    return;
  }
  const mux_gallium_sampler_view_template_t description = to_template(command, *entry);
  mux_gallium_sampler_view_t view = nullptr;
  if (current().check(
          muxGalliumCreateSamplerView(current().get(), entry->resource.get(), &description, &view),
          "SAMPLER_VIEW")) {
    current().add(command.object, SamplerView(current().get(), view));
  }
}

void Renderer::execute(const stream::CreateSamplerState &command) {
  const mux_gallium_sampler_template_t description = to_template(command);
  mux_gallium_sampler_state_t state = nullptr;
  if (current().check(muxGalliumCreateSamplerState(current().get(), &description, &state),
                      "SAMPLER_STATE")) {
    current().add(command.object, SamplerState(current().get(), state));
  }
}

void Renderer::execute(const stream::CreateSurface &command) {
  mux_gallium_surface_template_t description{};
  description.format = command.format.number;
  description.level = command.level;
  description.first_layer = command.first_layer;
  description.last_layer = command.last_layer;
  description.bind = is_depth_or_stencil(command.format) ? mux_gallium_bind_depth_stencil
                                                         : mux_gallium_bind_render_target;
  mux_gallium_surface_t surface = nullptr;
  if (current().check(
          muxGalliumCreateSurface(current().get(), find_resource(command.resource, "SURFACE"),
                                  &description, &surface),
          "SURFACE")) {
    current().add(command.object, Surface(current().get(), surface));
  }
}

void Renderer::execute(const stream::CreateMsaaSurface & /*command*/) {
  log_.warn_once("MSAA_SURFACE is not offered");
}

void Renderer::execute(const stream::CreateQuery &command) {
  const std::shared_ptr<ResourceEntry> entry = find_entry(command.resource.handle, "QUERY");
  if (entry == nullptr) {
    return;
  }
  entry->has_query_results = true;
  auto query = std::make_shared<Query>();
  query->context = &current();
  query->type = command.type;
  query->resource = entry;
  const auto type = static_cast<uint32_t>(command.type);
  if ((info_.query_types >> type & 1) != 0) {
    mux_gallium_query_t handle = nullptr;
    if (current().check(muxGalliumCreateQuery(current().get(), type, command.index, &handle),
                        "QUERY")) {
      query->handle = QueryHandle(current().get(), handle);
    }
  }
  current().add(command.object, std::move(query));
}

void Renderer::execute(const stream::DestroyObject &command) {
  if (!current().remove(command.object)) {
    // What the layer refused to create is destroyed by the client nevertheless.
    log_.write(LogLevel::debug, "the object to destroy does not exist");
  }
}

}  // namespace mux::vtest
