/// @file
/// The types of OpenCL C that generated kernels calculate with.

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
/// Of an integer.
bool is_signed(Element element);
/// The integer of the same size.
Element to_signed(Element element);
Element to_unsigned(Element element);

std::string name(Element element);
std::string name(Type type);
/// The element of that name; false if there is none.
bool find_element(std::string_view name, Element &element);

}  // namespace mux::random_kernels
