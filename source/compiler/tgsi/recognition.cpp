#include "compiler/tgsi/recognition.h"

#include <algorithm>
#include <iterator>

namespace mux::compiler::tgsi {
namespace {

constexpr std::string_view stages[] = {"VERT", "TESS_CTRL", "TESS_EVAL", "GEOM", "FRAG", "COMP"};
constexpr std::string_view line_starts[] = {"PROPERTY ", "DCL ", "IMM["};

/// Removes the first line from `text`.
/// @return the line without its end.
std::string_view take_line(std::string_view &text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

/// Blanks, a number, a colon.
bool is_numbered(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const auto *const end = std::find_if_not(line.begin(), line.end(), is_digit);
  return end != line.begin() && end != line.end() && *end == ':';
}

}  // namespace

bool is_tgsi(std::string_view text) {
  const std::string_view stage = take_line(text);
  if (std::find(std::begin(stages), std::end(stages), stage) == std::end(stages)) {
    return false;
  }
  const std::string_view second = take_line(text);
  return is_numbered(second) ||
         std::any_of(std::begin(line_starts), std::end(line_starts),
                     [&](std::string_view start) { return second.starts_with(start); });
}

}  // namespace mux::compiler::tgsi
