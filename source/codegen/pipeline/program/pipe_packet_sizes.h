/// @file
/// Infers the packet sizes of a kernel's pipes.

#pragma once

#include <vector>

#include "codegen/ir/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Sets KernelArgument::packet_size by the packet size that pipe functions are called with,
/// following pipes through variables and function parameters. It is 0 if there is no call, or if
/// calls disagree. Precondition: before lower_opaque_types().
void find_packet_sizes(llvm::Module &module, std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
