/// @file
/// What an ELF object asks for before it may be loaded.

#pragma once

#include <string>

#include "compiler/program/elf_file.h"

namespace mux::compiler {

/// Checks that an object can be loaded: position-independent code without initializers (nobody
/// would run them), thread-local variables or functions chosen at load time.
///
/// @param[out] error what is wrong with it, when false is returned.
bool inspect_object(const ElfFile &object, std::string &error);

}  // namespace mux::compiler
