#include "codegen/spirv/translate/block_order.h"

#include <algorithm>
#include <unordered_map>

namespace mux::compiler::spirv {
namespace {

bool is_between_blocks(Op opcode) {
  return opcode == Op::Line || opcode == Op::NoLine || opcode == Op::Nop;
}

/// Splits a function into blocks. Throws ModuleError if an instruction is in no block.
std::vector<Block> split(const FunctionCode &code) {
  std::vector<Block> blocks;
  size_t start = 0;
  bool in_block = false;
  for (size_t i = 0; i < code.body.size(); ++i) {
    const Instruction &instruction = code.body[i];
    if (instruction.opcode == Op::Label) {
      instruction.require(!in_block, "the block before it has no terminator");
      in_block = true;
      continue;
    }
    instruction.require(in_block || is_between_blocks(instruction.opcode), "is outside of a block");
    if (ends_block(instruction.opcode)) {
      blocks.push_back(code.body.subspan(start, i + 1 - start));
      start = i + 1;
      in_block = false;
    }
  }
  if (in_block) {
    code.function->refuse("its last block has no terminator");
  }
  return blocks;
}

uint32_t label_of(Block block) {
  return std::find_if(
             block.begin(), block.end(),
             [](const Instruction &instruction) { return instruction.opcode == Op::Label; })
      ->result;
}

/// The target labels of an OpSwitch. Its validity is checked when it is translated.
std::vector<uint32_t> targets_of_switch(const Context &context, const Instruction &instruction) {
  std::vector<uint32_t> targets = {instruction.operands[1]};
  const llvm::Type *selector = context.type_of(instruction.operands[0], instruction).type;
  const size_t words = selector->isIntegerTy() && selector->getIntegerBitWidth() > 32 ? 2 : 1;
  for (size_t i = 2 + words; i < instruction.operands.size(); i += words + 1) {
    targets.push_back(instruction.operands[i]);
  }
  return targets;
}

std::vector<uint32_t> targets_of(const Context &context, const Instruction &end) {
  switch (end.opcode) {
    case Op::Branch:
      return {end.operands[0]};
    case Op::BranchConditional:
      return {end.operands[1], end.operands[2]};
    case Op::Switch:
      return targets_of_switch(context, end);
    default:
      return {};
  }
}

class Order {
 public:
  Order(const Context &context, std::vector<Block> blocks)
      : context_(context), blocks_(std::move(blocks)), seen_(blocks_.size(), false) {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      by_label_.emplace(label_of(blocks_[i]), i);
    }
  }

  std::vector<Block> reverse_post_order() {
    if (!blocks_.empty()) {
      visit(0);
    }
    std::reverse(ordered_.begin(), ordered_.end());
    for (size_t i = 0; i < blocks_.size(); ++i) {
      if (!seen_[i]) {
        ordered_.push_back(blocks_[i]);
      }
    }
    return std::move(ordered_);
  }

 private:
  struct Visit {
    size_t block;
    std::vector<size_t> successors;
  };

  void enter(size_t block) {
    seen_[block] = true;
    Visit visit{block, {}};
    for (const uint32_t label : targets_of(context_, blocks_[block].back())) {
      if (const auto found = by_label_.find(label); found != by_label_.end()) {
        visit.successors.push_back(found->second);
      }
    }
    open_.push_back(std::move(visit));
  }

  /// Iterative, because a module may have an arbitrarily long chain of blocks.
  void visit(size_t first) {
    enter(first);
    while (!open_.empty()) {
      std::vector<size_t> &successors = open_.back().successors;
      if (successors.empty()) {
        ordered_.push_back(blocks_[open_.back().block]);
        open_.pop_back();
        continue;
      }
      const size_t next = successors.back();
      successors.pop_back();
      if (!seen_[next]) {
        enter(next);
      }
    }
  }

  const Context &context_;
  const std::vector<Block> blocks_;
  std::unordered_map<uint32_t, size_t> by_label_;
  std::vector<bool> seen_;
  std::vector<Visit> open_;
  std::vector<Block> ordered_;
};

}  // namespace

std::vector<Block> blocks_in_order(const Context &context, const FunctionCode &code) {
  return Order(context, split(code)).reverse_post_order();
}

}  // namespace mux::compiler::spirv
