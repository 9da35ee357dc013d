/// @file
/// Checks the features that an ELF object requires from the loader.

#pragma once

#include <string>

#include "compiler/program/elf_file.h"

namespace mux::compiler {

/// Checks that an object can be loaded: position-independent code without initializers (which are
/// not run), thread-local variables and ifuncs.
///
/// @param[out] error what is wrong with it, when false is returned.
bool inspect_object(const ElfFile &object, std::string &error);

}  // namespace mux::compiler
