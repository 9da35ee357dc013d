/// @file
/// Lowers atomic and volatile accesses to local memory, which only one thread accesses, to plain
/// ones.

#pragma once

namespace llvm {
class Function;
class Instruction;
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Whether the instruction is a load, a store or an atomic operation on local memory.
bool is_local_access(const llvm::Instruction &instruction);

/// Replace an atomic access by a plain one, which may be several instructions.
void make_not_atomic(llvm::Instruction &instruction);
void make_not_volatile(llvm::Instruction &instruction);

/// Replaces atomic operations on local memory by plain ones: one thread runs all work-items of a
/// group, and no other thread accesses its local memory. Must run after the loops over work-items
/// are built; until then the atomics express the dependences between their iterations.
void lower_local_atomics(llvm::Module &module);

/// Makes volatile accesses to local memory plain ones: no other thread reads or writes it. Must run
/// after spin-wait loops, in which a work-item waits for another, have been recognized.
void drop_local_volatile(llvm::Function &function);

}  // namespace mux::compiler
