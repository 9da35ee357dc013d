#include "gallium/compute/decoded_views.h"

#include <algorithm>
#include <bit>

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
  uint32_t slots = 0;
  for (const Parameter &parameter : entry_point.parameters) {
    if (parameter.source == Source::view && parameter.property == Property::address) {
      slots |= 1U << parameter.slot;
    }
  }
  decode_views(context, context.bindings().stages[mux_gallium_stage_compute], slots);
}

void decode_views(Context &context, const StageBindings &stage, uint32_t slots) {
  for (; slots != 0; slots &= slots - 1) {
    const Ref<SamplerView> &view = stage.views.at(static_cast<size_t>(std::countr_zero(slots)));
    if (view && view->decoded() != nullptr) {
      decode(context, *view);
    }
  }
}

}  // namespace mux::gallium
