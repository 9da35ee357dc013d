/// @file
/// OpenCL C types of buffer elements and scalar arguments, and conversion of their values between
/// text and bytes.
///
/// Thread-safe values. Invalid text throws tools::UsageError.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mux::run {

enum class ScalarKind { signed_integer, unsigned_integer, floating_point };

/// char to ulong, half, float or double, or a vector of 2, 3, 4, 8 or 16 of them.
struct ElementType {
  /// The name in OpenCL C.
  std::string name;
  ScalarKind kind = ScalarKind::signed_integer;
  /// Bytes of one component.
  size_t scalar_size = 0;
  /// Number of components.
  size_t width = 1;

  /// Bytes of one element; three components are stored as four.
  size_t size() const { return scalar_size * (width == 3 ? 4 : width); }
};

/// The type of a name, if there is one. Also accepts `unsigned int` and `const`, as in kernel
/// signatures.
std::optional<ElementType> find_type(std::string_view name);

/// The type of a name. Throws tools::UsageError with the existing names.
ElementType parse_type(std::string_view name);

/// Parses a value: one number for each component, separated by commas, or one for all.
std::vector<std::byte> parse_value(const ElementType &type, std::string_view text);

/// Writes one component; integers wrap around.
void store_scalar(const ElementType &type, uint64_t value, std::byte *out);
/// Writes one component of a floating-point type.
void store_scalar(const ElementType &type, double value, std::byte *out);

/// Formats an element: "3", or "(1,2,3,4)" for a vector. Floating-point numbers have the fewest
/// digits that convert back to the same number.
std::string format_element(const ElementType &type, const std::byte *element);

/// Parses an unsigned number; `what` names it in error messages.
uint64_t parse_count(std::string_view text, std::string_view what);

}  // namespace mux::run
