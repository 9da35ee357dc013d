/// @file
/// The names of the enumerators that device infos and query counters hold, single values and
/// bitfields.

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

/// The names of the bits that are set, and one hexadecimal number for those that have no name.
std::vector<std::string> bit_names(std::span<const Enumerator> enumerators, uint32_t bits);

/// The name of a value, or the value as a hexadecimal number if it has none.
std::string value_name(std::span<const Enumerator> enumerators, uint32_t value);

}  // namespace mux::info
