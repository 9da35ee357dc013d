/// @file
/// The information that a device reports, as titled sections of named values; the source of both
/// the readable and the JSON output.
///
/// Values are copied from the device info. Throws only std::bad_alloc.

#pragma once

#include <mux/mux.h>
#include <mux/cpp/query_pool.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace mux::info {

/// The unit of a number, for the readable output.
enum class Unit { none, bytes, megahertz };

/// Names of enumerators, without their common prefix.
using Names = std::vector<std::string>;

struct Property {
  /// The member of the structure, used as the key in JSON.
  std::string key;
  std::variant<bool, int64_t, uint64_t, std::string, Names, std::vector<uint64_t>> value;
  Unit unit = Unit::none;
};

struct Section {
  std::string title;
  std::vector<Property> properties;
};

std::vector<Section> describe(const mux_device_info_s &info);

/// A query counter, with the members of mux_query_counter_s and its description as keys.
std::vector<Property> describe(const QueryCounter &counter);

}  // namespace mux::info
