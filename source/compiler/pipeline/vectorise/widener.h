/// @file
/// The state of widen() while it builds a packet function: what each value of the linearised
/// function has become.
///
/// The instructions of a kind are widened by functions of their own (widen_memory.h, widen_calls.h,
/// ...), which take a Widener and the instruction, build code at builder(), and say what the result
/// is with set_first_lane() or set_vector().

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/pipeline/vectorise/packet.h"
#include "compiler/pipeline/vectorise/shapes.h"

namespace llvm {
class BasicBlock;
class DataLayout;
class Function;
class Instruction;
class Type;
class Value;
class VectorType;
}  // namespace llvm

namespace mux::compiler {

class Widener {
 public:
  Widener(llvm::Function &linearised, const Packet &packet);

  /// Builds the whole function.
  llvm::Function *run();

  const Packet &packet() const { return packet_; }
  const llvm::DataLayout &layout() const;
  llvm::Function &function() { return *function_; }
  /// Stands where the instruction that is being widened goes. Whoever makes blocks leaves it at the
  /// end of the last one.
  llvm::IRBuilder<> &builder() { return builder_; }

  Shape shape(const llvm::Value &value) const { return shapes_.of(value); }
  /// 1 for what is the same in all parts.
  unsigned parts_of(const llvm::Value &value) const;

  /// The value of a part's first lane, of a uniform or strided value.
  llvm::Value *first_lane(llvm::Value &value, unsigned part);
  /// The values of a part's lanes, whatever the shape: <lanes x type>. The type must be one that
  /// vectors can have (can_be_element()).
  llvm::Value *vector(llvm::Value &value, unsigned part);
  /// The value of one lane, whatever the shape and the type; for what is done lane by lane.
  llvm::Value *lane(llvm::Value &value, unsigned part, unsigned lane);

  void set_first_lane(llvm::Value &value, unsigned part, llvm::Value *result);
  void set_vector(llvm::Value &value, unsigned part, llvm::Value *result);
  /// Of a varying value whose type vectors cannot have: one lane after the other.
  void set_lane(llvm::Value &value, unsigned part, unsigned lane, llvm::Value *result);

  /// The lanes of a part that the current block runs for: <lanes x i1>. NULL if it is all of them.
  llvm::Value *mask(unsigned part);
  /// The same as a scalar, where the mask is the same for all lanes of the part; NULL if all run,
  /// or if the mask differs between lanes.
  llvm::Value *scalar_mask(unsigned part);
  /// Whether the current block has a mask.
  bool is_masked() const;

  /// Whether any lane of the part runs, where the block has a mask: i1.
  llvm::Value *any_lane(unsigned part);

  llvm::VectorType *vector_type(llvm::Type *element) const;
  static bool can_be_element(llvm::Type *type);
  /// <0, 1, 2, ...> times the stride, of an integer type.
  llvm::Value *lane_offsets(llvm::Type *integer, int64_t stride);

 private:
  // Left to widener.cpp's author.
  Packet packet_;
  Shapes shapes_;
  llvm::Function &linearised_;
  llvm::Function *function_ = nullptr;
  llvm::IRBuilder<> builder_;
};

}  // namespace mux::compiler
