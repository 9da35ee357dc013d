/// @file
/// Loads and stores whose addresses are a few elements apart from one lane to the next: members of
/// structures, colors of pixels, every second element.
///
/// The structures of all lanes lie side by side, so vectors are read and written as they lie in
/// memory and their elements put where they belong. Accesses of several members share them. Nothing
/// is read but what lies between two elements that are read, and nothing else is written.

#pragma once

#include <cstdint>

namespace llvm {
class DataLayout;
class Instruction;
class LoadInst;
class StoreInst;
}  // namespace llvm

namespace mux::compiler {

class Shapes;
class Widener;

/// In elements. With a larger stride, gather instructions touch less memory than vector accesses
/// would, unless all of it is wanted.
constexpr int64_t largest_stride = 8;

/// Whether a load or store and those around it touch all elements, of at least 32 bits, of
/// structures that are a power of two, more than one and at most the lanes: rows become columns, or
/// columns rows. In packets, shuffles of uchar16 took 134 us instead of 9.
bool is_of_whole_structures(llvm::Instruction &access, const Shapes &shapes,
                            const llvm::DataLayout &layout, unsigned lanes);

/// For a simple load of a type that has a vector form.
/// @return false, with nothing done, if the stride is too large or none.
bool widen_interleaved_load(Widener &widener, llvm::LoadInst &load);
/// Likewise. Stores of several members happen where the last of them stands.
bool widen_interleaved_store(Widener &widener, llvm::StoreInst &store);

}  // namespace mux::compiler
