#include "host/specialize/variant_context.h"

#include <string_view>

#include "host/support/error.h"
#include "support/environment.h"

namespace mux::host {

SpecializationMode specialization_mode_from_environment() {
  constexpr std::string_view names[] = {"0", "at-once"};
  constexpr SpecializationMode modes[] = {SpecializationMode::off, SpecializationMode::at_once};
  environment::Problem problem;
  const auto index = environment::choice("MUX_SPECIALIZE", names, "0 or at-once", problem);
  log_ignored(problem);
  return index ? modes[*index] : SpecializationMode::in_background;
}

}  // namespace mux::host
