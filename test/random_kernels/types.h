/// @file
/// Types of OpenCL C in generated kernels.

#pragma once

#include <string>
#include <string_view>

namespace mux::random_kernels {

enum class Element { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };
inline constexpr unsigned element_count = 10;

/// A scalar, or a vector of 2, 3, 4, 8 or 16 elements.
struct Type {
  Element element = Element::i32;
  unsigned lanes = 1;

  bool operator==(const Type &) const = default;
};

unsigned size_of(Element element);
bool is_float(Element element);
/// For integers.
bool is_signed(Element element);
/// The integer of the same size.
Element to_signed(Element element);
Element to_unsigned(Element element);

std::string name(Element element);
std::string name(Type type);
/// Finds an element type by name; returns false if there is none.
bool find_element(std::string_view name, Element &element);

}  // namespace mux::random_kernels
