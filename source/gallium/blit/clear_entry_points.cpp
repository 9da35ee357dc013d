// Entry points of clears of surfaces and textures.

#include <algorithm>

#include "gallium/blit/clear.h"
#include "gallium/context/call.h"

using namespace mux::gallium;

namespace {

/// A rectangle of a surface.
struct Area {
  uint32_t x;
  uint32_t y;
  uint32_t width;
  uint32_t height;
};

constexpr Area everything = {0, 0, UINT32_MAX, UINT32_MAX};

/// Clears the part of an area that is in the surface, in all layers.
void clear_area(Context &on, const Surface &surface, const Area &area, const ClearColor &color) {
  const mux_gallium_surface_template_t &of = surface.description();
  const LevelLayout &level = surface.resource().layout().level(of.level);
  if (area.x >= level.width || area.y >= level.height || area.width == 0 || area.height == 0) {
    return;
  }
  const Box box = {static_cast<int32_t>(area.x),
                   static_cast<int32_t>(area.y),
                   static_cast<int32_t>(of.first_layer),
                   static_cast<int32_t>(std::min(area.width, level.width - area.x)),
                   static_cast<int32_t>(std::min(area.height, level.height - area.y)),
                   static_cast<int32_t>(of.last_layer - of.first_layer + 1)};
  clear_box(on, surface.resource(), of.level, box, surface.format(), color);
}

/// Depth and stencil as numbers of the first two channels.
ClearColor depth_stencil_color(uint32_t buffers, double depth, uint32_t stencil) {
  constexpr uint32_t stencil_bits = 0xff;
  ClearColor made;
  made.channels = {depth, static_cast<double>(stencil & stencil_bits), 0, 0};
  made.mask = buffers & (mux_gallium_clear_depth | mux_gallium_clear_stencil);
  return made;
}

/// Clears the parts of a surface that it has.
void clear_depth_stencil(Context &on, const Surface &surface, uint32_t buffers, double depth,
                         uint32_t stencil, const Area &area) {
  const FormatInfo &format = surface.format();
  uint32_t present = 0;
  if (format.has_depth) {
    present |= mux_gallium_clear_depth;
  }
  if (format.has_stencil) {
    present |= mux_gallium_clear_stencil;
  }
  if ((buffers & present) != 0) {
    clear_area(on, surface, area, depth_stencil_color(buffers & present, depth, stencil));
  }
}

}  // namespace

mux_result_t muxGalliumClear(mux_gallium_context_t context, uint32_t buffers,
                             const mux_gallium_color_t *color, double depth, uint32_t stencil) {
  return context_call(
      "muxGalliumClear", context, arguments(buffers, color, depth, stencil), [&](Context &on) {
        constexpr uint32_t known =
            mux_gallium_clear_depth | mux_gallium_clear_stencil | mux_gallium_clear_color;
        require_valid((buffers & ~known) == 0, "an unknown buffer");
        require_valid((buffers & mux_gallium_clear_color) == 0 || color != nullptr,
                      "the color is NULL");
        if (on.is_skipped()) {
          return;
        }
        const Framebuffer &framebuffer = on.bindings().framebuffer;
        for (uint32_t index = 0; index < framebuffer.color.size(); ++index) {
          const Ref<Surface> &surface = framebuffer.color.at(index);
          if (surface && (buffers & mux_gallium_clear_color0 << index) != 0) {
            clear_area(on, *surface, everything, color_for(surface->format(), *color));
          }
        }
        if (framebuffer.depth_stencil) {
          clear_depth_stencil(on, *framebuffer.depth_stencil, buffers, depth, stencil, everything);
        }
      });
}

mux_result_t muxGalliumClearRenderTarget(mux_gallium_context_t context,
                                         mux_gallium_surface_t surface,
                                         const mux_gallium_color_t *color, uint32_t x, uint32_t y,
                                         uint32_t width, uint32_t height,
                                         bool render_condition_enabled) {
  return context_call("muxGalliumClearRenderTarget", context,
                      arguments(surface, color, x, y, width, height, render_condition_enabled),
                      [&](Context &on) {
                        const Surface &of = checked<Surface>(surface, &on);
                        require_valid(of.is_color(), "the surface is of depth and stencil");
                        require_valid(color != nullptr, "the color is NULL");
                        if (!render_condition_enabled || !on.is_skipped()) {
                          clear_area(on, of, {x, y, width, height}, color_for(of.format(), *color));
                        }
                      });
}

mux_result_t muxGalliumClearDepthStencil(mux_gallium_context_t context,
                                         mux_gallium_surface_t surface, uint32_t buffers,
                                         double depth, uint32_t stencil, uint32_t x, uint32_t y,
                                         uint32_t width, uint32_t height,
                                         bool render_condition_enabled) {
  return context_call(
      "muxGalliumClearDepthStencil", context,
      arguments(surface, buffers, depth, stencil, x, y, width, height, render_condition_enabled),
      [&](Context &on) {
        const Surface &of = checked<Surface>(surface, &on);
        require_valid(!of.is_color(), "the surface is of color");
        require_valid(
            (buffers & ~uint32_t{mux_gallium_clear_depth | mux_gallium_clear_stencil}) == 0,
            "buffers has another bit than depth and stencil");
        if (!render_condition_enabled || !on.is_skipped()) {
          clear_depth_stencil(on, of, buffers, depth, stencil, {x, y, width, height});
        }
      });
}

mux_result_t muxGalliumClearTexture(mux_gallium_context_t context, mux_gallium_resource_t resource,
                                    uint32_t level, const mux_gallium_box_t *box,
                                    const void *data) {
  return context_call("muxGalliumClearTexture", context, arguments(resource, level, box, data),
                      [&](Context &on) {
                        Resource &to = checked<Resource>(resource);
                        require_valid(!to.is_buffer(), "the resource is a buffer");
                        require_valid(box != nullptr, "the box is NULL");
                        require_valid(data != nullptr, "the data is NULL");
                        fill_box(on, to, to.layout().blocks(level, *box), data);
                      });
}
