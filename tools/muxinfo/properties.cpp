#include "muxinfo/properties.h"

#include <iterator>

#include "muxinfo/enumerators.h"

namespace mux::info {

namespace {

// The strings of a device may be NULL.
std::string text(const char *value) {
  return value == nullptr ? std::string() : value;
}

Property number(const char *key, uint64_t value, Unit unit = Unit::none) {
  return {key, value, unit};
}

Property flag(const char *key, bool value) {
  return {key, value};
}

Property bits(const char *key, std::span<const Enumerator> enumerators, uint32_t value) {
  return {key, bit_names(enumerators, value)};
}

Section identity(const mux_device_info_s &info) {
  return {"Device",
          {{"device_name", text(info.device_name)},
           {"id", value_name({}, info.id)},
           bits("device_type", device_types(), info.device_type),
           {"device_priority", int64_t{info.device_priority}},
           {"khronos_vendor_id", value_name({}, info.khronos_vendor_id)},
           number("clock_frequency", info.clock_frequency, Unit::megahertz),
           number("compute_units", info.compute_units),
           {"queue_types",
            std::vector<uint64_t>(std::begin(info.queue_types), std::end(info.queue_types))}}};
}

Section memory(const mux_device_info_s &info) {
  return {"Memory",
          {number("memory_size", info.memory_size, Unit::bytes),
           number("allocation_size", info.allocation_size, Unit::bytes),
           number("buffer_alignment", info.buffer_alignment, Unit::bytes),
           number("cache_size", info.cache_size, Unit::bytes),
           number("cacheline_size", info.cacheline_size, Unit::bytes),
           bits("cache_capabilities", cache_capabilities(), info.cache_capabilities),
           number("shared_local_memory_size", info.shared_local_memory_size, Unit::bytes),
           {"shared_local_memory_type",
            value_name(shared_local_memory_types(), info.shared_local_memory_type)},
           bits("allocation_capabilities", allocation_capabilities(), info.allocation_capabilities),
           bits("address_capabilities", address_capabilities(), info.address_capabilities),
           {"endianness", value_name(endiannesses(), info.endianness)}}};
}

Section arithmetic(const mux_device_info_s &info) {
  return {"Arithmetic",
          {bits("integer_capabilities", integer_capabilities(), info.integer_capabilities),
           bits("atomic_capabilities", atomic_capabilities(), info.atomic_capabilities),
           bits("half_capabilities", floating_point_capabilities(), info.half_capabilities),
           bits("float_capabilities", floating_point_capabilities(), info.float_capabilities),
           bits("double_capabilities", floating_point_capabilities(), info.double_capabilities),
           number("native_vector_width", info.native_vector_width, Unit::bytes),
           number("preferred_vector_width", info.preferred_vector_width, Unit::bytes)}};
}

Section kernels(const mux_device_info_s &info) {
  const std::vector<uint64_t> sub_group_sizes(
      info.sub_group_sizes,
      info.sub_group_sizes + (info.sub_group_sizes == nullptr ? 0 : info.num_sub_group_sizes));
  return {"Kernels",
          {number("max_concurrent_work_items", info.max_concurrent_work_items),
           number("max_work_group_size_x", info.max_work_group_size_x),
           number("max_work_group_size_y", info.max_work_group_size_y),
           number("max_work_group_size_z", info.max_work_group_size_z),
           number("max_work_width", info.max_work_width),
           {"sub_group_sizes", sub_group_sizes},
           number("max_sub_group_count", info.max_sub_group_count),
           flag("sub_groups_support_ifp", info.sub_groups_support_ifp),
           flag("supports_work_group_collectives", info.supports_work_group_collectives),
           flag("supports_generic_address_space", info.supports_generic_address_space),
           bits("source_capabilities", source_capabilities(), info.source_capabilities),
           flag("supports_builtin_kernels", info.supports_builtin_kernels),
           {"builtin_kernel_declarations", text(info.builtin_kernel_declarations)}}};
}

Section commands(const mux_device_info_s &info) {
  return {"Commands",
          {flag("descriptors_updatable", info.descriptors_updatable),
           flag("can_clone_command_buffers", info.can_clone_command_buffers),
           bits("custom_buffer_capabilities", custom_buffer_capabilities(),
                info.custom_buffer_capabilities),
           flag("query_counter_support", info.query_counter_support),
           number("max_hardware_counters", info.max_hardware_counters)}};
}

Section images(const mux_device_info_s &info) {
  return {"Images",
          {flag("image_support", info.image_support),
           flag("image2d_array_writes", info.image2d_array_writes),
           flag("image3d_writes", info.image3d_writes),
           number("max_image_dimension_1d", info.max_image_dimension_1d),
           number("max_image_dimension_2d", info.max_image_dimension_2d),
           number("max_image_dimension_3d", info.max_image_dimension_3d),
           number("max_image_array_layers", info.max_image_array_layers),
           number("max_storage_images", info.max_storage_images),
           number("max_sampled_images", info.max_sampled_images),
           number("max_samplers", info.max_samplers)}};
}

}  // namespace

std::vector<Section> describe(const mux_device_info_s &info) {
  return {identity(info), memory(info),   arithmetic(info),
          kernels(info),  commands(info), images(info)};
}

std::vector<Property> describe(const QueryCounter &counter) {
  return {{"name", counter.name},
          {"uuid", value_name({}, counter.uuid)},
          {"unit", value_name(query_counter_units(), counter.unit)},
          {"storage", value_name(query_counter_storages(), counter.storage)},
          {"category", counter.category},
          number("hardware_counters", counter.hardware_counters),
          {"description", counter.description}};
}

}  // namespace mux::info
