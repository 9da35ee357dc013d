/// @file
/// The plan of revectorize_components.h: how to calculate vectors, given which elements of the
/// existing vectors they consist of. Does not change the function; costs are in units of one
/// instruction.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Dominators.h>

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "codegen/vectorize/analysis/element_sources.h"
#include "codegen/vectorize/cost/instruction_cost.h"

namespace llvm {
class Instruction;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// A vector to be built.
struct JoinNode {
  enum class Kind {
    /// An existing value or a constant.
    existing,
    /// A vector of scalars; the first `period` elements are repeated.
    scalars,
    /// A shuffle of `vectors`.
    shuffle,
    /// A blend: each element comes from the operand that defines it.
    blend,
    /// One vector instruction in place of the elements' instructions, with operands in the same
    /// order of elements.
    operation,
    phi,
  };
  Kind kind = Kind::existing;
  ElementSources elements;
  /// Type of an element.
  llvm::Type *type = nullptr;
  /// Indices of nodes; for phis, by incoming block of the first instruction.
  llvm::SmallVector<size_t, 4> operands;
  /// Existing vectors that the node uses.
  llvm::SmallVector<llvm::Value *, 4> vectors;
  size_t period = 0;
  double cost = 0;
};

class RevectorizationPlan {
 public:
  explicit RevectorizationPlan(llvm::Function &function)
      : dominators_(function), weights_(function) {}

  /// Plans a vector and its operands. If elements are undefined, the result may be an existing node
  /// that defines them.
  /// @param type of an element.
  /// @param user the instruction that uses the vector, which must dominate it; NULL if the
  /// insertion point is not known yet and the vector has to be available as soon as its elements
  /// are.
  /// @return the index of the node; nothing if the vector cannot be planned.
  std::optional<size_t> add(const ElementSources &elements, llvm::Type *type,
                            const llvm::Instruction *user);

  const JoinNode &node(size_t index) const { return nodes_[index]; }
  /// Returns the last of the instructions that calculate a node's elements.
  static llvm::Instruction *last_instruction(const JoinNode &node);
  static llvm::Instruction *first_instruction(const JoinNode &node);
  const llvm::DominatorTree &dominators() const { return dominators_; }
  /// Returns the cost of an existing instruction.
  double cost_of(const llvm::Instruction &instruction);

 private:
  using Key = std::pair<llvm::Type *, std::vector<std::pair<llvm::Value *, int>>>;

  bool fill(size_t index);
  bool fill_scalars(JoinNode &node);
  bool fill_shuffle(size_t index);
  bool fill_operation(size_t index);
  bool fill_phi(size_t index);
  bool fill_blend(size_t index);
  std::optional<size_t> find_superset(const ElementSources &elements, llvm::Type *type,
                                      const llvm::Instruction &user) const;
  std::optional<size_t> add_operand(size_t user, const ElementSources &elements, llvm::Type *type,
                                    const llvm::Instruction *insertion_point);
  /// Removes the nodes from an index on.
  void erase_nodes_from(size_t index);
  double cost_from(size_t index) const;
  /// Returns the cost of an operation on a value, weighted by the execution count of its block.
  double weight_of(const llvm::Value &value);

  llvm::DominatorTree dominators_;
  BlockWeights weights_;
  std::vector<JoinNode> nodes_;
  std::map<Key, size_t> indices_;
  std::vector<Key> keys_;
  /// The nodes with an element at a position, in the order of their indices.
  std::map<std::tuple<llvm::Value *, int, size_t>, std::vector<size_t>> with_element_;
  /// Number of calls of add(), and of nodes that are being filled.
  size_t asked_ = 0;
  size_t depth_ = 0;
};

/// Whether an instruction is elementwise and has no other effect.
bool is_elementwise(const llvm::Value &value);
/// Whether an operand of such an instruction is a scalar that applies to all elements.
bool is_scalar_operand(const llvm::Instruction &instruction, unsigned operand);

}  // namespace mux::compiler
