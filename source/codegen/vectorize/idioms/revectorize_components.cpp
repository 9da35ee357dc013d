#include "codegen/vectorize/idioms/revectorize_components.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>

#include <iterator>
#include <map>
#include <numeric>
#include <vector>

#include "codegen/optimize/function_passes.h"
#include "codegen/vectorize/analysis/element_sources.h"
#include "codegen/vectorize/idioms/revectorization_plan.h"
#include "codegen/vectorize/widen/element_shuffles.h"

namespace mux::compiler {

namespace {

/// Returns the use of a shuffle as a stored value, or as one that is cast to wider elements, which
/// are usually stored in pieces of that size; NULL if the instruction has none.
llvm::Use *stored_shuffle(llvm::Instruction &instruction) {
  llvm::Use *stored = nullptr;
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    stored = &store->getOperandUse(0);
  } else if (llvm::isa<llvm::BitCastInst>(instruction) &&
             instruction.getType()->getScalarSizeInBits() >
                 instruction.getOperand(0)->getType()->getScalarSizeInBits()) {
    stored = &instruction.getOperandUse(0);
  } else if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    stored = call->getIntrinsicID() == llvm::Intrinsic::masked_store ? &call->getArgOperandUse(0)
                                                                     : nullptr;
  }
  return stored != nullptr && llvm::isa<llvm::ShuffleVectorInst>(stored->get()) &&
                 llvm::isa<llvm::FixedVectorType>(stored->get()->getType())
             ? stored
             : nullptr;
}

llvm::SmallVector<llvm::Use *> stored_shuffles(llvm::Function &function) {
  llvm::SmallVector<llvm::Use *> stored;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (llvm::Use *use = stored_shuffle(instruction)) {
      stored.push_back(use);
    }
  }
  return stored;
}

/// Returns the number of undefined elements of a vector.
size_t unused_elements(llvm::Value &vector) {
  return static_cast<size_t>(llvm::count_if(
      sources_of(vector), [](const ElementSource &element) { return element.is_undefined(); }));
}

/// The existing instructions that calculate a vector and may become dead.
using Slice = llvm::SmallSetVector<llvm::Instruction *, 32>;

Slice slice_of(llvm::Value &stored) {
  Slice slice;
  const auto add = [&](llvm::Value *value) {
    if (llvm::isa<llvm::ShuffleVectorInst, llvm::InsertElementInst>(value) ||
        is_elementwise(*value)) {
      slice.insert(llvm::cast<llvm::Instruction>(value));
    }
  };
  add(&stored);
  for (size_t i = 0; i < slice.size(); ++i) {
    for (llvm::Value *operand : slice[i]->operand_values()) {
      add(operand);
    }
  }
  return slice;
}

/// Stored vectors whose calculations share instructions or nodes.
struct Group {
  llvm::SmallVector<llvm::Use *> stored;
  /// Indices of nodes in the plan.
  llvm::SmallVector<size_t> roots;
  llvm::SmallSetVector<size_t, 32> nodes;
  Slice slice;
};

unsigned element_count(const llvm::Value &vector) {
  return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

/// Whether a shuffle is the concatenation of its vectors.
bool is_concatenation(const JoinNode &shuffle) {
  const size_t length = element_count(*shuffle.vectors[0]);
  if (shuffle.elements.size() != length * shuffle.vectors.size()) {
    return false;
  }
  for (size_t i = 0; i < shuffle.elements.size(); ++i) {
    const ElementSource here{shuffle.vectors[i / length], static_cast<int>(i % length)};
    if (!shuffle.elements[i].is_undefined() && shuffle.elements[i] != here) {
      return false;
    }
  }
  return true;
}

/// Builds the vectors of a plan.
class Builder {
 public:
  Builder(llvm::Function &function, const RevectorizationPlan &plan)
      : function_(function), plan_(plan) {}

  llvm::Value *build(size_t index) {
    llvm::Value *result = build_node(index);
    while (!open_phis_.empty()) {
      connect(open_phis_.pop_back_val());
    }
    return result;
  }

 private:
  llvm::Value *build_node(size_t index) {
    const auto found = built_.find(index);
    if (found != built_.end()) {
      return found->second;
    }
    const JoinNode &node = plan_.node(index);
    llvm::Value *result = nullptr;
    switch (node.kind) {
      case JoinNode::Kind::existing:
        result = node.vectors[0];
        break;
      case JoinNode::Kind::scalars:
        result = build_scalars(node);
        break;
      case JoinNode::Kind::shuffle:
        result = build_shuffle(node);
        break;
      case JoinNode::Kind::blend:
        result = build_blend(node);
        break;
      case JoinNode::Kind::operation:
        result = build_operation(node);
        break;
      case JoinNode::Kind::phi:
        result = build_phi(index);
        break;
    }
    built_[index] = result;
    return result;
  }

  /// Returns a builder positioned after the last of several values, each of which dominates all of
  /// their common users.
  llvm::IRBuilder<> builder_behind(llvm::ArrayRef<llvm::Value *> values) {
    llvm::Instruction *last = nullptr;
    for (llvm::Value *value : values) {
      auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
      if (instruction != nullptr &&
          (last == nullptr || plan_.dominators().dominates(last, instruction))) {
        last = instruction;
      }
    }
    if (last == nullptr) {
      llvm::BasicBlock &entry = function_.getEntryBlock();
      return {&entry, entry.getFirstNonPHIOrDbgOrAlloca()};
    }
    llvm::BasicBlock &block = *last->getParent();
    return {&block, llvm::isa<llvm::PHINode>(last) ? block.getFirstInsertionPt()
                                                   : std::next(last->getIterator())};
  }

  llvm::Value *build_scalars(const JoinNode &node) {
    const size_t length = node.elements.size();
    llvm::SmallVector<llvm::Value *, 16> scalars(node.period);
    for (size_t i = 0; i < length; ++i) {
      llvm::Value *&scalar = scalars[i % node.period];
      scalar = scalar == nullptr ? node.elements[i].value : scalar;
    }
    for (llvm::Value *&scalar : scalars) {
      scalar = scalar == nullptr ? llvm::PoisonValue::get(node.type) : scalar;
    }
    llvm::IRBuilder<> builder = builder_behind(scalars);
    llvm::Value *vector = llvm::PoisonValue::get(
        llvm::FixedVectorType::get(node.type, static_cast<unsigned>(length)));
    for (size_t i = 0; i < node.period; ++i) {
      vector = builder.CreateInsertElement(vector, scalars[i], i);
    }
    if (node.period == length) {
      return vector;
    }
    llvm::SmallVector<int, 16> shuffle_mask;
    for (size_t i = 0; i < length; ++i) {
      shuffle_mask.push_back(static_cast<int>(i % node.period));
    }
    return builder.CreateShuffleVector(vector, shuffle_mask);
  }

  llvm::Value *build_shuffle(const JoinNode &node) {
    llvm::IRBuilder<> builder = builder_behind(node.vectors);
    if (node.vectors.size() <= 2) {
      llvm::Value *first = node.vectors[0];
      llvm::Value *second =
          node.vectors.size() == 2 ? node.vectors[1] : llvm::PoisonValue::get(first->getType());
      const auto length =
          static_cast<int>(llvm::cast<llvm::FixedVectorType>(first->getType())->getNumElements());
      llvm::SmallVector<int, 16> shuffle_mask;
      for (const ElementSource &element : node.elements) {
        shuffle_mask.push_back(element.value == second ? length + element.element
                                                       : element.element);
      }
      return builder.CreateShuffleVector(first, second, shuffle_mask);
    }
    const auto length = static_cast<unsigned>(node.elements.size());
    if (is_concatenation(node)) {
      return llvm::concatenateVectors(builder, node.vectors);
    }
    llvm::SmallVector<int, 16> all(length, -1);
    std::iota(all.begin(), all.begin() + element_count(*node.vectors[0]), 0);
    llvm::SmallVector<ShuffleSource, 8> sources;
    for (llvm::Value *vector : node.vectors) {
      ShuffleSource source{vector, {}};
      for (const ElementSource &element : node.elements) {
        source.elements.push_back(element.value == vector ? element.element : -1);
      }
      if (element_count(*vector) < length) {
        source.vector = builder.CreateShuffleVector(vector, all);
      }
      sources.push_back(std::move(source));
    }
    return gather_elements(builder, std::move(sources));
  }

  llvm::Value *build_blend(const JoinNode &node) {
    llvm::SmallVector<llvm::Value *, 4> operands = build_operands(node);
    llvm::IRBuilder<> builder = builder_behind(operands);
    llvm::Value *result = operands[0];
    for (size_t kind = 1; kind < operands.size(); ++kind) {
      const ElementSources &added = plan_.node(node.operands[kind]).elements;
      const auto length = static_cast<int>(added.size());
      llvm::SmallVector<int, 16> shuffle_mask;
      for (int i = 0; i < length; ++i) {
        shuffle_mask.push_back(added[static_cast<size_t>(i)].is_undefined() ? i : length + i);
      }
      result = builder.CreateShuffleVector(result, operands[kind], shuffle_mask);
    }
    return result;
  }

  llvm::SmallVector<llvm::Value *, 4> build_operands(const JoinNode &node) {
    llvm::SmallVector<llvm::Value *, 4> operands;
    for (const size_t operand : node.operands) {
      operands.push_back(build_node(operand));
    }
    return operands;
  }

  /// Inserts the vector operation after the last of the original ones, where all operands are
  /// available.
  llvm::Value *build_operation(const JoinNode &node) {
    const llvm::SmallVector<llvm::Value *, 4> operands = build_operands(node);
    llvm::Instruction *last = RevectorizationPlan::last_instruction(node);
    llvm::Instruction *operation = RevectorizationPlan::first_instruction(node)->clone();
    unsigned next = 0;
    for (unsigned i = 0; i < operation->getNumOperands(); ++i) {
      if (!is_scalar_operand(*operation, i)) {
        operation->setOperand(i, operands[next++]);
      }
    }
    llvm::MDNode *accuracy = operation->getMetadata(llvm::LLVMContext::MD_fpmath);
    for (const ElementSource &element : node.elements) {
      if (!element.is_undefined()) {
        const auto &original = llvm::cast<llvm::Instruction>(*element.value);
        operation->andIRFlags(&original);
        accuracy = llvm::MDNode::getMostGenericFPMath(
            accuracy, original.getMetadata(llvm::LLVMContext::MD_fpmath));
      }
    }
    operation->dropUnknownNonDebugMetadata();
    if (accuracy != nullptr) {
      operation->setMetadata(llvm::LLVMContext::MD_fpmath, accuracy);
    }
    operation->insertAfter(last);
    return operation;
  }

  llvm::Value *build_phi(size_t index) {
    const JoinNode &node = plan_.node(index);
    auto &first = llvm::cast<llvm::PHINode>(*RevectorizationPlan::first_instruction(node));
    llvm::IRBuilder<> builder(first.getParent(), first.getParent()->begin());
    open_phis_.push_back(index);
    return builder.CreatePHI(first.getType(), first.getNumIncomingValues());
  }

  void connect(size_t index) {
    const JoinNode &node = plan_.node(index);
    const auto &first = llvm::cast<llvm::PHINode>(*RevectorizationPlan::first_instruction(node));
    for (unsigned i = 0; i < first.getNumIncomingValues(); ++i) {
      llvm::Value *value = build_node(node.operands[i]);
      llvm::cast<llvm::PHINode>(built_.at(index))->addIncoming(value, first.getIncomingBlock(i));
    }
  }

  llvm::Function &function_;
  const RevectorizationPlan &plan_;
  std::map<size_t, llvm::Value *> built_;
  llvm::SmallVector<size_t> open_phis_;
};

class Revectorizer {
 public:
  explicit Revectorizer(llvm::Function &function) : plan_(function), builder_(function, plan_) {}

  bool run(llvm::ArrayRef<llvm::Use *> stored) {
    bool changed = false;
    for (const Group &group : groups_of(stored)) {
      if (new_cost(group) < dead_cost(group)) {
        for (size_t i = 0; i < group.stored.size(); ++i) {
          group.stored[i]->set(builder_.build(group.roots[i]));
        }
        changed = true;
      }
    }
    return changed;
  }

 private:
  std::vector<Group> groups_of(llvm::ArrayRef<llvm::Use *> stored) {
    std::vector<Group> groups;
    // Ordered by the number of undefined elements, then by the order of stores.
    llvm::SmallVector<std::pair<size_t, size_t>> fullest_first;
    for (const auto &[index, use] : llvm::enumerate(stored)) {
      fullest_first.emplace_back(unused_elements(**use), index);
    }
    llvm::sort(fullest_first);
    for (const auto &[unused, index] : fullest_first) {
      llvm::Use *use = stored[index];
      llvm::Value &value = **use;
      const std::optional<size_t> root =
          plan_.add(sources_of(value), value.getType()->getScalarType(),
                    llvm::cast<llvm::Instruction>(use->getUser()));
      if (!root.has_value()) {
        continue;
      }
      Group group{{use}, {*root}, nodes_from(*root), slice_of(value)};
      // Merges the groups that share instructions or nodes.
      for (auto other = groups.begin(); other != groups.end();) {
        if (!have_common(group, *other)) {
          ++other;
          continue;
        }
        group.stored.append(other->stored);
        group.roots.append(other->roots);
        group.nodes.insert(other->nodes.begin(), other->nodes.end());
        group.slice.insert(other->slice.begin(), other->slice.end());
        other = groups.erase(other);
      }
      groups.push_back(std::move(group));
    }
    return groups;
  }

  static bool have_common(const Group &one, const Group &other) {
    return llvm::any_of(one.slice,
                        [&](llvm::Instruction *shared) { return other.slice.contains(shared); }) ||
           llvm::any_of(one.nodes, [&](size_t node) { return other.nodes.contains(node); });
  }

  llvm::SmallSetVector<size_t, 32> nodes_from(size_t root) const {
    llvm::SmallSetVector<size_t, 32> nodes;
    nodes.insert(root);
    for (size_t i = 0; i < nodes.size(); ++i) {
      const JoinNode &node = plan_.node(nodes[i]);
      nodes.insert(node.operands.begin(), node.operands.end());
    }
    return nodes;
  }

  double new_cost(const Group &group) const {
    double cost = 0;
    for (const size_t node : group.nodes) {
      cost += plan_.node(node).cost;
    }
    return cost;
  }

  /// Returns the cost of the instructions that become dead.
  double dead_cost(const Group &group) {
    llvm::SmallPtrSet<const llvm::Instruction *, 32> superfluous(group.slice.begin(),
                                                                 group.slice.end());
    for (const size_t node : group.nodes) {
      for (const llvm::Value *vector : plan_.node(node).vectors) {
        superfluous.erase(llvm::dyn_cast<llvm::Instruction>(vector));
      }
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const llvm::Instruction *instruction : group.slice) {
        const bool is_used = llvm::any_of(instruction->uses(), [&](const llvm::Use &use) {
          return !superfluous.contains(llvm::cast<llvm::Instruction>(use.getUser())) &&
                 !llvm::is_contained(group.stored, &use);
        });
        changed |= is_used && superfluous.erase(instruction);
      }
    }
    double cost = 0;
    for (const llvm::Instruction *instruction : superfluous) {
      cost += plan_.cost_of(*instruction);
    }
    return cost;
  }

  RevectorizationPlan plan_;
  Builder builder_;
};

}  // namespace

bool revectorize_components(llvm::Function &packet_function, llvm::TargetMachine &machine) {
  if (stored_shuffles(packet_function).empty()) {
    return false;
  }
  // Common subexpressions first: accesses of several members share loads.
  FunctionPasses passes(packet_function, machine);
  llvm::FunctionPassManager before;
  before.addPass(llvm::EarlyCSEPass(true));
  passes.run(std::move(before));
  if (!Revectorizer(packet_function).run(stored_shuffles(packet_function))) {
    return false;
  }
  llvm::FunctionPassManager after;
  after.addPass(llvm::ADCEPass());
  passes.run(std::move(after));
  return true;
}

}  // namespace mux::compiler
