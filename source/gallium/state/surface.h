/// @file
/// Surfaces. Immutable.
#pragma once

#include <mux/gallium/blit.h>

#include "gallium/resource/resource.h"

namespace mux::gallium {

class Surface final : public OfContext, public mux_gallium_surface_s {
 public:
  using HandleType = mux_gallium_surface_t;
  static constexpr const char *is_null = "the surface is NULL";

  /// Fails if the description does not fit the resource.
  Surface(const void *context, Resource &resource,
          const mux_gallium_surface_template_t &description);

  Resource &resource() const { return *resource_; }
  const mux_gallium_surface_template_t &description() const { return description_; }
  const FormatInfo &format() const { return *format_; }
  bool is_color() const { return description_.bind == mux_gallium_bind_render_target; }

 private:
  Ref<Resource> resource_;
  mux_gallium_surface_template_t description_;
  const FormatInfo *format_;
};

}  // namespace mux::gallium
