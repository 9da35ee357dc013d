/// @file
/// The attributes of a kernel in its source.

#pragma once

#include <string>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Formats the attributes that Clang recorded, as OpenCL C 3.0 spells them (section 6.7.2),
/// separated by single spaces: KernelDescription::attributes.
std::string attributes_in_source(const llvm::Function &function);

}  // namespace mux::compiler
