/// @file
/// Layout of the private variables of a packet on the stack.
///
/// Every work-item has its own copy of a variable. By default the copies of a part's lanes are
/// consecutive, so the same element of an array is at a large stride across lanes.
/// interleave_private_arrays() changes the layout so that the lanes' copies of each element are
/// contiguous: an access of all lanes with a uniform index is then one vector access.

#pragma once

#include <llvm/Support/Alignment.h>

#include <cstdint>

#include "codegen/ir/packet.h"

namespace llvm {
class AllocaInst;
class Function;
}  // namespace llvm

namespace mux::compiler {

/// Maximum size in bytes of a packet's private variables on the stack.
inline constexpr uint64_t largest_packet_stack_use = 512 * 1024;

/// Interleaves the elements of private arrays if all accesses of an array are visible and of one
/// size. Runs after linearize() and before Shapes. The function still executes one work-item, but
/// is then specific to packets of this many lanes. Also removes the lifetime markers of private
/// variables.
/// @return whether the function changed.
bool interleave_private_arrays(llvm::Function &linearized, unsigned lanes);

/// Returns the stride in bytes between the addresses of a variable in consecutive lanes.
uint64_t variable_lane_stride(const llvm::AllocaInst &variable);

/// The stack allocation of a packet for all copies of a variable.
struct PacketVariable {
  /// Bytes.
  uint64_t size = 0;
  /// Stride in bytes between the first lanes of consecutive parts.
  uint64_t part_stride = 0;
  llvm::Align alignment;
};
PacketVariable packet_layout(const llvm::AllocaInst &variable, const Packet &packet);

/// Returns the size in bytes of a packet's private variables, whether interleaved or not.
uint64_t packet_stack_use(llvm::Function &linearized, const Packet &packet);

}  // namespace mux::compiler
