#include "types.h"

#include <array>

namespace mux::random_kernels {
namespace {

constexpr std::array<std::string_view, element_count> element_names = {
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"};
constexpr std::array<unsigned, element_count> element_sizes = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

Element integer_of_size(unsigned size, bool with_sign) {
  const unsigned power = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
  return static_cast<Element>(2 * power + (with_sign ? 0 : 1));
}

}  // namespace

unsigned size_of(Element element) {
  return element_sizes[static_cast<size_t>(element)];
}

bool is_float(Element element) {
  return element == Element::f32 || element == Element::f64;
}

bool is_signed(Element element) {
  return !is_float(element) && static_cast<unsigned>(element) % 2 == 0;
}

Element to_signed(Element element) {
  return integer_of_size(size_of(element), true);
}

Element to_unsigned(Element element) {
  return integer_of_size(size_of(element), false);
}

std::string name(Element element) {
  return std::string(element_names[static_cast<size_t>(element)]);
}

std::string name(Type type) {
  return name(type.element) + (type.lanes == 1 ? "" : std::to_string(type.lanes));
}

bool find_element(std::string_view name, Element &element) {
  for (size_t i = 0; i < element_names.size(); ++i) {
    if (element_names[i] == name) {
      element = static_cast<Element>(i);
      return true;
    }
  }
  return false;
}

}  // namespace mux::random_kernels
