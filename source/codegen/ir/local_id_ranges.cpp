#include "codegen/ir/local_id_ranges.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string>

#include "codegen/ir/truncations.h"
#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

namespace {

constexpr std::array<llvm::StringLiteral, 3> local_size_attributes = {
    "mux.local-size-x", "mux.local-size-y", "mux.local-size-z"};

/// Attaches the range [0, end) to an id and to its hidden truncations.
/// @param end exclusive.
void bound(llvm::Value &id, uint64_t end) {
  auto &parameter = *llvm::cast<llvm::Argument>(&id);
  const auto below_end = [&](llvm::Type &type) {
    return llvm::Attribute::get(id.getContext(), llvm::Attribute::Range,
                                llvm::ConstantRange(llvm::APInt(type.getIntegerBitWidth(), 0),
                                                    llvm::APInt(type.getIntegerBitWidth(), end)));
  };
  parameter.removeAttr(llvm::Attribute::Range);
  parameter.addAttr(below_end(*id.getType()));
  for (llvm::User *user : id.users()) {
    if (is_hidden_truncation(*user)) {
      llvm::cast<llvm::CallBase>(user)->addRetAttr(below_end(*user->getType()));
    }
  }
}

/// Turns `or disjoint` whose disjointness depends on the ranges into additions.
void write_as_sums(llvm::Function &function) {
  const llvm::SimplifyQuery query(function.getParent()->getDataLayout());
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
    if (disjoint == nullptr || !disjoint->isDisjoint() ||
        llvm::haveNoCommonBitsSet(disjoint->getOperand(0), disjoint->getOperand(1), query)) {
      continue;
    }
    auto *sum = llvm::BinaryOperator::CreateAdd(disjoint->getOperand(0), disjoint->getOperand(1),
                                                "", instruction.getIterator());
    sum->setHasNoUnsignedWrap();
    sum->setHasNoSignedWrap();
    sum->takeName(&instruction);
    instruction.replaceAllUsesWith(sum);
    instruction.eraseFromParent();
  }
}

}  // namespace

std::array<uint64_t, 3> recorded_local_size(const llvm::Function &work_item_function) {
  std::array<uint64_t, 3> size{};
  for (unsigned i = 0; i < 3; ++i) {
    size[i] = work_item_function.getFnAttributeAsParsedInteger(local_size_attributes[i]);
  }
  return size;
}

void add_local_id_ranges(llvm::Function &work_item_function, const std::array<uint64_t, 3> &size) {
  for (unsigned i = 0; i < 3; ++i) {
    work_item_function.addFnAttr(local_size_attributes[i], std::to_string(size[i]));
  }
  // Otherwise the size is unknown, or truncations to 32 bits wrap.
  constexpr uint64_t end_of_sizes = uint64_t{1} << 31;
  const auto is_bound = [](uint64_t each) { return each != 0 && each < end_of_sizes; };
  if (!std::all_of(size.begin(), size.end(), is_bound)) {
    return;
  }
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  for (unsigned i = 0; i < 3; ++i) {
    bound(*context.local_id[i], size[i]);
  }
}

void drop_local_id_ranges(llvm::Function &work_item_function) {
  if (recorded_local_size(work_item_function) == std::array<uint64_t, 3>{}) {
    return;
  }
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  for (llvm::Value *id : context.local_id) {
    llvm::cast<llvm::Argument>(id)->removeAttr(llvm::Attribute::Range);
  }
  // Hidden truncations of different ids may have been merged, so all of them lose their ranges.
  for (llvm::Instruction &instruction : llvm::instructions(work_item_function)) {
    if (is_hidden_truncation(instruction)) {
      llvm::cast<llvm::CallBase>(instruction).removeRetAttr(llvm::Attribute::Range);
    }
  }
  write_as_sums(work_item_function);
}

}  // namespace mux::compiler
