/// @file
/// Names of the enumerators in device infos and query counters, for single values and bit-fields.

#pragma once

#include <mux/mux.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mux::info {

/// An enumerator and its name without the prefix of its type.
struct Enumerator {
  uint32_t value;
  const char *name;
};

std::span<const Enumerator> device_types();
std::span<const Enumerator> allocation_capabilities();
std::span<const Enumerator> source_capabilities();
std::span<const Enumerator> address_capabilities();
std::span<const Enumerator> cache_capabilities();
std::span<const Enumerator> floating_point_capabilities();
std::span<const Enumerator> integer_capabilities();
std::span<const Enumerator> atomic_capabilities();
std::span<const Enumerator> custom_buffer_capabilities();
std::span<const Enumerator> endiannesses();
std::span<const Enumerator> shared_local_memory_types();
std::span<const Enumerator> query_counter_units();
std::span<const Enumerator> query_counter_storages();

/// The names of the set bits, followed by a hexadecimal number for bits without a name.
std::vector<std::string> bit_names(std::span<const Enumerator> enumerators, uint32_t bits);

/// The name of a value, or a hexadecimal number if it has none.
std::string value_name(std::span<const Enumerator> enumerators, uint32_t value);

}  // namespace mux::info
