/// @file
/// What an ELF object asks for before it may be loaded.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mux::compiler {

/// Checks that an object can be loaded: a relocatable ELF object for this processor, without
/// initialisers (nobody would run them), thread-local variables or functions chosen at load time.
///
/// @param[out] needed the symbols that the object uses and does not define.
/// @param[out] error what is wrong with it, when false is returned.
bool inspect_object(std::string_view code, std::vector<std::string> &needed, std::string &error);

}  // namespace mux::compiler
