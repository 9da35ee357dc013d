/// @file
/// The frontend that is made of Clang, our reader of SPIR-V and LLVM's linker.
#pragma once

#include "compiler/interface/language_frontend.h"

namespace mux::compiler {

const LanguageFrontend &language_frontend();

}  // namespace mux::compiler
