/// @file
/// What an ELF object asks for before it may be loaded.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/program/elf_file.h"

namespace mux::compiler {

/// Checks that an object can be loaded: position-independent code without initializers (nobody
/// would run them), thread-local variables or functions chosen at load time.
///
/// @param[out] needed the symbols that the object uses and does not define, each once.
/// @param[out] error what is wrong with it, when false is returned.
bool inspect_object(const ElfFile &object, std::vector<std::string_view> &needed,
                    std::string &error);

}  // namespace mux::compiler
