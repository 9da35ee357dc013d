/// @file
/// The OpenCL C types that a buffer or a scalar argument may have, their values as text and as
/// bytes.
///
/// Plain values without owners; any thread may call. Text that makes no sense throws
/// tools::UsageError.

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
  /// As OpenCL C writes it.
  std::string name;
  ScalarKind kind = ScalarKind::signed_integer;
  /// Bytes of one component.
  size_t scalar_size = 0;
  /// Number of components.
  size_t width = 1;

  /// Bytes of one element; three components take the space of four.
  size_t size() const { return scalar_size * (width == 3 ? 4 : width); }
};

/// The type of that name, if there is one. `unsigned int` and `const` are understood as well, since
/// kernels say so.
std::optional<ElementType> find_type(std::string_view name);

/// The type of that name. Throws tools::UsageError with the names that exist.
ElementType parse_type(std::string_view name);

/// The bytes of a value: one number for each component, separated by commas, or one for all.
std::vector<std::byte> parse_value(const ElementType &type, std::string_view text);

/// Writes one component; integers wrap around.
void store_scalar(const ElementType &type, uint64_t value, std::byte *out);
/// Writes one component of a floating-point type.
void store_scalar(const ElementType &type, double value, std::byte *out);

/// The value of one element: "3", or "(1,2,3,4)" for a vector. A floating-point number has as many
/// digits as it takes to read the same number back.
std::string format_element(const ElementType &type, const std::byte *element);

/// A whole number without sign, with what it is called in the error message.
uint64_t parse_count(std::string_view text, std::string_view what);

}  // namespace mux::run
