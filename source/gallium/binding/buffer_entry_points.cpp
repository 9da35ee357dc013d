// Entry points that bind constants, buffers and images.

#include "gallium/binding/slots.h"
#include "gallium/context/call.h"
#include "gallium/screen/capabilities.h"

using namespace mux::gallium;

namespace {

/// Constants that the program passes by value.
BufferSlot slot_of_data(const mux_gallium_screen_info_t &limits,
                        const mux_gallium_constant_buffer_t &from) {
  require_valid(from.size != 0 && from.size <= limits.max_constant_buffer_size,
                "the constants are empty or too large");
  BufferSlot slot;
  slot.data = make_ref<Blob>(from.data, from.size);
  slot.size = from.size;
  return slot;
}

}  // namespace

mux_result_t muxGalliumSetConstantBuffer(mux_gallium_context_t context, uint32_t stage,
                                         uint32_t index,
                                         const mux_gallium_constant_buffer_t *buffer) {
  return context_call("muxGalliumSetConstantBuffer", context, arguments(stage, index, buffer),
                      [&](Context &on) {
                        StageBindings &bindings = checked_stage(on, stage);
                        check_slots(index, 1, constant_slots);
                        BufferSlot slot;
                        if (buffer != nullptr && buffer->resource != nullptr) {
                          slot = checked_buffer(buffer->resource, buffer->offset, buffer->size,
                                                buffer_offset_alignment);
                        } else if (buffer != nullptr && buffer->data != nullptr) {
                          slot = slot_of_data(on.screen().info(), *buffer);
                        }
                        bindings.constants.at(index) = std::move(slot);
                        for (StageBindings &any : on.bindings().stages) {
                          any.inlinable.clear();
                        }
                      });
}

mux_result_t muxGalliumSetInlinableConstants(mux_gallium_context_t context, uint32_t stage,
                                             uint32_t count, const uint32_t *values) {
  return context_call("muxGalliumSetInlinableConstants", context, arguments(stage, count, values),
                      [&](Context &on) {
                        StageBindings &bindings = checked_stage(on, stage);
                        require_valid(values != nullptr, "the values are NULL");
                        require_valid(count != 0 && count <= MUX_GALLIUM_MAX_INLINABLE_CONSTANTS,
                                      "the number of values is 0 or beyond the limit");
                        bindings.inlinable.assign(values, values + count);
                      });
}

mux_result_t muxGalliumGetInlinableConstants(mux_gallium_context_t context, uint32_t stage,
                                             uint32_t *out_values, uint32_t *out_count) {
  return context_call("muxGalliumGetInlinableConstants", context,
                      arguments(stage, out_values, out_count), [&](Context &on) {
                        const StageBindings &bindings = checked_stage(on, stage);
                        require_out(out_count, "out_count is NULL");
                        *out_count = static_cast<uint32_t>(bindings.inlinable.size());
                        if (out_values != nullptr) {
                          std::copy(bindings.inlinable.begin(), bindings.inlinable.end(),
                                    out_values);
                        }
                      });
}

mux_result_t muxGalliumSetShaderBuffers(mux_gallium_context_t context, uint32_t stage,
                                        uint32_t start, uint32_t count,
                                        const mux_gallium_shader_buffer_t *buffers,
                                        uint32_t writable) {
  return context_call("muxGalliumSetShaderBuffers", context,
                      arguments(stage, start, count, buffers, writable), [&](Context &on) {
                        StageBindings &bindings = checked_stage(on, stage);
                        set_buffers(bindings.buffers, start, count, buffers,
                                    buffer_offset_alignment);
                      });
}

mux_result_t muxGalliumSetComputeResources(mux_gallium_context_t context, uint32_t start,
                                           uint32_t count,
                                           const mux_gallium_shader_buffer_t *buffers) {
  return context_call(
      "muxGalliumSetComputeResources", context, arguments(start, count, buffers), [&](Context &on) {
        StageBindings &bindings = checked_stage(on, mux_gallium_stage_compute);
        set_buffers(bindings.buffers, start, count, buffers, buffer_offset_alignment);
      });
}

mux_result_t muxGalliumSetHwAtomicBuffers(mux_gallium_context_t context, uint32_t start,
                                          uint32_t count,
                                          const mux_gallium_shader_buffer_t *buffers) {
  return context_call("muxGalliumSetHwAtomicBuffers", context, arguments(start, count, buffers),
                      [&](Context &on) {
                        constexpr uint32_t counter_size = 4;
                        set_buffers(on.bindings().atomics, start, count, buffers, counter_size);
                      });
}

mux_result_t muxGalliumSetShaderImages(mux_gallium_context_t context, uint32_t stage,
                                       uint32_t start, uint32_t count,
                                       const mux_gallium_image_view_t *images) {
  return context_call("muxGalliumSetShaderImages", context, arguments(stage, start, count, images),
                      [&](Context &on) {
                        StageBindings &bindings = checked_stage(on, stage);
                        check_slots(start, count, image_slots);
                        std::vector<Ref<ImageView>> made(count);
                        for (uint32_t index = 0; images != nullptr && index < count; ++index) {
                          if (images[index].resource != nullptr) {
                            made[index] = make_ref<ImageView>(
                                checked<Resource>(images[index].resource), images[index]);
                          }
                        }
                        std::move(made.begin(), made.end(), bindings.images.begin() + start);
                      });
}

namespace {

/// Adds the address of a buffer to the offset that the program gave.
void add_address(Resource &resource, void *handle) {
  uint64_t value = 0;
  std::memcpy(&value, handle, sizeof value);
  value += reinterpret_cast<uintptr_t>(resource.storage()->data());
  std::memcpy(handle, &value, sizeof value);
}

}  // namespace

mux_result_t muxGalliumSetGlobalBinding(mux_gallium_context_t context, uint32_t first,
                                        uint32_t count, const mux_gallium_resource_t *resources,
                                        void *const *handles) {
  return context_call("muxGalliumSetGlobalBinding", context,
                      arguments(first, count, resources, handles), [&](Context &on) {
                        check_slots(first, count, global_slots);
                        std::vector<Ref<Resource>> made(count);
                        for (uint32_t index = 0; resources != nullptr && index < count; ++index) {
                          if (resources[index] != nullptr) {
                            Resource &of = checked<Resource>(resources[index]);
                            require_valid(of.is_buffer() && of.has_bind(mux_gallium_bind_global),
                                          "the resource is not a buffer for global bindings");
                            made[index] = Ref<Resource>(of);
                          }
                        }
                        for (uint32_t index = 0; index < count; ++index) {
                          if (made[index] && handles != nullptr && handles[index] != nullptr) {
                            // The address must stay valid as long as the program may pass it.
                            made[index]->pin_storage();
                            add_address(*made[index], handles[index]);
                          }
                        }
                        std::move(made.begin(), made.end(), on.bindings().globals.begin() + first);
                      });
}
