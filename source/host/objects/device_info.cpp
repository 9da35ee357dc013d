#include "host/objects/device_info.h"

#include <mux/extensions.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <new>

#include "compiler/abi/sub_group_sizes.h"
#include "host/counters/catalog.h"
#include "host/objects/builtin_declarations.h"
#include "host/objects/tuning.h"
#include "host/support/control_groups.h"
#include "host/support/error.h"
#include "host/support/machine.h"
#include "host/support/object_id.h"
#include "support/environment.h"

namespace mux::host {
namespace {

struct Info {
  mux_device_info_s info;
  char name[160];
  size_t sub_group_sizes[std::size(compiler::sub_group_sizes)];
  uint64_t nontemporal_threshold;
};

/// Returns the number of compute units from the environment, or `otherwise` if it is not set or
/// invalid.
uint32_t compute_units(uint32_t otherwise) {
  environment::Problem problem;
  const auto units = environment::number("MUX_COMPUTE_UNITS", 1, MUX_MAX_COMPUTE_UNITS, problem);
  log_ignored(problem);
  return static_cast<uint32_t>(units.value_or(otherwise));
}

/// The last-level cache reported by a virtual machine may be shared with many others, so level 2
/// caches are considered too. Without known caches, no output counts as large.
uint64_t find_large_output(const machine::Cache &cache) {
  const uint64_t share = cache.second_level_size * tuning::streamed_output_per_second_level;
  return share == 0 || cache.size == 0 ? UINT64_MAX : std::min(share, cache.size);
}

void fill(Info &result) {
  char processor[128];
  machine::processor_name(processor, sizeof processor);
  std::snprintf(result.name, sizeof result.name, "Mux host CPU: %s", processor);

  machine::Cache cache;
  const ControlGroupLimits limits = read_control_group_limits("");
  const uint32_t units = std::min(machine::processing_units(cache), limits.processors);
  result.nontemporal_threshold = find_large_output(cache);

  // IEEE 754 with denormals and without traps. Arithmetic rounds to nearest, conversions as their
  // name states (convert_float_rtz); fma() is correctly rounded where sources require it.
  constexpr uint32_t float_capabilities =
      mux_floating_point_capabilities_denorm | mux_floating_point_capabilities_inf_nan |
      mux_floating_point_capabilities_rte | mux_floating_point_capabilities_rtz |
      mux_floating_point_capabilities_rtp | mux_floating_point_capabilities_rtn |
      mux_floating_point_capabilities_fma | mux_floating_point_capabilities_full;

  mux_device_info_s &info = result.info;
  info.id = object_id(mux_object_id_device);
  info.allocation_capabilities = mux_allocation_capabilities_coherent_host |
                                 mux_allocation_capabilities_cached_host |
                                 mux_allocation_capabilities_alloc_device;
  info.source_capabilities = mux_source_capabilities_builtin_kernel;
  info.address_capabilities = mux_address_capabilities_bits64;
  info.cache_capabilities = mux_cache_capabilities_read | mux_cache_capabilities_write;
  info.half_capabilities = float_capabilities;
  info.float_capabilities = float_capabilities;
  info.double_capabilities = float_capabilities;
  info.integer_capabilities = mux_integer_capabilities_8bit | mux_integer_capabilities_16bit |
                              mux_integer_capabilities_32bit | mux_integer_capabilities_64bit;
  // Kernels get the pointer; its address space makes no difference.
  info.custom_buffer_capabilities = mux_custom_buffer_capabilities_data;
  info.endianness =
      __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? mux_endianness_little : mux_endianness_big;
  info.khronos_vendor_id = machine::vendor_id();
  info.shared_local_memory_type = mux_shared_local_memory_virtual;
  info.device_type = mux_device_type_cpu;
  info.builtin_kernel_declarations = builtin_kernel_declarations;
  info.device_name = result.name;
  info.max_concurrent_work_items = max_work_group_size;
  info.max_work_group_size_x = max_work_group_size;
  info.max_work_group_size_y = max_work_group_size;
  info.max_work_group_size_z = max_work_group_size;
  // One invocation of a compiled kernel runs whole work-groups.
  info.max_work_width = max_work_group_size;
  info.clock_frequency = machine::clock_frequency();
  info.compute_units = compute_units(units);
  info.buffer_alignment = buffer_alignment;
  info.memory_size = std::min(machine::memory_size(), limits.memory);
  // Leaves memory for the program and its kernels.
  info.allocation_size = info.memory_size / 4 * 3;
  info.cache_size = cache.size;
  info.cacheline_size = cache.line_size;
  info.shared_local_memory_size = shared_local_memory_size;
  info.native_vector_width = machine::vector_width();
  info.preferred_vector_width = info.native_vector_width;
  info.image_support = true;
  info.image2d_array_writes = true;
  info.image3d_writes = true;
  info.max_image_dimension_1d = max_image_dimension_1d;
  info.max_image_dimension_2d = max_image_dimension;
  info.max_image_dimension_3d = max_image_dimension;
  info.max_image_array_layers = max_image_dimension;
  info.max_storage_images = max_images;
  info.max_sampled_images = max_images;
  info.max_samplers = max_images;
  info.queue_types[mux_queue_type_compute] = tuning::compute_queues;
  info.device_priority = 0;
  info.query_counter_support = true;
  info.max_hardware_counters = Catalog::get().hardware_limit();
  info.descriptors_updatable = true;
  info.can_clone_command_buffers = true;
  info.supports_builtin_kernels = true;
  std::copy(std::begin(compiler::sub_group_sizes), std::end(compiler::sub_group_sizes),
            std::begin(result.sub_group_sizes));
  info.max_sub_group_count = max_work_group_size / compiler::sub_group_sizes[0];
  // A work-group runs on one thread: work-items make no independent forward progress.
  info.sub_groups_support_ifp = false;
  info.num_sub_group_sizes = std::size(result.sub_group_sizes);
  info.sub_group_sizes = result.sub_group_sizes;
  info.supports_work_group_collectives = true;
  info.supports_generic_address_space = true;
  info.atomic_capabilities = mux_atomic_capabilities_8bit | mux_atomic_capabilities_16bit |
                             mux_atomic_capabilities_32bit | mux_atomic_capabilities_64bit;
}

/// Never destroyed, because threads may outlive main().
const Info &device_info() {
  static const Info *const info = [] {
    alignas(Info) static char storage[sizeof(Info)];
    Info *created = new (storage) Info{};
    fill(*created);
    return created;
  }();
  return *info;
}

}  // namespace

bool is_enumerated(mux_device_info_t info) {
  return info == &device_info().info;
}

uint64_t nontemporal_threshold() {
  return device_info().nontemporal_threshold;
}

mux_result_t get_device_infos(uint32_t device_types, uint64_t device_infos_length,
                              mux_device_info_t *out_device_infos,
                              uint64_t *out_device_infos_length) {
  const bool wanted = device_types & mux_device_type_cpu;
  if (out_device_infos != nullptr && device_infos_length != 0 && wanted) {
    out_device_infos[0] = const_cast<mux_device_info_t>(&device_info().info);
  }
  if (out_device_infos_length != nullptr) {
    *out_device_infos_length = wanted ? 1 : 0;
  }
  return mux_success;
}

mux_result_t get_processor_infos(mux_device_info_t, uint64_t infos_length,
                                 mux_processor_info_t *out_infos, uint64_t *out_infos_length) {
  const uint64_t count = machine::processors(out_infos, infos_length);
  if (count == 0) {
    return fail(mux_error_failure, "the processors of the machine could not be determined");
  }
  if (out_infos_length != nullptr) {
    *out_infos_length = count;
  }
  return mux_success;
}

}  // namespace mux::host
