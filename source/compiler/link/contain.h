/// @file
/// Compiled code as the bytes of a container. Throws nothing but std::bad_alloc.

#pragma once

#include <string>
#include <vector>

#include "compiler/container/container.h"
#include "compiler/program/compile.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace mux::compiler {

/// A module as bytes, with what a container says of it besides.
struct Bitcode {
  std::string bytes;
  /// Of the kernels that the module defines, in its order.
  std::vector<std::string> kernel_names;
};

Bitcode write_bitcode(const llvm::Module &module);

/// @param kind CodeKind::bitcode or CodeKind::linkable.
std::string contain(Bitcode bitcode, CodeKind kind);
std::string contain(CompiledObject object);

}  // namespace mux::compiler
