#include <algorithm>

#include "vtest/server/renderer.h"

namespace mux::vtest {

void Renderer::execute(const stream::Clear &command) {
  if (current().fixed_condition == true) {
    return;
  }
  uint32_t buffers = command.colors.bits * mux_gallium_clear_color0;
  if (command.depth) {
    buffers |= mux_gallium_clear_depth;
  }
  if (command.stencil) {
    buffers |= mux_gallium_clear_stencil;
  }
  mux_gallium_color_t color;
  std::ranges::copy(command.color, color.u);
  current().note_work();
  current().check(
      muxGalliumClear(current().get(), buffers, &color, command.depth_value, command.stencil_value),
      "CLEAR");
}

void Renderer::execute(const stream::LaunchGrid &command) {
  mux_gallium_grid_info_t grid{};
  grid.work_dim = 3;
  std::ranges::copy(command.block, grid.block);
  std::ranges::copy(command.grid, grid.grid);
  if (command.indirect_buffer.handle != 0) {
    grid.indirect = find_resource(command.indirect_buffer, "LAUNCH_GRID");
    grid.indirect_offset = command.indirect_offset;
    if (grid.indirect == nullptr) {
      return;
    }
  }
  current().note_work();
  current().check(muxGalliumLaunchGrid(current().get(), &grid), "LAUNCH_GRID");
}

void Renderer::execute(const stream::MemoryBarrier &command) {
  constexpr uint32_t known_flags = mux_gallium_barrier_update_texture * 2 - 1;
  current().note_work();
  current().check(muxGalliumMemoryBarrier(current().get(), command.flags.bits & known_flags),
                  "MEMORY_BARRIER");
}

void Renderer::execute(const stream::TextureBarrier &command) {
  constexpr uint32_t known_flags =
      mux_gallium_texture_barrier_sampler | mux_gallium_texture_barrier_framebuffer;
  current().note_work();
  current().check(muxGalliumTextureBarrier(current().get(), command.flags.bits & known_flags),
                  "TEXTURE_BARRIER");
}

}  // namespace mux::vtest
