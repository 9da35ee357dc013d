/// @file
/// The attributes that a kernel has in its source.

#pragma once

#include <string>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// The attributes of a kernel that Clang recorded, as OpenCL C 3.0 spells them (section 6.7.2), one
/// space between them: KernelDescription::attributes.
std::string attributes_in_source(const llvm::Function &function);

}  // namespace mux::compiler
