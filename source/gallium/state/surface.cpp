#include "gallium/state/surface.h"

namespace mux::gallium {

Surface::Surface(const void *context, Resource &resource,
                 const mux_gallium_surface_template_t &description)
    : OfContext(context),
      resource_(resource),
      description_(description),
      format_(&checked_format(description.format)) {
  require_valid(!resource.is_buffer(), "a buffer has no surfaces");
  const LevelLayout &level = resource.layout().level(description.level);
  require_valid(
      description.first_layer <= description.last_layer && description.last_layer < level.layers,
      "the layers are not in the texture");
  require_valid(is_renderable(*format_) && format_->block_bytes == resource.format().block_bytes &&
                    !resource.format().is_compressed,
                "the format cannot be rendered to, or has blocks of another size");
  const bool is_depth = is_depth_stencil(*format_);
  require_valid(
      description.bind == static_cast<uint32_t>(is_depth ? mux_gallium_bind_depth_stencil
                                                         : mux_gallium_bind_render_target),
      "bind is neither render target nor depth and stencil, or does not fit the format");
}

}  // namespace mux::gallium
