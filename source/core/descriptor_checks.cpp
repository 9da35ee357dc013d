#include "core/descriptor_checks.h"

#include <cinttypes>

#include "core/validation.h"

namespace mux::core::check {
namespace {

bool custom_buffer(Call &call, const char *custom_buffer_rule, uint64_t index,
                   const mux_descriptor_info_custom_buffer_s &described) {
  const uint32_t capabilities = call.device()->info->custom_buffer_capabilities;
  if (capabilities == 0 &&
      !call.fail(custom_buffer_rule, mux_error_invalid_value,
                 "descriptors[%" PRIu64 "] is a custom buffer, which the device does not support",
                 index)) {
    return false;
  }
  // A device that uses the data requires both; for NULL there is the null buffer descriptor.
  return !(capabilities & mux_custom_buffer_capabilities_data) ||
         (not_null(call, "Descriptors.vu19", "the data of a custom buffer descriptor",
                   described.data) &&
          not_zero(call, "Descriptors.vu19", "the size of a custom buffer descriptor",
                   described.size));
}

bool descriptor(Call &call, const char *custom_buffer_rule, uint64_t index,
                const mux_descriptor_info_t &info) {
  switch (info.type) {
    case mux_descriptor_info_type_buffer: {
      const mux_descriptor_info_buffer_s &described = info.buffer_descriptor;
      return object(call, "Descriptors.vu02", "the buffer of a descriptor", described.buffer) &&
             offset_within(call, "Descriptors.offset",
                           {"a descriptor's offset", described.offset, "", 0, "the buffer's",
                            described.buffer->memory_requirements.size});
    }
    case mux_descriptor_info_type_image:
      return object(call, "Descriptors.vu05", "the image of a descriptor",
                    info.image_descriptor.image);
    case mux_descriptor_info_type_sampler: {
      const mux_sampler_t &sampler = info.sampler_descriptor.sampler;
      return enumerator(call, "Descriptors.vu08", "the address mode of a sampler descriptor",
                        sampler.address_mode, mux_address_mode_clamp_edge) &&
             enumerator(call, "Descriptors.vu08", "the filter mode of a sampler descriptor",
                        sampler.filter_mode, mux_filter_mode_linear);
    }
    case mux_descriptor_info_type_plain_old_data:
      return not_null(call, "Descriptors.vu11", "the data of a plain-old-data descriptor",
                      info.plain_old_data_descriptor.data);
    case mux_descriptor_info_type_shared_local_buffer:
      return not_zero(call, "Descriptors.vu14", "the size of a shared local buffer descriptor",
                      info.shared_local_buffer_descriptor.size);
    case mux_descriptor_info_type_null_buffer:
      return true;
    case mux_descriptor_info_type_custom_buffer:
      return custom_buffer(call, custom_buffer_rule, index, info.custom_buffer_descriptor);
    default:
      return call.fail("Descriptors.type", mux_error_invalid_value,
                       "descriptors[%" PRIu64 "].type is %" PRIu32 ", which is not an enumerator",
                       index, info.type);
  }
}

}  // namespace

bool descriptors(Call &call, const char *custom_buffer_rule,
                 const mux_descriptor_info_t *descriptors, uint64_t length) {
  for (uint64_t index = 0; index < length; ++index) {
    if (!descriptor(call, custom_buffer_rule, index, descriptors[index])) {
      return false;
    }
  }
  return true;
}

}  // namespace mux::core::check
