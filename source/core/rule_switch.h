/// @file
/// Disables one validation rule, for mutation testing by scripts/rule_mutation. Only in builds with
/// CMake option MUX_RULE_SWITCH, which cannot be installed; in others the function is a constant.
///
/// Environment variable MUX_RULE_OFF names the rule. Read once.
#pragma once

namespace mux::core {

#ifdef MUX_RULE_SWITCH
/// Whether the rule is disabled, so that its check must pass. Thread-safe.
bool rule_is_off(const char *rule);
#else
constexpr bool rule_is_off(const char * /*rule*/) {
  return false;
}
#endif

}  // namespace mux::core
