/// @file
/// Building blocks for the loads and stores of a packet.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Alignment.h>

#include <cstdint>

namespace llvm {
class AllocaInst;
class Instruction;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct ActiveLanes;
class Widener;

llvm::Value *to_memory(Widener &widener, llvm::Value *value);
llvm::Value *from_memory(Widener &widener, llvm::Value *value, llvm::Type *element);

/// Returns a pointer at an offset in bytes.
llvm::Value *advance(Widener &widener, llvm::Value *pointer, int64_t bytes);

/// Creates an alloca in the packet function.
llvm::AllocaInst *packet_variable(Widener &widener, llvm::Type *type, uint64_t count,
                                  llvm::Align alignment);

/// Returns the address of a dummy variable of dummy_size() bytes, enough for a vector. Inactive
/// accesses are redirected there, so that they neither fault nor change memory, without a branch.
llvm::Value *nowhere(Widener &widener, llvm::Type *pointer_type);
/// Returns the pointer if the condition holds, otherwise nowhere().
llvm::Value *pointer_if(Widener &widener, llvm::Value *condition, llvm::Value *pointer);

/// Location of a vector of elements in memory.
struct VectorLocation {
  llvm::Value *pointer = nullptr;
  llvm::Align alignment;
  /// The vector type in memory.
  llvm::Type *type = nullptr;
};

/// The accesses that a vector access replaces, and their active lanes.
struct VectorAccess {
  llvm::ArrayRef<const llvm::Instruction *> originals;
  const ActiveLanes &running;
};

/// Loads the elements of active lanes; those of other lanes are unspecified, but not poison.
llvm::Value *load_vector(Widener &widener, const VectorAccess &access,
                         const VectorLocation &location);
/// The same for a location whose elements correspond to the lanes. If the vector is known to be
/// aligned to its size, it does not cross a page, so if one element is accessible all are, and no
/// mask is needed.
llvm::Value *load_lanes(Widener &widener, const VectorAccess &access,
                        const VectorLocation &location);
void store_vector(Widener &widener, const VectorAccess &access, const VectorLocation &location,
                  llvm::Value *value);

/// Returns the alignment of the first lane's address in a part with strided addresses. If that lane
/// is inactive, only the alignment of some address a multiple of the stride away is known.
llvm::Align first_lane_alignment(llvm::Align alignment, int64_t stride, const ActiveLanes &running);

/// Intersects the original accesses' metadata (alias scopes, TBAA) and attaches it to the new
/// access.
/// @param for_itself whether the access touches only the originals' addresses.
void copy_access_metadata(llvm::ArrayRef<const llvm::Instruction *> originals,
                          llvm::Instruction &access, bool for_itself);

}  // namespace mux::compiler
