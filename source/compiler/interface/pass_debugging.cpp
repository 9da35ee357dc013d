#include "compiler/interface/pass_debugging.h"

#include <algorithm>
#include <iterator>

#include "support/environment.h"

namespace mux::compiler {

bool is_pass_debugging_enabled() {
  constexpr const char *naming_passes[] = {"MUX_PRINT_BEFORE", "MUX_PRINT_AFTER", "MUX_STOP_AFTER"};
  constexpr const char *flags[] = {"MUX_TIME_PASSES", "MUX_EXPLAIN"};
  return std::any_of(std::begin(flags), std::end(flags), environment::is_on) ||
         std::any_of(std::begin(naming_passes), std::end(naming_passes),
                     [](const char *variable) { return !environment::text(variable).empty(); });
}

}  // namespace mux::compiler
