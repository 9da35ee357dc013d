#include "muxinfo/enumerators.h"

#include <cstdio>

namespace mux::info {

namespace {

std::string hexadecimal(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof(text), "0x%x", static_cast<unsigned>(value));
  return text;
}

}  // namespace

std::span<const Enumerator> device_types() {
  static constexpr Enumerator table[] = {
      {mux_device_type_cpu, "cpu"},
      {mux_device_type_gpu_integrated, "gpu_integrated"},
      {mux_device_type_gpu_discrete, "gpu_discrete"},
      {mux_device_type_gpu_virtual, "gpu_virtual"},
      {mux_device_type_accelerator, "accelerator"},
      {mux_device_type_custom, "custom"},
      {mux_device_type_compiler, "compiler"},
  };
  return table;
}

std::span<const Enumerator> allocation_capabilities() {
  static constexpr Enumerator table[] = {
      {mux_allocation_capabilities_coherent_host, "coherent_host"},
      {mux_allocation_capabilities_cached_host, "cached_host"},
      {mux_allocation_capabilities_alloc_device, "alloc_device"},
  };
  return table;
}

std::span<const Enumerator> source_capabilities() {
  static constexpr Enumerator table[] = {
      {mux_source_capabilities_builtin_kernel, "builtin_kernel"},
  };
  return table;
}

std::span<const Enumerator> address_capabilities() {
  static constexpr Enumerator table[] = {
      {mux_address_capabilities_logical, "logical"},
      {mux_address_capabilities_bits32, "bits32"},
      {mux_address_capabilities_bits64, "bits64"},
  };
  return table;
}

std::span<const Enumerator> cache_capabilities() {
  static constexpr Enumerator table[] = {
      {mux_cache_capabilities_read, "read"},
      {mux_cache_capabilities_write, "write"},
  };
  return table;
}

std::span<const Enumerator> floating_point_capabilities() {
  static constexpr Enumerator table[] = {
      {mux_floating_point_capabilities_denorm, "denorm"},
      {mux_floating_point_capabilities_inf_nan, "inf_nan"},
      {mux_floating_point_capabilities_rte, "rte"},
      {mux_floating_point_capabilities_rtz, "rtz"},
      {mux_floating_point_capabilities_rtp, "rtp"},
      {mux_floating_point_capabilities_rtn, "rtn"},
      {mux_floating_point_capabilities_fma, "fma"},
      {mux_floating_point_capabilities_soft, "soft"},
      {mux_floating_point_capabilities_full, "full"},
  };
  return table;
}

std::span<const Enumerator> integer_capabilities() {
  static constexpr Enumerator table[] = {
      {mux_integer_capabilities_8bit, "8bit"},
      {mux_integer_capabilities_16bit, "16bit"},
      {mux_integer_capabilities_32bit, "32bit"},
      {mux_integer_capabilities_64bit, "64bit"},
  };
  return table;
}

std::span<const Enumerator> atomic_capabilities() {
  static constexpr Enumerator table[] = {
      {mux_atomic_capabilities_8bit, "8bit"},
      {mux_atomic_capabilities_16bit, "16bit"},
      {mux_atomic_capabilities_32bit, "32bit"},
      {mux_atomic_capabilities_64bit, "64bit"},
  };
  return table;
}

std::span<const Enumerator> custom_buffer_capabilities() {
  static constexpr Enumerator table[] = {
      {mux_custom_buffer_capabilities_data, "data"},
      {mux_custom_buffer_capabilities_address_space, "address_space"},
  };
  return table;
}

std::span<const Enumerator> endiannesses() {
  static constexpr Enumerator table[] = {
      {mux_endianness_little, "little"},
      {mux_endianness_big, "big"},
  };
  return table;
}

std::span<const Enumerator> shared_local_memory_types() {
  static constexpr Enumerator table[] = {
      {mux_shared_local_memory_physical, "physical"},
      {mux_shared_local_memory_virtual, "virtual"},
  };
  return table;
}

std::span<const Enumerator> query_counter_units() {
  static constexpr Enumerator table[] = {
      {mux_query_counter_unit_generic, "generic"},
      {mux_query_counter_unit_percentage, "percentage"},
      {mux_query_counter_unit_nanoseconds, "nanoseconds"},
      {mux_query_counter_unit_bytes, "bytes"},
      {mux_query_counter_unit_bytes_per_second, "bytes_per_second"},
      {mux_query_counter_unit_kelvin, "kelvin"},
      {mux_query_counter_unit_watts, "watts"},
      {mux_query_counter_unit_volts, "volts"},
      {mux_query_counter_unit_amps, "amps"},
      {mux_query_counter_unit_hertz, "hertz"},
      {mux_query_counter_unit_cycles, "cycles"},
  };
  return table;
}

std::span<const Enumerator> query_counter_storages() {
  static constexpr Enumerator table[] = {
      {mux_query_counter_storage_int32, "int32"},
      {mux_query_counter_storage_int64, "int64"},
      {mux_query_counter_storage_uint32, "uint32"},
      {mux_query_counter_storage_uint64, "uint64"},
      {mux_query_counter_storage_float32, "float32"},
      {mux_query_counter_storage_float64, "float64"},
  };
  return table;
}

std::vector<std::string> bit_names(std::span<const Enumerator> enumerators, uint32_t bits) {
  std::vector<std::string> names;
  for (const Enumerator &enumerator : enumerators) {
    if ((bits & enumerator.value) == enumerator.value) {
      names.emplace_back(enumerator.name);
      bits &= ~enumerator.value;
    }
  }
  if (bits != 0) {
    names.push_back(hexadecimal(bits));
  }
  return names;
}

std::string value_name(std::span<const Enumerator> enumerators, uint32_t value) {
  for (const Enumerator &enumerator : enumerators) {
    if (enumerator.value == value) {
      return enumerator.name;
    }
  }
  return hexadecimal(value);
}

}  // namespace mux::info
