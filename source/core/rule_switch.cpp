#include "core/rule_switch.h"

#ifdef MUX_RULE_SWITCH

#include <cstdlib>
#include <cstring>

namespace mux::core {

bool rule_is_off(const char *rule) {
  static const char *const off = std::getenv("MUX_RULE_OFF");
  return off && std::strcmp(off, rule) == 0;
}

}  // namespace mux::core

#endif
