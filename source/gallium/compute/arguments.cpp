#include "gallium/compute/arguments.h"

#include <algorithm>
#include <array>

namespace mux::gallium {
namespace {

/// The layout of what is not bound: zeros, which make all reads give 0.
alignas(64) constexpr std::array<std::byte,
                                 std::max(sizeof(mux_gallium_view_layout_t),
                                          sizeof(mux_gallium_image_layout_t))> empty_layout{};

}  // namespace

Arguments::Arguments(Context &context, const EntryPoint &entry_point, const GridInput &grid)
    : stage_(context.bindings().stages[mux_gallium_stage_compute]),
      bindings_(context.bindings()),
      program_(*context.bindings().program),
      grid_(grid) {
  values_.reserve(entry_point.parameters.size());
  descriptors_.reserve(entry_point.parameters.size());
  for (const Parameter &parameter : entry_point.parameters) {
    add(parameter);
  }
}

void Arguments::add(const Parameter &parameter) {
  switch (parameter.source) {
    case Source::constants:
      return add_buffer(parameter, stage_.constants.at(parameter.slot));
    case Source::buffer:
      return add_buffer(parameter, stage_.buffers.at(parameter.slot));
    case Source::atomic:
      return add_buffer(parameter, bindings_.atomics.at(parameter.slot));
    case Source::global:
      return add_global(parameter);
    case Source::input:
      return add_input(parameter);
    case Source::shared:
      return add_shared(parameter);
    case Source::view:
      return add_view(parameter);
    case Source::image:
      return add_image(parameter);
    case Source::sampler:
      return add_sampler(parameter);
  }
}

void Arguments::add_null() {
  mux_descriptor_info_t &made = descriptors_.emplace_back();
  made.type = mux_descriptor_info_type_null_buffer;
}

void Arguments::add_size(const Parameter &parameter, uint64_t size) {
  // Sizes fit into 32 bits, which are the lower half.
  const uint64_t &value = values_.emplace_back(size);
  mux_descriptor_info_t &made = descriptors_.emplace_back();
  made.type = mux_descriptor_info_type_plain_old_data;
  made.plain_old_data_descriptor = {&value, parameter.value_size};
}

void Arguments::add_storage(const Parameter &parameter, Resource &resource, uint64_t offset) {
  const Use &use =
      uses_.emplace_back(resource, Access{.reads = parameter.reads, .writes = parameter.writes});
  mux_descriptor_info_t &made = descriptors_.emplace_back();
  made.type = mux_descriptor_info_type_buffer;
  made.buffer_descriptor = {use.storage->buffer(), offset};
}

void Arguments::add_memory(const void *data, size_t size, RefCounted &owner) {
  kept_.emplace_back(owner);
  add_bytes(data, size);
}

void Arguments::add_bytes(const void *data, size_t size) {
  mux_descriptor_info_t &made = descriptors_.emplace_back();
  made.type = mux_descriptor_info_type_custom_buffer;
  made.custom_buffer_descriptor = {data, size, 0};
}

void Arguments::add_buffer(const Parameter &parameter, const BufferSlot &slot) {
  if (parameter.property == Property::size) {
    return add_size(parameter, slot.size);
  }
  if (slot.size == 0) {
    return add_null();
  }
  if (slot.resource) {
    return add_storage(parameter, *slot.resource, slot.offset);
  }
  add_memory(slot.data->data(), slot.data->size(), *slot.data);
}

void Arguments::add_global(const Parameter &parameter) {
  const Ref<Resource> &bound = bindings_.globals.at(parameter.slot);
  if (parameter.property == Property::size) {
    return add_size(parameter, bound ? bound->size() : 0);
  }
  if (!bound) {
    return add_null();
  }
  add_storage(parameter, *bound, 0);
}

void Arguments::add_input(const Parameter &parameter) {
  const uint32_t size = program_.input_size();
  if (parameter.property == Property::size) {
    return add_size(parameter, size);
  }
  if (size == 0) {
    return add_null();
  }
  const Ref<Blob> copy = make_ref<Blob>(grid_.input, size);
  add_memory(copy->data(), size, *copy);
}

void Arguments::add_shared(const Parameter &parameter) {
  const uint64_t size = uint64_t{program_.static_shared_memory()} + grid_.variable_shared_memory;
  if (parameter.property == Property::size) {
    return add_size(parameter, size);
  }
  mux_descriptor_info_t &made = descriptors_.emplace_back();
  made.type = size != 0 ? mux_descriptor_info_type_shared_local_buffer
                        : mux_descriptor_info_type_null_buffer;
  if (size != 0) {
    made.shared_local_buffer_descriptor = {size};
  }
}

void Arguments::add_nothing(const Parameter &parameter, size_t layout_size) {
  if (parameter.property == Property::address) {
    return add_null();
  }
  add_bytes(empty_layout.data(), layout_size);
}

void Arguments::add_view(const Parameter &parameter) {
  const Ref<SamplerView> &bound = stage_.views.at(parameter.slot);
  if (!bound) {
    return add_nothing(parameter, sizeof(mux_gallium_view_layout_t));
  }
  const bool is_sampled = program_.samples_textures();
  const ViewRange &range = is_sampled ? bound->sampled_range() : bound->range();
  if (parameter.property == Property::layout) {
    return add_memory(&range.layout, sizeof range.layout, *bound);
  }
  if (range.layout.size == 0) {
    return add_null();
  }
  add_storage(parameter, is_sampled ? bound->sampled_resource() : bound->resource(), range.offset);
}

void Arguments::add_image(const Parameter &parameter) {
  const Ref<ImageView> &bound = stage_.images.at(parameter.slot);
  if (!bound) {
    return add_nothing(parameter, sizeof(mux_gallium_image_layout_t));
  }
  if (parameter.property == Property::layout) {
    return add_memory(&bound->layout(), sizeof bound->layout(), *bound);
  }
  if (bound->is_empty()) {
    return add_null();
  }
  add_storage(parameter, bound->resource(), bound->offset());
}

void Arguments::add_sampler(const Parameter &parameter) {
  // No sampler is bound where the view is a buffer.
  const Ref<SamplerView> &view = stage_.views.at(parameter.slot);
  const Ref<SamplerState> &bound = stage_.samplers.at(parameter.slot);
  if (!bound || (view && view->resource().is_buffer())) {
    return add_null();
  }
  add_memory(&bound->layout(), sizeof bound->layout(), *bound);
}

}  // namespace mux::gallium
