/// @file
/// Narrows integer operations to their demanded bits.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class DemandedBits;
class Function;
class Instruction;
}  // namespace llvm

namespace mux::compiler {

/// Width of the integers for which packets with more lanes are considered (choose_packet.h).
inline constexpr unsigned widest_narrow_integer = 16;

/// Returns the instructions that stored values are calculated from, up to and including loads.
llvm::SmallPtrSet<const llvm::Instruction *, 32> sources_of_stored_values(llvm::Function &function);

/// Narrows the operations that stored values are calculated from to 16 or 8 bits if higher bits are
/// not demanded. Index calculations are not narrowed.
/// @return whether the function changed; if so, it may contain extensions of values that were just
/// truncated.
bool narrow_to_demanded_bits(llvm::Function &function, llvm::DemandedBits &demanded);

}  // namespace mux::compiler
