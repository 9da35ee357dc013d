#include "common/shell_word.h"

namespace mux::tools {

std::string shell_word(std::string_view word) {
  std::string text = "'";
  for (const char character : word) {
    if (character == '\'') {
      // Ends the quotes, adds an escaped quote and begins them again.
      text += "'\\''";
    } else {
      text += character;
    }
  }
  return text + "'";
}

}  // namespace mux::tools
