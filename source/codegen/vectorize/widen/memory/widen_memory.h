/// @file
/// Widens memory accesses, and private variables.

#pragma once

namespace llvm {
class AllocaInst;
}

namespace mux::compiler {

struct Access;
class Widener;

/// Widens a load, store, atomic operation or call to the form that the access plan has for it. If
/// all lanes store to one address, the last active lane's value is stored.
void widen_access(Widener &widener, const Access &access);
/// Every work-item has its own copy; Shapes determines the stride of the copies' addresses.
void widen_variable(Widener &widener, llvm::AllocaInst &variable);

}  // namespace mux::compiler
