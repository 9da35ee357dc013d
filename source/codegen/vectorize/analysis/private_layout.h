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

/// Returns the element size in bytes of an interleaved variable; 0 for other variables.
uint64_t element_of_interleaved(const llvm::AllocaInst &variable);

/// Marks a variable as interleaved.
void set_interleaved(llvm::AllocaInst &variable, uint64_t element_size);

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
