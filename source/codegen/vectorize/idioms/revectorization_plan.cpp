#include "codegen/vectorize/idioms/revectorization_plan.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "codegen/target/processor_operations.h"
#include "codegen/vectorize/idioms/tuning.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

bool is_undefined(const ElementSource &element) {
  return element.is_undefined();
}

bool is_scalar(const ElementSource &element) {
  return element.is_scalar();
}

llvm::FixedVectorType *vector_type(const llvm::Value &value) {
  return llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
}

unsigned length_of(const llvm::Value &value) {
  const auto *type = vector_type(value);
  return type == nullptr ? 0 : type->getNumElements();
}

/// Returns the number of registers of a value.
unsigned registers_of(llvm::Type &type) {
  const auto bits = static_cast<unsigned>(type.getPrimitiveSizeInBits().getKnownMinValue());
  return std::max(1U, bits / vector_register_bits());
}

bool is_same_operation(const llvm::Instruction &one, const llvm::Instruction &other) {
  if (one.getParent() != other.getParent() || !one.isSameOperationAs(&other)) {
    return false;
  }
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&one);
  if (call != nullptr &&
      call->getCalledOperand() != llvm::cast<llvm::CallInst>(other).getCalledOperand()) {
    return false;
  }
  for (unsigned i = 0; i < one.getNumOperands(); ++i) {
    if (is_scalar_operand(one, i) && one.getOperand(i) != other.getOperand(i)) {
      return false;
    }
  }
  return true;
}

/// Returns the elementwise instruction that calculates an element; NULL if there is none of this
/// vector length.
llvm::Instruction *element_operation_of(const ElementSource &element, size_t length) {
  return element.value != nullptr && is_elementwise(*element.value) &&
                 length_of(*element.value) == length
             ? llvm::cast<llvm::Instruction>(element.value)
             : nullptr;
}

/// Returns the distinct source vectors of the elements.
llvm::SmallVector<llvm::Value *, 4> vectors_of(const ElementSources &elements) {
  llvm::SmallVector<llvm::Value *, 4> vectors;
  for (const ElementSource &element : elements) {
    if (!element.is_undefined() && !element.is_scalar() &&
        !llvm::is_contained(vectors, element.value)) {
      vectors.push_back(element.value);
    }
  }
  return vectors;
}

bool is_whole(const ElementSources &elements, const llvm::Value &vector) {
  if (length_of(vector) != elements.size()) {
    return false;
  }
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].is_undefined() && elements[i].element != static_cast<int>(i)) {
      return false;
    }
  }
  return true;
}

/// Returns the period of a repeating sequence of elements, a power of two; the length if they do
/// not repeat.
size_t period_of(const ElementSources &elements) {
  for (size_t period = 1; period < elements.size(); period *= 2) {
    ElementSources first(elements.begin(), elements.begin() + period);
    bool repeats = true;
    for (size_t i = period; i < elements.size(); ++i) {
      ElementSource &same = first[i % period];
      same = same.is_undefined() ? elements[i] : same;
      repeats &= elements[i].is_undefined() || elements[i] == same;
    }
    if (repeats) {
      return period;
    }
  }
  return elements.size();
}

/// Whether a vector has all of the given elements at the same positions, ignoring undefined ones.
bool has_all(const ElementSources &vector, const ElementSources &elements) {
  if (vector.size() != elements.size()) {
    return false;
  }
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].is_undefined() && elements[i] != vector[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_elementwise(const llvm::Value &value) {
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || vector_type(value) == nullptr ||
      value.getType()->isPtrOrPtrVectorTy()) {
    return false;
  }
  if (llvm::isa<llvm::CastInst>(instruction)) {
    return length_of(*instruction->getOperand(0)) == length_of(value);
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(instruction)) {
    return is_operation_call(*call) || llvm::isTriviallyVectorizable(call->getIntrinsicID());
  }
  return instruction->isBinaryOp() || instruction->isUnaryOp() ||
         llvm::isa<llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst, llvm::PHINode>(instruction);
}

bool is_scalar_operand(const llvm::Instruction &instruction, unsigned operand) {
  return vector_type(*instruction.getOperand(operand)) == nullptr;
}

llvm::Instruction *RevectorizationPlan::first_instruction(const JoinNode &node) {
  for (const ElementSource &element : node.elements) {
    if (!element.is_undefined()) {
      return llvm::cast<llvm::Instruction>(element.value);
    }
  }
  return nullptr;
}

llvm::Instruction *RevectorizationPlan::last_instruction(const JoinNode &node) {
  llvm::Instruction *last = first_instruction(node);
  for (const ElementSource &element : node.elements) {
    auto *instruction = llvm::cast_or_null<llvm::Instruction>(element.value);
    last = instruction != nullptr && last->comesBefore(instruction) ? instruction : last;
  }
  return last;
}

double RevectorizationPlan::weight_of(const llvm::Value &value) {
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) {
    return 0;
  }
  unsigned registers = registers_of(*instruction->getType());
  if (llvm::isa<llvm::CastInst>(instruction)) {
    registers = std::max(registers, registers_of(*instruction->getOperand(0)->getType()));
  }
  return registers * weights_.of(*instruction->getParent());
}

double RevectorizationPlan::cost_of(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::PHINode, llvm::InsertElementInst, llvm::BitCastInst>(instruction)) {
    return 0;
  }
  if (const auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    // A splat is an operand that instructions broadcast for free.
    if (llvm::isa<llvm::InsertElementInst>(shuffle->getOperand(0))) {
      return 0;
    }
    // LLVM folds two consecutive shuffles into one.
    const auto *before = llvm::dyn_cast<llvm::ShuffleVectorInst>(shuffle->getOperand(0));
    if (before != nullptr && before->hasOneUse() &&
        llvm::isa<llvm::UndefValue>(shuffle->getOperand(1))) {
      return 0;
    }
  }
  return weight_of(instruction);
}

std::optional<size_t> RevectorizationPlan::add(const ElementSources &elements, llvm::Type *type,
                                               const llvm::Instruction *user) {
  Key key{type, {}};
  for (const ElementSource &element : elements) {
    key.second.emplace_back(element.value, element.element);
  }
  const auto found = indices_.find(key);
  if (found != indices_.end()) {
    return found->second;
  }
  if (user != nullptr) {
    if (const std::optional<size_t> fuller = find_superset(elements, type, *user)) {
      return fuller;
    }
  }
  if (nodes_.size() >= tuning::max_revectorized_nodes || ++asked_ > tuning::max_requested_nodes) {
    return std::nullopt;
  }
  const size_t index = nodes_.size();
  indices_.emplace(key, index);
  keys_.push_back(std::move(key));
  nodes_.emplace_back();
  nodes_.back().elements = elements;
  nodes_.back().type = type;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].is_undefined()) {
      with_element_[{elements[i].value, elements[i].element, i}].push_back(index);
    }
  }
  ++depth_;
  const bool is_possible = fill(index);
  --depth_;
  if (!is_possible) {
    erase_nodes_from(index);
    return std::nullopt;
  }
  return index;
}

/// Looks for a node that has all of these elements, and others in the place of undefined ones, and
/// that dominates the user. For other users the undefined elements stay undefined, because a fuller
/// vector may be available too late.
std::optional<size_t> RevectorizationPlan::find_superset(const ElementSources &elements,
                                                         llvm::Type *type,
                                                         const llvm::Instruction &user) const {
  const auto *first = llvm::find_if_not(elements, is_undefined);
  if (first == elements.end() || llvm::none_of(elements, is_undefined)) {
    return std::nullopt;
  }
  const auto position = static_cast<size_t>(first - elements.begin());
  const auto found = with_element_.find({first->value, first->element, position});
  if (found == with_element_.end()) {
    return std::nullopt;
  }
  for (const size_t index : found->second) {
    const JoinNode &candidate = nodes_[index];
    const bool is_known = llvm::all_of(candidate.elements, [&](const ElementSource &element) {
      const auto *instruction = llvm::dyn_cast_or_null<llvm::Instruction>(element.value);
      return instruction == nullptr || dominators_.dominates(instruction, &user);
    });
    if (candidate.type == type && is_known && has_all(candidate.elements, elements)) {
      return index;
    }
  }
  return std::nullopt;
}

std::optional<size_t> RevectorizationPlan::add_operand(size_t user, const ElementSources &elements,
                                                       llvm::Type *type,
                                                       const llvm::Instruction *insertion_point) {
  const std::optional<size_t> operand = add(elements, type, insertion_point);
  if (operand.has_value()) {
    nodes_[user].operands.push_back(*operand);
  }
  return operand;
}

void RevectorizationPlan::erase_nodes_from(size_t index) {
  while (nodes_.size() > index) {
    for (size_t i = 0; i < nodes_.back().elements.size(); ++i) {
      const ElementSource &element = nodes_.back().elements[i];
      if (!element.is_undefined()) {
        with_element_.find({element.value, element.element, i})->second.pop_back();
      }
    }
    indices_.erase(keys_.back());
    keys_.pop_back();
    nodes_.pop_back();
  }
}

double RevectorizationPlan::cost_from(size_t index) const {
  double cost = 0;
  for (; index < nodes_.size(); ++index) {
    cost += nodes_[index].cost;
  }
  return cost;
}

bool RevectorizationPlan::fill(size_t index) {
  const ElementSources elements = nodes_[index].elements;
  if (llvm::none_of(elements, [](const ElementSource &element) {
        return !element.is_undefined() && !element.is_scalar();
      })) {
    return fill_scalars(nodes_[index]);
  }
  const llvm::SmallVector<llvm::Value *, 4> vectors = vectors_of(elements);
  const bool has_scalars = llvm::any_of(elements, is_scalar);
  if (vectors.size() == 1 && !has_scalars && is_whole(elements, *vectors[0])) {
    nodes_[index].vectors = vectors;
    return true;
  }
  const llvm::Instruction *first = nullptr;
  const bool is_one_operation = !has_scalars && llvm::all_of(elements, [&](const auto &element) {
    if (element.is_undefined()) {
      return true;
    }
    const llvm::Instruction *operation = element_operation_of(element, elements.size());
    first = first == nullptr ? operation : first;
    return operation != nullptr && is_same_operation(*first, *operation);
  });
  if (depth_ > tuning::max_revectorized_depth) {
    return !has_scalars && fill_shuffle(index);
  }
  if (!is_one_operation) {
    return fill_blend(index);
  }
  if (vectors.size() > 1) {
    return llvm::isa<llvm::PHINode>(first) ? fill_phi(index) : fill_operation(index);
  }
  const double limit = (nodes_[index].type->isIntegerTy(1) ? tuning::bit_shuffle_cost
                                                           : tuning::recomputation_cost_limit) *
                       weight_of(*first);
  if (!llvm::isa<llvm::PHINode>(first) && fill_operation(index) && cost_from(index) <= limit) {
    return true;
  }
  erase_nodes_from(index + 1);
  nodes_[index].operands.clear();
  return fill_shuffle(index);
}

/// A splat costs nothing. Other scalars cost one insertion each, at the place where they are
/// calculated, which may be outside of loops.
bool RevectorizationPlan::fill_scalars(JoinNode &node) {
  node.kind = JoinNode::Kind::scalars;
  node.period = period_of(node.elements);
  llvm::SmallVector<llvm::Value *, 16> different;
  for (const ElementSource &element : node.elements) {
    if (!element.is_undefined() && !llvm::isa<llvm::Constant>(element.value) &&
        !llvm::is_contained(different, element.value)) {
      different.push_back(element.value);
      node.cost += weight_of(*element.value);
    }
  }
  if (node.period == 1) {
    node.cost = 0;
  }
  return true;
}

bool RevectorizationPlan::fill_shuffle(size_t index) {
  JoinNode &node = nodes_[index];
  node.kind = JoinNode::Kind::shuffle;
  node.operands.clear();
  node.vectors = vectors_of(node.elements);
  const bool same_length = llvm::all_of(node.vectors, [&](const llvm::Value *vector) {
    return vector->getType() == node.vectors[0]->getType();
  });
  const unsigned length = length_of(*node.vectors[0]);
  if (!same_length ||
      node.vectors.size() > (length <= node.elements.size() ? tuning::max_shuffle_sources : 2)) {
    return false;
  }
  double weight = 0;
  for (const llvm::Value *vector : node.vectors) {
    weight = std::max(weight, weight_of(*vector));
  }
  node.cost = weight * static_cast<double>(std::max<size_t>(1, node.vectors.size() - 1)) *
              (node.type->isIntegerTy(1) ? tuning::bit_shuffle_cost : 1);
  return true;
}

bool RevectorizationPlan::fill_operation(size_t index) {
  nodes_[index].kind = JoinNode::Kind::operation;
  ElementSources elements = nodes_[index].elements;
  const llvm::Instruction &first = *first_instruction(nodes_[index]);
  const llvm::Instruction *last = last_instruction(nodes_[index]);
  nodes_[index].cost = llvm::isa<llvm::BitCastInst>(first) ? 0 : weight_of(first);
  if (first.isIntDivRem()) {
    // A divisor must not be undefined.
    const ElementSource any = *llvm::find_if_not(elements, is_undefined);
    std::replace_if(elements.begin(), elements.end(), is_undefined, any);
  }
  for (unsigned i = 0; i < first.getNumOperands(); ++i) {
    if (is_scalar_operand(first, i)) {
      continue;
    }
    ElementSources operands;
    for (const ElementSource &element : elements) {
      operands.push_back(
          element.is_undefined()
              ? ElementSource()
              : source_of(*llvm::cast<llvm::Instruction>(element.value)->getOperand(i),
                          static_cast<unsigned>(element.element)));
    }
    if (!add_operand(index, operands, first.getOperand(i)->getType()->getScalarType(), last)) {
      return false;
    }
  }
  return true;
}

bool RevectorizationPlan::fill_phi(size_t index) {
  nodes_[index].kind = JoinNode::Kind::phi;
  const ElementSources elements = nodes_[index].elements;
  llvm::Type *type = nodes_[index].type;
  const auto &first = llvm::cast<llvm::PHINode>(*first_instruction(nodes_[index]));
  for (llvm::BasicBlock *block : first.blocks()) {
    ElementSources incoming;
    for (const ElementSource &element : elements) {
      incoming.push_back(
          element.is_undefined()
              ? ElementSource()
              : source_of(
                    *llvm::cast<llvm::PHINode>(element.value)->getIncomingValueForBlock(block),
                    static_cast<unsigned>(element.element)));
    }
    if (!add_operand(index, incoming, type, block->getTerminator())) {
      return false;
    }
  }
  return true;
}

/// Blends elements of different kinds: scalars, elementwise operations, and other elements of
/// vectors.
bool RevectorizationPlan::fill_blend(size_t index) {
  const ElementSources elements = nodes_[index].elements;
  llvm::Type *type = nodes_[index].type;
  llvm::SmallVector<ElementSources, tuning::max_blend_kinds> kinds;
  llvm::SmallVector<ElementSource, tuning::max_blend_kinds> examples;
  for (size_t i = 0; i < elements.size(); ++i) {
    const ElementSource &element = elements[i];
    if (element.is_undefined()) {
      continue;
    }
    const llvm::Instruction *operation = element_operation_of(element, elements.size());
    size_t kind = 0;
    for (; kind < examples.size(); ++kind) {
      const llvm::Instruction *other = element_operation_of(examples[kind], elements.size());
      if (element.is_scalar() == examples[kind].is_scalar() &&
          (operation == nullptr) == (other == nullptr) &&
          (operation == nullptr || is_same_operation(*operation, *other))) {
        break;
      }
    }
    if (kind == examples.size()) {
      examples.push_back(element);
      kinds.emplace_back(elements.size());
    }
    kinds[kind][i] = element;
  }
  const bool has_scalars = llvm::any_of(elements, is_scalar);
  if (kinds.size() == 1 || kinds.size() > tuning::max_blend_kinds) {
    return !has_scalars && fill_shuffle(index);
  }
  nodes_[index].kind = JoinNode::Kind::blend;
  double weight = 0;
  for (const ElementSource &example : examples) {
    weight = std::max(weight, weight_of(*example.value));
  }
  nodes_[index].cost = weight * static_cast<double>(kinds.size() - 1);
  const bool is_possible = llvm::all_of(kinds, [&](const ElementSources &kind) {
    return add_operand(index, kind, type, nullptr).has_value();
  });
  if (is_possible || has_scalars) {
    return is_possible;
  }
  erase_nodes_from(index + 1);
  nodes_[index].operands.clear();
  return fill_shuffle(index);
}

}  // namespace mux::compiler
