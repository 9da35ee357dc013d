/// @file
/// State of widen() while it builds a packet function: maps each value of the linearized function
/// to its widened values.
///
/// Functions of their own widen each kind of instruction (widen_memory.h, widen_calls.h, ...). They
/// take a Widener and the instruction, build code at builder(), and set the result with
/// set_first_lane() or set_vector().

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include <array>
#include <bitset>
#include <unordered_map>
#include <vector>

#include "codegen/ir/packet.h"
#include "codegen/vectorize/analysis/index_range.h"
#include "codegen/vectorize/analysis/shapes.h"

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

class AccessPlan;

/// Values of types that cannot be vector elements are represented by one vector for each of their
/// components (components.h). Other values have one component.
class Widener {
 public:
  /// @param plan must outlive this object.
  explicit Widener(const AccessPlan &plan);

  /// Widens one instruction, except phis and terminators.
  using WidenInstruction = void(Widener &widener, llvm::Instruction &instruction);
  /// Builds the whole function.
  llvm::Function *run(WidenInstruction *widen_instruction);

  const AccessPlan &plan() const { return plan_; }
  const Packet &packet() const { return packet_; }
  const llvm::DataLayout &layout() const;
  llvm::Function &function() { return *function_; }
  /// Positioned where the code of the current instruction goes: at the end of a block. Functions
  /// that create blocks leave it at the end of the last one.
  llvm::IRBuilder<> &builder() { return builder_; }

  const Shapes &shapes() const { return shapes_; }
  Shape shape(const llvm::Value &value) const { return shapes_.of(value); }
  /// Returns the number of low bits of an integer that are known to be 0 in the first lane of each
  /// part.
  unsigned aligned_bits(const llvm::Value &value) const {
    return ranges_.aligned_bits(value, packet_.lanes);
  }
  /// All parts of the packet.
  llvm::ArrayRef<unsigned> all_parts() const { return parts_.back(); }
  /// Returns the parts that have a value of their own; parts that share a value are represented by
  /// the first.
  llvm::ArrayRef<unsigned> parts_of(const llvm::Value &value) const;
  /// Returns the parts among them whose value is built; others in x are derived from the first by a
  /// constant distance.
  llvm::ArrayRef<unsigned> parts_to_build(const llvm::Value &value) const;
  /// Returns the first of the parts that have the same indices in these dimensions.
  unsigned first_part(unsigned part, std::bitset<3> dimensions) const;
  /// Returns the parts that share the value of `part`, which is one of parts_of(value).
  llvm::SmallVector<unsigned> sharing_parts(const llvm::Value &value, unsigned part) const;

  /// Returns the value of a part's first lane; for uniform and strided values.
  llvm::Value *first_lane(llvm::Value &value, unsigned part);
  /// Returns the first lane of a strided or uniform integer, sign- or zero-extended to a wider
  /// type. If the value is exact with that extension (Shape), the extended values of active lanes
  /// have the same stride from there, even if the first lane is inactive and its narrow value has
  /// wrapped.
  llvm::Value *extended_first_lane(llvm::Value &value, unsigned part, llvm::Type *type,
                                   bool is_signed);
  /// Whether set_vector() has been called for the part's vector.
  bool has_vector(llvm::Value &value, unsigned part) {
    return vector_slot(value, part, 0) != nullptr;
  }
  /// Returns the values of a part's lanes, whatever the shape: <lanes x type>.
  llvm::Value *vector(llvm::Value &value, unsigned part, unsigned component = 0);
  /// Returns the value of one lane, whatever the shape and the type; for serialized instructions.
  llvm::Value *lane(llvm::Value &value, unsigned part, unsigned lane);
  /// The same for a lane index known only at run time.
  llvm::Value *lane_at(llvm::Value &value, unsigned part, llvm::Value *lane);

  void set_first_lane(llvm::Value &value, unsigned part, llvm::Value *result);
  void set_vector(llvm::Value &value, unsigned part, llvm::Value *result, unsigned component = 0);
  /// For a varying value whose type cannot be a vector element: sets the lanes one after the other.
  void set_lane(llvm::Value &value, unsigned part, unsigned lane, llvm::Value *result);

  /// Returns the mask of the current block in a part: <lanes x i1>. NULL if all lanes are active.
  llvm::Value *mask(unsigned part);
  /// The same as a scalar i1 if the mask is uniform across the part's lanes; NULL if all are active
  /// or the mask varies.
  llvm::Value *scalar_mask(unsigned part);
  /// Returns the mask of a block of the linearized function; NULL if it has none.
  llvm::Value *condition_of(const llvm::BasicBlock &block) const;
  /// Whether the current block has a mask.
  bool is_masked() const { return mask_ != nullptr; }

  llvm::VectorType *vector_type(llvm::Type *element) const;
  static bool can_be_element(llvm::Type *type);
  /// Returns <0, 1, 2, ...> times the stride, in an integer type.
  llvm::Value *lane_offsets(llvm::Type *integer, int64_t stride);

 private:
  /// The widened values of a value; NULL until built.
  struct Result {
    /// Indexed by part.
    llvm::SmallVector<llvm::Value *, 4> first_lanes;
    /// Indexed by part and component. Both have slots for all parts, of which those of parts_of()
    /// are used.
    llvm::SmallVector<llvm::Value *, 4> vectors;
  };
  /// A phi of extended first lanes, whose incoming values are added later.
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
  /// Positions a builder right after a value of the packet function.
  void set_insert_point_after(llvm::IRBuilder<> &builder, llvm::Value *value);
  llvm::Value *step_to_part(llvm::Value &value, llvm::Value *first, unsigned part);
  llvm::Value *spread(llvm::Value &value, unsigned part, unsigned component);
  llvm::Value *build_extension(llvm::Value &value, unsigned part, llvm::Type *type, bool is_signed);

  WidenInstruction *widen_instruction_ = nullptr;
  const AccessPlan &plan_;
  const Packet &packet_;
  /// For each set of dimensions in which values may differ, the parts with a value of their own.
  std::array<llvm::SmallVector<unsigned>, 8> parts_;
  const Shapes &shapes_;
  IndexRanges ranges_;
  llvm::Function &linearized_;
  llvm::Function *function_ = nullptr;
  llvm::IRBuilder<> builder_;

  std::unordered_map<const llvm::Value *, Result> results_;
  /// The first and the last block that a block was widened to.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> first_blocks_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> last_blocks_;
  llvm::SmallVector<llvm::PHINode *> phis_;

  /// The mask of the current block.
  llvm::Value *mask_ = nullptr;

  /// Keyed by value and part, type and signedness.
  llvm::DenseMap<std::pair<std::pair<llvm::Value *, unsigned>, std::pair<llvm::Type *, unsigned>>,
                 llvm::Value *>
      extensions_;
  std::vector<ExtendedPhi> extended_phis_;
};

}  // namespace mux::compiler
