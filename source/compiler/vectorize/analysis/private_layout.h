/// @file
/// Where a packet keeps the private variables of its work-items.
///
/// Every work-item has its own copy. As they come, the copies of a part's lanes lie one behind the
/// other, so the same element of an array is far from one lane to the next. interleave_variables()
/// makes room between the elements of an array, so that the lanes' copies of each element lie side
/// by side: what all lanes do at the same index is then one vector access.

#pragma once

#include <llvm/Support/Alignment.h>

#include <cstdint>

#include "compiler/ir/packet.h"

namespace llvm {
class AllocaInst;
class Function;
}  // namespace llvm

namespace mux::compiler {

/// Bytes of private variables that a packet may keep on the stack.
inline constexpr uint64_t largest_packet_stack_use = 512 * 1024;

/// Between linearize() and Shapes: spreads the elements of private arrays, as far as all accesses
/// of an array are of one size and visible. A single work-item still runs as before. The function
/// then suits packets of this many lanes only. Also removes the lifetimes of private variables.
/// @return whether the function changed.
bool interleave_variables(llvm::Function &linearized, unsigned lanes);

/// Of a variable of a linearized function: bytes from one lane's address to the next one's.
uint64_t variable_lane_stride(const llvm::AllocaInst &variable);

/// What a packet has in the place of a variable.
struct PacketVariable {
  /// Bytes.
  uint64_t size = 0;
  /// Bytes from one part's first lane to the next part's.
  uint64_t part_stride = 0;
  llvm::Align alignment;
};
PacketVariable packet_layout(const llvm::AllocaInst &variable, const Packet &packet);

/// Bytes of stack that the private variables of a packet need, whether interleaved or not.
uint64_t packet_stack_use(llvm::Function &linearized, const Packet &packet);

}  // namespace mux::compiler
