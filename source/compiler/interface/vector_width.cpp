#include "compiler/interface/vector_width.h"

#include <bit>
#include <charconv>
#include <utility>

#include "support/environment.h"

namespace mux::compiler {

namespace {

constexpr std::pair<std::string_view, VectorWidth::Mode> names[] = {
    {"auto", VectorWidth::Mode::automatic},  {"estimate", VectorWidth::Mode::estimate},
    {"scalar", VectorWidth::Mode::scalar},   {"loops", VectorWidth::Mode::loops},
    {"packets", VectorWidth::Mode::packets},
};

}  // namespace

bool read_vector_width(std::string_view text, VectorWidth &width) {
  for (const auto &[name, mode] : names) {
    if (text == name) {
      width = {mode, 0};
      return true;
    }
  }
  unsigned lanes = 0;
  const char *const end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, lanes);
  if (result.ec != std::errc() || result.ptr != end || lanes < 2 || lanes > max_lanes ||
      !std::has_single_bit(lanes)) {
    return false;
  }
  width = {VectorWidth::Mode::lanes, lanes};
  return true;
}

VectorWidth vector_width_of_environment() {
  VectorWidth width;
  read_vector_width(environment::text("MUX_VECTOR_WIDTH"), width);
  return width;
}

}  // namespace mux::compiler
