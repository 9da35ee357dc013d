/// @file
/// Switching off one validation rule, to find out whether a test notices; scripts/rule_mutation
/// does that for every rule. Only builds with the CMake option MUX_RULE_SWITCH can do it, and those
/// refuse to be installed; in all others the function is a constant.
///
/// The environment variable MUX_RULE_OFF names the rule. It is read once.
#pragma once

namespace mux::core {

#ifdef MUX_RULE_SWITCH
/// Whether a check must pass though the rule is broken. Any thread may call.
bool rule_is_off(const char *rule);
#else
constexpr bool rule_is_off(const char * /*rule*/) {
  return false;
}
#endif

}  // namespace mux::core
