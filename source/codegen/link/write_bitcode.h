/// @file
/// Serializes a module to bitcode. Throws nothing but std::bad_alloc.

#pragma once

#include "compiler/interface/bitcode.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace mux::compiler {

Bitcode write_bitcode(const llvm::Module &module);

}  // namespace mux::compiler
