/// @file
/// Interleaved loads and stores: addresses with a small constant stride of several elements, such
/// as members of structures, colors of pixels, or every second element.
///
/// The structures of all lanes are contiguous, so contiguous vectors are accessed and their
/// elements shuffled. Accesses of several members share these vectors. Loads touch only memory
/// between two elements that are accessed, and stores only the elements themselves.

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

/// Maximum stride in elements. With a larger one, gathers touch less memory than vector accesses,
/// unless all elements are used.
constexpr int64_t largest_stride = 8;

/// Whether a load or store is in a group that covers all elements, of at least 32 bits, of
/// structures of a power of two of elements, more than one and at most the number of lanes. Such a
/// group is a transposition. Measured: shuffles of uchar16 take 9 us instead of 134.
bool is_of_whole_structures(llvm::Instruction &access, const Shapes &shapes,
                            const llvm::DataLayout &layout, unsigned lanes);

/// Widens a simple load of a type that has a vector form.
/// @return false, with nothing built, if the stride is too large or the address is not strided.
bool widen_interleaved_load(Widener &widener, llvm::LoadInst &load);
/// Likewise. The stores of a group are built at the position of its last one.
bool widen_interleaved_store(Widener &widener, llvm::StoreInst &store);

}  // namespace mux::compiler
