/// @file
/// How vectors could be calculated, given which elements of what is calculated now they hold: the
/// plan of revectorize_components.h. Nothing is changed; costs are in units of one instruction.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Dominators.h>

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "compiler/vectorize/analysis/element_sources.h"
#include "compiler/vectorize/cost/instruction_cost.h"

namespace llvm {
class Instruction;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// A vector to be built.
struct JoinNode {
  enum class Kind {
    /// What is there already, or a constant.
    existing,
    /// Scalars, of which the first `period` elements are repeated.
    scalars,
    /// Elements of `vectors`.
    shuffle,
    /// Each element from the operand that has it.
    blend,
    /// What the instructions of all elements do, for operands in the same order.
    operation,
    phi,
  };
  Kind kind = Kind::existing;
  ElementSources elements;
  /// Of an element.
  llvm::Type *type = nullptr;
  /// Indices of nodes; for phis, by incoming block of the first instruction.
  llvm::SmallVector<size_t, 4> operands;
  /// The ones that it takes elements of as they are.
  llvm::SmallVector<llvm::Value *, 4> vectors;
  size_t period = 0;
  double cost = 0;
};

class RevectorizationPlan {
 public:
  explicit RevectorizationPlan(llvm::Function &function)
      : dominators_(function), weights_(function) {}

  /// Plans a vector, and all that it is made of. Where elements may be anything, it can be one that
  /// is planned already and has others there.
  /// @param type of an element.
  /// @param user what needs the vector, so that it has to be known there; NULL if that is not
  /// settled, and the vector must be known as soon as its elements are.
  /// @return the index of its node; nothing if there is none.
  std::optional<size_t> add(const ElementSources &elements, llvm::Type *type,
                            const llvm::Instruction *user);

  const JoinNode &node(size_t index) const { return nodes_[index]; }
  /// The last of the instructions that make a node's elements now.
  static llvm::Instruction *last_instruction(const JoinNode &node);
  static llvm::Instruction *first_instruction(const JoinNode &node);
  const llvm::DominatorTree &dominators() const { return dominators_; }
  /// What an instruction of today's takes.
  double cost_of(const llvm::Instruction &instruction);

 private:
  using Key = std::pair<llvm::Type *, std::vector<std::pair<llvm::Value *, int>>>;

  bool fill(size_t index);
  bool fill_scalars(JoinNode &node);
  bool fill_shuffle(size_t index);
  bool fill_operation(size_t index);
  bool fill_phi(size_t index);
  bool fill_blend(size_t index);
  std::optional<size_t> find_fuller(const ElementSources &elements, llvm::Type *type,
                                    const llvm::Instruction &user) const;
  std::optional<size_t> add_operand(size_t user, const ElementSources &elements, llvm::Type *type,
                                    const llvm::Instruction *insertion_point);
  /// Takes back what was planned since.
  void forget_from(size_t index);
  double cost_from(size_t index) const;
  /// What an operation on the value takes, where it is calculated.
  double weight_of(const llvm::Value &value);

  llvm::DominatorTree dominators_;
  BlockWeights weights_;
  std::vector<JoinNode> nodes_;
  std::map<Key, size_t> indices_;
  std::vector<Key> keys_;
  /// Which nodes have an element at a position, in the order of their indices.
  std::map<std::tuple<llvm::Value *, int, size_t>, std::vector<size_t>> with_element_;
  /// How many nodes were asked for, and how many are being filled.
  size_t asked_ = 0;
  size_t depth_ = 0;
};

/// Whether an instruction does the same to every element of its operands, and nothing else.
bool is_done_by_element(const llvm::Value &value);
/// Whether an operand of such an instruction is the same for all elements.
bool is_operand_for_all(const llvm::Instruction &instruction, unsigned operand);

}  // namespace mux::compiler
