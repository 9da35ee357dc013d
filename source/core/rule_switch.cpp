#include "core/rule_switch.h"

#ifdef MUX_RULE_SWITCH

#include <string_view>

#include "support/environment.h"

namespace mux::core {

bool rule_is_off(const char *rule) {
  static const std::string_view off = environment::text("MUX_RULE_OFF");
  return off == rule;
}

}  // namespace mux::core

#endif
