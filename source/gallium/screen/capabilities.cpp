#include "gallium/screen/capabilities.h"

#include <mux/gallium/blit.h>
#include <mux/gallium/compute.h>
#include <mux/gallium/query.h>

#include <algorithm>
#include <limits>

#include "gallium/format/format.h"

namespace mux::gallium {
namespace {

/// The limits of textures are those that OpenGL 4.5 programs expect; memory is the real limit.
void describe_textures(mux_gallium_screen_info_t &info, const mux_device_info_s &device) {
  info.max_texture_2d_size = 16384;
  info.max_texture_3d_size = 2048;
  info.max_texture_cube_size = 16384;
  info.max_texture_array_layers = 2048;
  info.max_samples = 16;
  info.max_resource_size = device.allocation_size;
  info.max_texel_buffer_elements = max_texel_buffer_elements;
}

void describe_slots(mux_gallium_screen_info_t &info) {
  info.max_constant_buffers = constant_slots;
  info.max_shader_buffers = buffer_slots;
  info.max_shader_images = image_slots;
  info.max_hw_atomic_buffers = atomic_slots;
  info.max_sampler_views = view_slots;
  info.max_samplers = sampler_slots;
  info.max_global_bindings = global_slots;
  info.max_render_targets = MUX_GALLIUM_MAX_COLOR_BUFFERS;
  info.max_constant_buffer_size = 65536;
  info.max_inlinable_constants = MUX_GALLIUM_MAX_INLINABLE_CONSTANTS;
  info.constant_buffer_offset_alignment = buffer_offset_alignment;
  info.shader_buffer_offset_alignment = buffer_offset_alignment;
  info.texture_buffer_offset_alignment = buffer_offset_alignment;
}

uint32_t as_32_bits(uint64_t value) {
  return static_cast<uint32_t>(std::min<uint64_t>(value, std::numeric_limits<uint32_t>::max()));
}

void describe_compute(mux_gallium_screen_info_t &info, const mux_device_info_s &device) {
  info.max_compute_work_group_invocations = device.max_concurrent_work_items;
  info.max_compute_block_size[0] = device.max_work_group_size_x;
  info.max_compute_block_size[1] = device.max_work_group_size_y;
  info.max_compute_block_size[2] = device.max_work_group_size_z;
  std::fill_n(info.max_compute_grid_size, 3, 65535U);
  info.max_compute_shared_memory_size = as_32_bits(device.shared_local_memory_size);
  info.max_compute_input_size = 4096;
}

}  // namespace

mux_gallium_screen_info_t describe_screen(mux_device_t device) {
  const mux_device_info_s &of_device = *device->info;
  mux_gallium_screen_info_t info{};
  info.vendor = "Mux";
  info.device_name = of_device.device_name;
  describe_textures(info, of_device);
  describe_slots(info);
  describe_compute(info, of_device);
  info.min_map_buffer_alignment = std::max<uint32_t>(of_device.buffer_alignment, 64);
  info.sparse_buffer_page_size = sparse_page_size;
  info.query_types =
      1U << mux_gallium_query_timestamp | 1U << mux_gallium_query_time_elapsed |
      1U << mux_gallium_query_timestamp_disjoint | 1U << mux_gallium_query_gpu_finished |
      1U << mux_gallium_query_occlusion_counter | 1U << mux_gallium_query_occlusion_predicate |
      1U << mux_gallium_query_occlusion_predicate_conservative |
      1U << mux_gallium_query_primitives_generated | 1U << mux_gallium_query_primitives_emitted |
      1U << mux_gallium_query_so_statistics | 1U << mux_gallium_query_so_overflow_predicate |
      1U << mux_gallium_query_so_overflow_any_predicate;
  info.timestamp_frequency = 1'000'000'000;
  info.clear_texture = true;
  info.generate_mipmap = true;
  info.buffer_map_persistent_coherent = true;
  info.native_fence_fd = true;
  info.device_reset_status_query = true;
  info.query_buffer_object = true;
  info.compute_tgsi = true;
  info.bindless_texture = true;
  return info;
}

namespace {

bool is_array_of_blocks(uint32_t target) {
  return target == mux_gallium_target_buffer || target == mux_gallium_target_texture_1d ||
         target == mux_gallium_target_texture_1d_array;
}

bool can_be_multisampled(uint32_t target) {
  return target == mux_gallium_target_texture_2d || target == mux_gallium_target_texture_2d_array;
}

}  // namespace

bool is_supported(const mux_gallium_screen_info_t &info, const FormatUse &use) noexcept {
  const FormatInfo *format = find_format(use.format);
  if (format == nullptr || use.target >= mux_gallium_target_count || format->block_bytes == 0 ||
      use.format == mux_gallium_format_none) {
    return false;
  }
  if (use.samples > 1) {
    const bool is_power = (use.samples & (use.samples - 1)) == 0;
    if (use.samples > info.max_samples || !is_power || !can_be_multisampled(use.target) ||
        format->is_compressed) {
      return false;
    }
  }
  if (format->is_compressed && is_array_of_blocks(use.target)) {
    return false;
  }
  const bool is_depth = is_depth_stencil(*format);
  if ((use.bindings & mux_gallium_bind_render_target) != 0 &&
      (is_depth || !is_renderable(*format) || use.target == mux_gallium_target_buffer)) {
    return false;
  }
  if ((use.bindings & mux_gallium_bind_depth_stencil) != 0 &&
      (!is_depth || use.target == mux_gallium_target_texture_3d ||
       use.target == mux_gallium_target_buffer)) {
    return false;
  }
  if ((use.bindings & mux_gallium_bind_sampler_view) != 0 && !is_renderable(*format) &&
      !is_decodable(use.format)) {
    return false;
  }
  constexpr uint32_t by_texel = mux_gallium_bind_shader_image | mux_gallium_bind_vertex_buffer;
  return (use.bindings & by_texel) == 0 || is_renderable(*format);
}

}  // namespace mux::gallium
