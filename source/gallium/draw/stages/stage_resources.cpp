#include "gallium/draw/stages/stage_resources.h"

#include <array>
#include <bit>

#include "gallium/compute/decoded_views.h"

namespace mux::gallium {
namespace {

/// What is read where nothing is bound: layouts and samplers of zeros, which make all reads give 0.
alignas(64) constexpr std::array<std::byte, 1024> zeros{};
static_assert(sizeof(mux_gallium_view_layout_t) <= zeros.size() &&
              sizeof(mux_gallium_image_layout_t) <= zeros.size() &&
              sizeof(mux_gallium_sampler_layout_t) <= zeros.size());

uint64_t address_of(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

const uint64_t nowhere = address_of(zeros.data());

/// Calls a function with the number of each bit that is set.
template <typename Function>
void for_each_bit(uint32_t bits, Function function) {
  for (; bits != 0; bits &= bits - 1) {
    function(static_cast<uint32_t>(std::countr_zero(bits)));
  }
}

/// Adds a use and returns the address of a byte of the resource's storage.
uint64_t use(StageResources &made, Resource &resource, uint64_t offset, Access access) {
  return address_of(made.uses.emplace_back(resource, access).storage->data() + offset);
}

mux_gallium_stage_buffer_t buffer_of(StageResources &made, const BufferSlot &slot, bool writes) {
  if (slot.size == 0 || (!slot.resource && !slot.data)) {
    return {nowhere, 0, 0};
  }
  const auto size = static_cast<uint32_t>(slot.size);
  if (slot.resource) {
    return {use(made, *slot.resource, slot.offset, {.reads = true, .writes = writes}), size, 0};
  }
  made.kept.emplace_back(*slot.data);
  return {address_of(slot.data->data()), size, 0};
}

mux_gallium_stage_view_t view_of(StageResources &made, const SamplerView *view,
                                 const SamplerState *sampler) {
  mux_gallium_stage_view_t result{nowhere, nowhere, nowhere};
  if (view == nullptr) {
    return result;
  }
  made.kept.emplace_back(const_cast<SamplerView *>(view));
  const ViewRange &range = view->sampled_range();
  result.layout = address_of(&range.layout);
  if (range.layout.size != 0) {
    result.texels =
        use(made, view->sampled_resource(), range.offset, {.reads = true, .writes = false});
  }
  if (sampler != nullptr && !view->resource().is_buffer()) {
    made.kept.emplace_back(const_cast<SamplerState *>(sampler));
    result.sampler = address_of(&sampler->layout());
  }
  return result;
}

mux_gallium_stage_image_t image_of(StageResources &made, const Ref<ImageView> &image) {
  if (!image || image->is_empty()) {
    return {nowhere, nowhere};
  }
  made.kept.emplace_back(*image);
  return {use(made, image->resource(), image->offset(), {.reads = true, .writes = true}),
          address_of(&image->layout())};
}

}  // namespace

void collect_resources(Context &context, uint32_t stage_number, const StageMasks &masks,
                       StageResources &made) {
  const StageBindings &stage = context.bindings().stages.at(stage_number);
  decode_views(context, stage, masks.views);
  mux_gallium_stage_resources_t &to = made.addresses;
  for_each_bit(masks.constants, [&](uint32_t slot) {
    to.constants[slot] = slot < stage.constants.size()
                             ? buffer_of(made, stage.constants.at(slot), false)
                             : mux_gallium_stage_buffer_t{nowhere, 0, 0};
  });
  for_each_bit(masks.buffers, [&](uint32_t slot) {
    to.buffers[slot] = buffer_of(made, stage.buffers.at(slot), true);
  });
  for_each_bit(masks.atomics, [&](uint32_t slot) {
    const auto &atomics = context.bindings().atomics;
    to.atomics[slot] = slot < atomics.size() ? buffer_of(made, atomics.at(slot), true)
                                             : mux_gallium_stage_buffer_t{nowhere, 0, 0};
  });
  for_each_bit(masks.views, [&](uint32_t slot) {
    to.views[slot] = view_of(made, stage.views.at(slot).get(), stage.samplers.at(slot).get());
  });
  for_each_bit(masks.images,
               [&](uint32_t slot) { to.images[slot] = image_of(made, stage.images.at(slot)); });
}

}  // namespace mux::gallium
