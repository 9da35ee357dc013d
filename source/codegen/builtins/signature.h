/// @file
/// Mangled names of OpenCL C built-in functions, parsed and written.
///
/// Clang mangles built-ins as the Itanium C++ ABI does. Their parameters are of few kinds (scalars,
/// vectors, pointers to those, and the opaque types of OpenCL), so this small demangler is enough,
/// and allocates only its result. It does not depend on LLVM. Every function may be called from any
/// thread; none fails but with std::bad_alloc.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/abi/address_space.h"

namespace mux::compiler::builtins {

enum class Element : uint8_t {
  boolean,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float16,
  float32,
  float64,
  /// A named type: ocl_event, memory_order, ...
  named,
};

/// The type of a parameter: a scalar, a vector, or a pointer to either.
struct ParameterType {
  Element element = Element::int32;
  /// 1 for a scalar, else the width of the vector.
  unsigned lanes = 1;
  bool is_pointer = false;
  /// Of the pointee.
  unsigned address_space = address_space::private_memory;
  bool is_const = false;
  bool is_volatile = false;
  bool is_restrict = false;
  bool is_atomic = false;
  /// The type's name, for Element::named.
  std::string name;

  bool operator==(const ParameterType &) const = default;
};

struct Signature {
  std::string name;
  std::vector<ParameterType> parameters;

  bool operator==(const Signature &) const = default;
};

/// @return nothing if `mangled` is not the mangled name of a function whose parameters are of the
/// kinds above. Accepts arbitrary bytes.
std::optional<Signature> parse_signature(std::string_view mangled);

/// The mangled name, as Clang writes it.
std::string mangle(const Signature &signature);

/// Bits of a scalar; 0 for Element::named.
unsigned bit_width(Element element);
bool is_integer(Element element);
bool is_signed_integer(Element element);
bool is_floating_point(Element element);
/// Whether the type is float or double.
bool is_real(Element element);

}  // namespace mux::compiler::builtins
