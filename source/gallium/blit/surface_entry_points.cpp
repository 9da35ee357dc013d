// Entry points of surfaces and framebuffers.

#include "gallium/context/call.h"

using namespace mux::gallium;

mux_result_t muxGalliumCreateSurface(mux_gallium_context_t context, mux_gallium_resource_t resource,
                                     const mux_gallium_surface_template_t *description,
                                     mux_gallium_surface_t *out_surface) {
  return context_call("muxGalliumCreateSurface", context,
                      arguments(resource, description, out_surface), [&](Context &on) {
                        Resource &of = checked<Resource>(resource);
                        require_valid(description != nullptr, "the description is NULL");
                        const Ref<Surface> made = make_ref<Surface>(&on, of, *description);
                        require_out(out_surface, "out_surface is NULL");
                        *out_surface = on.add(made);
                      });
}

mux_result_t muxGalliumSurfaceDestroy(mux_gallium_context_t context,
                                      mux_gallium_surface_t surface) {
  return any_context_call("muxGalliumSurfaceDestroy", context, arguments(surface),
                          [&](Context &on) { on.remove(checked<Surface>(surface, &on)); });
}

namespace {

/// A surface of the context, or none.
Ref<Surface> surface_of(const Context &on, mux_gallium_surface_t handle, bool is_color) {
  if (handle == nullptr) {
    return {};
  }
  Surface &surface = checked<Surface>(handle, &on);
  require_valid(surface.is_color() == is_color,
                "a surface of color in place of depth, or of depth in place of color");
  return Ref<Surface>(surface);
}

}  // namespace

mux_result_t muxGalliumSetFramebufferState(mux_gallium_context_t context,
                                           const mux_gallium_framebuffer_t *framebuffer) {
  return context_call("muxGalliumSetFramebufferState", context, arguments(framebuffer),
                      [&](Context &on) {
                        Framebuffer made;
                        if (framebuffer != nullptr) {
                          require_valid(framebuffer->color_count <= MUX_GALLIUM_MAX_COLOR_BUFFERS,
                                        "too many color surfaces");
                          for (uint32_t index = 0; index < framebuffer->color_count; ++index) {
                            made.color.at(index) = surface_of(on, framebuffer->color[index], true);
                          }
                          made.depth_stencil = surface_of(on, framebuffer->depth_stencil, false);
                          made.width = framebuffer->width;
                          made.height = framebuffer->height;
                          made.layers = framebuffer->layers;
                        }
                        on.bindings().framebuffer = std::move(made);
                      });
}
