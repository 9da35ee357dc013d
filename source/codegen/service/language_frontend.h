/// @file
/// The implementation of LanguageFrontend by Clang, the SPIR-V reader and LLVM's linker.
#pragma once

#include "compiler/interface/language_frontend.h"

namespace mux::compiler {

const LanguageFrontend &language_frontend();

}  // namespace mux::compiler
