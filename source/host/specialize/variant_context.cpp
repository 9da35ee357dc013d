#include "host/specialize/variant_context.h"

#include <cstdlib>
#include <string_view>

namespace mux::host {

SpecializationMode specialization_mode_from_environment() {
  const char *text = std::getenv("MUX_SPECIALIZE");
  const std::string_view value = text == nullptr ? "" : text;
  return value == "0"         ? SpecializationMode::off
         : value == "at-once" ? SpecializationMode::at_once
                              : SpecializationMode::in_background;
}

}  // namespace mux::host
