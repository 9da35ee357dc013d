#include "gallium/compute/decoded_views.h"

#include <algorithm>

#include "gallium/blit/decompress.h"

namespace mux::gallium {
namespace {

/// Whether commands of other contexts that may not run before those of this one write a texture.
bool is_written_elsewhere(Context &context, Resource &resource) {
  const Timeline *own = &context.stream().timeline();
  return std::ranges::any_of(resource.uses().writes(), [own](const Uses::Command &command) {
    return command.timeline.get() != own;
  });
}

void decode(Context &context, const SamplerView &view) {
  DecodedView &decoded = *view.decoded();
  Resource &from = view.resource();
  const uint64_t version = from.version();
  if (decoded.version == version) {
    return;
  }
  const bool stays = !from.is_written_unnoticed() && !is_written_elsewhere(context, from);
  decoded.version.reset();
  const mux_gallium_sampler_view_template_t &part = view.description();
  for (uint32_t index = 0; index < decoded.range.layout.level_count; ++index) {
    decompress_layers(context, from, part.format, part.first_level + index, part.first_layer,
                      decoded.range.layout.levels[index].depth, *decoded.resource);
  }
  if (stays) {
    decoded.version = version;
  }
}

}  // namespace

void decode_views(Context &context, const EntryPoint &entry_point) {
  if (!context.bindings().program->samples_textures()) {
    return;
  }
  const StageBindings &stage = context.bindings().stages[mux_gallium_stage_compute];
  for (const Parameter &parameter : entry_point.parameters) {
    if (parameter.source != Source::view || parameter.property != Property::address) {
      continue;
    }
    const Ref<SamplerView> &view = stage.views.at(parameter.slot);
    if (view && view->decoded() != nullptr) {
      decode(context, *view);
    }
  }
}

}  // namespace mux::gallium
