/// @file
/// Integers in no more bits than anybody looks at.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class DemandedBits;
class Function;
class Instruction;
}  // namespace llvm

namespace mux::compiler {

/// The bits of the integers that packets with more lanes are for (choose_packet.h).
inline constexpr unsigned widest_narrow_integer = 16;

/// What stored values are calculated from, up to what is loaded.
llvm::SmallPtrSet<const llvm::Instruction *, 32> sources_of_stored_values(llvm::Function &function);

/// Calculates stored values in 16 bits, or in 8, as far as nobody looks at higher ones. Indices
/// stay as they are.
/// @return whether the function changed; it may hold extensions of what was just truncated then.
bool narrow_to_demanded_bits(llvm::Function &function, llvm::DemandedBits &demanded);

}  // namespace mux::compiler
