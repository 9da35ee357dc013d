/// @file
/// The state of widen() while it builds a packet function: what each value of the linearized
/// function has become.
///
/// The instructions of a kind are widened by functions of their own (widen_memory.h, widen_calls.h,
/// ...), which take a Widener and the instruction, build code at builder(), and say what the result
/// is with set_first_lane() or set_vector().

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include <array>
#include <bitset>
#include <unordered_map>
#include <vector>

#include "compiler/ir/packet.h"
#include "compiler/vectorize/analysis/index_range.h"
#include "compiler/vectorize/analysis/shapes.h"

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

/// Values of types that vectors cannot have are kept as one vector for each of their components
/// (components.h). Other values have one component.
class Widener {
 public:
  Widener(llvm::Function &linearized, const Packet &packet);

  /// Widens one instruction, any but a phi or a terminator.
  using WidenInstruction = void(Widener &widener, llvm::Instruction &instruction);
  /// Builds the whole function.
  llvm::Function *run(WidenInstruction *widen_instruction);

  const Packet &packet() const { return packet_; }
  const llvm::DataLayout &layout() const;
  llvm::Function &function() { return *function_; }
  /// Stands where the instruction that is being widened goes: at the end of a block. Whoever makes
  /// blocks leaves it at the end of the last one.
  llvm::IRBuilder<> &builder() { return builder_; }

  const Shapes &shapes() const { return shapes_; }
  Shape shape(const llvm::Value &value) const { return shapes_.of(value); }
  /// How many of the lowest bits of an integer are known to be 0 in the first lane of each part.
  unsigned aligned_bits(const llvm::Value &value) const {
    return ranges_.aligned_bits(value, packet_.lanes);
  }
  /// Every part of the packet.
  llvm::ArrayRef<unsigned> all_parts() const { return parts_.back(); }
  /// The parts that a value is kept for: of those that share it, the first.
  llvm::ArrayRef<unsigned> parts_of(const llvm::Value &value) const;
  /// Those of them that have to be built: of what continues in parts, the first in x.
  llvm::ArrayRef<unsigned> parts_to_build(const llvm::Value &value) const;
  /// The first of the parts that have the same indices in these dimensions.
  unsigned first_part(unsigned part, std::bitset<3> dimensions) const;
  /// The parts that share a value with one of parts_of(value).
  llvm::SmallVector<unsigned> sharing_parts(const llvm::Value &value, unsigned part) const;

  /// The value of a part's first lane, of a uniform or strided value.
  llvm::Value *first_lane(llvm::Value &value, unsigned part);
  /// The first lane of a strided or uniform integer, sign- or zero-extended to a wider type. Where
  /// the value is exact that way, the extended values of lanes that run are strided from there,
  /// even if the first lane does not run and its own value has wrapped.
  llvm::Value *extended_first_lane(llvm::Value &value, unsigned part, llvm::Type *type,
                                   bool is_signed);
  /// Whether set_vector() has been called for the part's vector.
  bool has_vector(llvm::Value &value, unsigned part) {
    return vector_slot(value, part, 0) != nullptr;
  }
  /// The values of a part's lanes, whatever the shape: <lanes x type>.
  llvm::Value *vector(llvm::Value &value, unsigned part, unsigned component = 0);
  /// The value of one lane, whatever the shape and the type; for what is done lane by lane.
  llvm::Value *lane(llvm::Value &value, unsigned part, unsigned lane);
  /// The same for a lane whose index is known only when the packet runs.
  llvm::Value *lane_at(llvm::Value &value, unsigned part, llvm::Value *lane);

  void set_first_lane(llvm::Value &value, unsigned part, llvm::Value *result);
  void set_vector(llvm::Value &value, unsigned part, llvm::Value *result, unsigned component = 0);
  /// Of a varying value whose type vectors cannot have: one lane after the other.
  void set_lane(llvm::Value &value, unsigned part, unsigned lane, llvm::Value *result);

  /// The lanes of a part that the current block runs for: <lanes x i1>. NULL if it is all of them.
  llvm::Value *mask(unsigned part);
  /// The same as a scalar, where the mask is the same for all lanes of the part; NULL if all run,
  /// or if the mask differs between lanes.
  llvm::Value *scalar_mask(unsigned part);
  /// The mask of a block of the linearized function; NULL if it runs for all.
  llvm::Value *condition_of(const llvm::BasicBlock &block) const { return masks_.lookup(&block); }
  /// Whether the current block has a mask.
  bool is_masked() const { return mask_ != nullptr; }

  llvm::VectorType *vector_type(llvm::Type *element) const;
  static bool can_be_element(llvm::Type *type);
  /// <0, 1, 2, ...> times the stride, of an integer type.
  llvm::Value *lane_offsets(llvm::Type *integer, int64_t stride);

 private:
  /// What a value has become. Missing ones are NULL.
  struct Result {
    /// By part.
    llvm::SmallVector<llvm::Value *, 4> first_lanes;
    /// By part and component. Both have slots for all parts, of which they use parts_of().
    llvm::SmallVector<llvm::Value *, 4> vectors;
  };
  /// A phi of extended first lanes, whose incoming values are still missing.
  struct ExtendedPhi {
    llvm::PHINode *original;
    llvm::PHINode *extended;
    unsigned part;
    bool is_signed;
  };

  void prepare_parameters();
  void widen_block(llvm::BasicBlock &block);
  void widen_phi(llvm::PHINode &phi);
  void widen_terminator(llvm::Instruction &terminator);
  void connect_phis();
  void remove_unused();

  llvm::Value *&first_lane_slot(llvm::Value &value, unsigned part);
  llvm::Value *&vector_slot(llvm::Value &value, unsigned part, unsigned component);
  /// Puts a builder right after a value of the packet function.
  void set_insert_point_after(llvm::IRBuilder<> &builder, llvm::Value *value);
  llvm::Value *step_to_part(llvm::Value &value, llvm::Value *first, unsigned part);
  llvm::Value *spread(llvm::Value &value, unsigned part, unsigned component);
  llvm::Value *build_extension(llvm::Value &value, unsigned part, llvm::Type *type, bool is_signed);

  WidenInstruction *widen_instruction_ = nullptr;
  Packet packet_;
  /// For each set of dimensions in which a value may differ, the parts that it is kept for.
  std::array<llvm::SmallVector<unsigned>, 8> parts_;
  Shapes shapes_;
  IndexRanges ranges_;
  llvm::Function &linearized_;
  llvm::Function *function_ = nullptr;
  llvm::IRBuilder<> builder_;

  std::unordered_map<const llvm::Value *, Result> results_;
  /// The first and the last block that a block has become.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> first_blocks_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> last_blocks_;
  llvm::SmallVector<llvm::PHINode *> phis_;

  /// The blocks of the linearized function that have a mask.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *> masks_;
  /// Of the current block.
  llvm::Value *mask_ = nullptr;

  /// By value and part, type and signedness.
  llvm::DenseMap<std::pair<std::pair<llvm::Value *, unsigned>, std::pair<llvm::Type *, unsigned>>,
                 llvm::Value *>
      extensions_;
  std::vector<ExtendedPhi> extended_phis_;
};

}  // namespace mux::compiler
