#include "compiler/interface/pass_debugging.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

namespace mux::compiler {
namespace {

std::string_view value_of(const char *variable) {
  const char *value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

}  // namespace

bool is_pass_debugging_enabled() {
  constexpr const char *naming_passes[] = {"MUX_PRINT_BEFORE", "MUX_PRINT_AFTER", "MUX_STOP_AFTER"};
  constexpr const char *flags[] = {"MUX_TIME_PASSES", "MUX_EXPLAIN"};
  const auto is_set = [](const char *variable) {
    const std::string_view value = value_of(variable);
    return !value.empty() && value != "0";
  };
  return std::any_of(std::begin(flags), std::end(flags), is_set) ||
         std::any_of(std::begin(naming_passes), std::end(naming_passes),
                     [](const char *variable) { return !value_of(variable).empty(); });
}

}  // namespace mux::compiler
