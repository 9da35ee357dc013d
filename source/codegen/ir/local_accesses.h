/// @file
/// The address of an access, accesses to local memory, and plain accesses in place of atomic and
/// volatile ones.

#pragma once

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Returns the address of a load, a store or an atomic operation; NULL for other instructions.
const llvm::Value *accessed_address(const llvm::Instruction &instruction);
/// Whether the instruction is a load, a store or an atomic operation on local memory.
bool is_local_access(const llvm::Instruction &instruction);

/// Replace an atomic access by a plain one, which may be several instructions.
void make_not_atomic(llvm::Instruction &instruction);
void make_not_volatile(llvm::Instruction &instruction);

}  // namespace mux::compiler
