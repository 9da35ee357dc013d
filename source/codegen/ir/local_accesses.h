/// @file
/// Accesses to local memory, and plain accesses in place of atomic and volatile ones.

#pragma once

namespace llvm {
class Instruction;
}

namespace mux::compiler {

/// Whether the instruction is a load, a store or an atomic operation on local memory.
bool is_local_access(const llvm::Instruction &instruction);

/// Replace an atomic access by a plain one, which may be several instructions.
void make_not_atomic(llvm::Instruction &instruction);
void make_not_volatile(llvm::Instruction &instruction);

}  // namespace mux::compiler
