/// @file
/// How large the packets are that a kernel reads from or writes to its pipes.

#pragma once

#include <vector>

#include "compiler/ir/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Finds KernelArgument::packet_size by the calls of functions for pipes, which tell the size of a
/// packet. What they use is followed through variables and through functions that pipes are passed
/// to. It stays 0 where there is no call, or calls contradict each other. Before
/// lower_opaque_types().
void find_packet_sizes(llvm::Module &module, std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
