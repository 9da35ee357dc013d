/// @file
/// The pieces that loads and stores of a packet are made of.

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

struct RunningLanes;
class Widener;

/// What an element looks like in memory: a Boolean takes a byte.
llvm::Type *type_in_memory(llvm::Type *element);
/// Whether neighboring elements of an array are the elements of a vector.
bool has_vector_form(const Widener &widener, llvm::Type *element);

llvm::Value *to_memory(Widener &widener, llvm::Value *value);
llvm::Value *from_memory(Widener &widener, llvm::Value *value, llvm::Type *element);

/// A pointer some bytes further.
llvm::Value *advance(Widener &widener, llvm::Value *pointer, int64_t bytes);

/// A variable of the packet function, on the stack.
llvm::AllocaInst *packet_variable(Widener &widener, llvm::Type *type, uint64_t count,
                                  llvm::Align alignment);

/// The address of memory that means nothing to anybody, large enough for a vector: accesses that
/// are not wanted may go there, so that nothing faults and nothing is changed, without a branch.
llvm::Value *nowhere(Widener &widener, llvm::Type *pointer_type);
/// Bytes of that memory.
uint64_t nowhere_size(const Widener &widener);
/// The pointer, or if the condition does not hold, nowhere().
llvm::Value *pointer_if(Widener &widener, llvm::Value *condition, llvm::Value *pointer);

/// How a vector of elements lies in memory.
struct VectorLocation {
  llvm::Value *pointer = nullptr;
  llvm::Align alignment;
  /// In memory.
  llvm::Type *type = nullptr;
};

/// The accesses that a vector access stands for, and the lanes that do them.
struct VectorAccess {
  llvm::ArrayRef<const llvm::Instruction *> originals;
  const RunningLanes &running;
};

/// Loads the elements of lanes that run; the others are 0 or anything else, but not poison.
llvm::Value *load_vector(Widener &widener, const VectorAccess &access,
                         const VectorLocation &location);
/// The same for a location each element of which is that of a lane. Memory is there or missing in
/// pages: if a vector that is known to lie at a multiple of its size has one element, it has all of
/// them, and needs no mask.
llvm::Value *load_lanes(Widener &widener, const VectorAccess &access,
                        const VectorLocation &location);
void store_vector(Widener &widener, const VectorAccess &access, const VectorLocation &location,
                  llvm::Value *value);

/// What is known of a part's first address, that of a part whose addresses are strided. If that
/// lane does not run, it is only known to be some strides away from one that is aligned.
llvm::Align first_lane_alignment(llvm::Align alignment, int64_t stride,
                                 const RunningLanes &running);

/// Gives a new access what is still true of what the original ones say of themselves.
/// @param for_itself that it is an access of the originals' addresses alone.
void copy_access_metadata(llvm::ArrayRef<const llvm::Instruction *> originals,
                          llvm::Instruction &access, bool for_itself);

}  // namespace mux::compiler
