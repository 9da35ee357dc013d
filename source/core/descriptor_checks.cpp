#include "core/descriptor_checks.h"

#include <cinttypes>

#include "core/validation.h"

namespace mux::core::check {
namespace {

bool descriptor(Call &call, const DescriptorRules &rules, uint64_t index,
                const mux_descriptor_info_t &info) {
  switch (info.type) {
    case mux_descriptor_info_type_buffer: {
      const mux_descriptor_info_buffer_s &described = info.buffer_descriptor;
      return object(call, rules.object, "the buffer of a descriptor", described.buffer) &&
             offset_within(call, rules.object,
                           {"a descriptor's offset", described.offset, "", 0, "the buffer's",
                            described.buffer->memory_requirements.size});
    }
    case mux_descriptor_info_type_image:
      return object(call, rules.object, "the image of a descriptor", info.image_descriptor.image);
    case mux_descriptor_info_type_plain_old_data:
      return not_null(call, rules.object, "the data of a plain-old-data descriptor",
                      info.plain_old_data_descriptor.data);
    case mux_descriptor_info_type_sampler:
    case mux_descriptor_info_type_shared_local_buffer:
    case mux_descriptor_info_type_null_buffer:
      return true;
    case mux_descriptor_info_type_custom_buffer:
      return call.device()->info->custom_buffer_capabilities != 0 ||
             call.fail(rules.custom_buffer, mux_error_invalid_value,
                       "descriptors[%" PRIu64
                       "] is a custom buffer, which the device does not "
                       "support",
                       index);
    default:
      return call.fail(rules.type, mux_error_invalid_value,
                       "descriptors[%" PRIu64 "].type is %" PRIu32 ", which names nothing", index,
                       info.type);
  }
}

}  // namespace

bool descriptors(Call &call, const DescriptorRules &rules, const mux_descriptor_info_t *descriptors,
                 uint64_t length) {
  for (uint64_t index = 0; index < length; ++index) {
    if (!descriptor(call, rules, index, descriptors[index])) {
      return false;
    }
  }
  return true;
}

}  // namespace mux::core::check
