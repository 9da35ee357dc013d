#include "random_control_flow.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <random>
#include <vector>

#include "codegen/ir/work_item_context.h"

namespace mux::test {
namespace {

class Generator {
 public:
  Generator(llvm::Module &module, uint32_t seed)
      : random_(seed), context_(module.getContext()), builder_(context_) {
    llvm::Type *integer = builder_.getInt32Ty();
    llvm::Type *pointer = builder_.getPtrTy();
    std::vector<llvm::Type *> types = {pointer, pointer, integer, integer};
    const auto context_types = compiler::WorkItemContext::types(context_);
    types.insert(types.end(), context_types.begin(), context_types.end());
    function_ = llvm::Function::Create(llvm::FunctionType::get(integer, types, false),
                                       llvm::GlobalValue::ExternalLinkage, "f", module);
    compiler::WorkItemContext::of(*function_).local_id[0]->setName("lane");
    // Some functions are mostly uniform, some mostly divergent.
    uniform_percent_ = below(100);
  }

  void run() {
    auto *entry = new_block();
    end_ = new_block();
    builder_.SetInsertPoint(entry);
    lane_ = builder_.CreateTrunc(compiler::WorkItemContext::of(*function_).local_id[0],
                                 builder_.getInt32Ty(), "lane");
    llvm::Value *scattered = builder_.CreateMul(lane_, number(0x9e3779b1));
    scattered_ = builder_.CreateLShr(builder_.CreateAdd(scattered, function_->getArg(3)),
                                     number(28), "scattered");
    for (unsigned i = 0; i < 5; ++i) {
      variables_.push_back(new_variable());
    }
    for (llvm::AllocaInst *variable : variables_) {
      builder_.CreateStore(operand(), variable);
    }
    own_words_ = builder_.CreateGEP(builder_.getInt32Ty(), function_->getArg(0),
                                    builder_.CreateMul(lane_, number(words_per_work_item)));
    llvm::BasicBlock *first = new_block();
    builder_.CreateBr(first);
    write_level(first, end_, {}, 0);
    builder_.SetInsertPoint(end_);
    for (unsigned i = 0; i < variables_.size(); ++i) {
      store(number(i), read(variables_[i]));
    }
    builder_.CreateRet(number(0));
    llvm::removeUnreachableBlocks(*function_);
    variables_.insert(variables_.end(), counters_.begin(), counters_.end());
    llvm::DominatorTree dominators(*function_);
    llvm::PromoteMemToReg(variables_, dominators);
  }

 private:
  using Targets = std::vector<llvm::BasicBlock *>;

  unsigned below(unsigned limit) { return random_() % limit; }
  bool chance(unsigned percent) { return below(100) < percent; }

  llvm::BasicBlock *new_block() { return llvm::BasicBlock::Create(context_, "b", function_); }
  llvm::Value *number(uint32_t value) { return builder_.getInt32(value); }

  llvm::AllocaInst *new_variable() {
    llvm::BasicBlock &entry = function_->getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.begin());
    return builder.CreateAlloca(builder.getInt32Ty());
  }

  llvm::Value *read(llvm::AllocaInst *variable) {
    return builder_.CreateLoad(builder_.getInt32Ty(), variable);
  }

  llvm::Value *uniform_operand() {
    switch (below(3)) {
      case 0:
        return function_->getArg(2);
      case 1:
        return function_->getArg(3);
      default:
        return number(below(8));
    }
  }

  llvm::Value *operand() {
    // The first variable only gets uniform values, except in divergent branches.
    if (chance(uniform_percent_)) {
      return chance(50) && own_words_ != nullptr ? read(variables_[0]) : uniform_operand();
    }
    if (chance(30) || own_words_ == nullptr) {
      return chance(50) ? lane_ : scattered_;
    }
    return read(variables_[below(variables_.size())]);
  }

  llvm::Value *own_word(llvm::Value *index) {
    return builder_.CreateGEP(builder_.getInt32Ty(), own_words_,
                              builder_.CreateAnd(index, number(words_per_work_item - 1)));
  }

  void store(llvm::Value *index, llvm::Value *value) {
    builder_.CreateStore(value, own_word(index));
  }

  llvm::Value *expression() {
    llvm::Value *left = operand();
    llvm::Value *right = operand();
    switch (below(10)) {
      case 0:
        return builder_.CreateAdd(left, right);
      case 1:
        return builder_.CreateSub(left, right);
      case 2:
        return builder_.CreateMul(left, right);
      case 3:
        return builder_.CreateXor(left, right);
      case 4:
        return builder_.CreateLShr(left, number(1 + below(5)));
      case 5:
        return builder_.CreateUDiv(left, builder_.CreateOr(right, number(1)));
      case 6:
        return builder_.CreateLoad(builder_.getInt32Ty(), own_word(left));
      case 7:
        return builder_.CreateLoad(
            builder_.getInt32Ty(),
            builder_.CreateGEP(builder_.getInt32Ty(), function_->getArg(1),
                               builder_.CreateAnd(left, number(table_words - 1))));
      case 8:
        return builder_.CreateSelect(condition(), left, right);
      default:
        return left;
    }
  }

  llvm::Value *condition() {
    static constexpr llvm::CmpInst::Predicate predicates[] = {
        llvm::CmpInst::ICMP_EQ, llvm::CmpInst::ICMP_NE, llvm::CmpInst::ICMP_ULT,
        llvm::CmpInst::ICMP_SGT};
    llvm::Value *left = builder_.CreateAnd(operand(), number(7));
    llvm::Value *right = builder_.CreateAnd(operand(), number(7));
    return builder_.CreateICmp(predicates[below(4)], left, right);
  }

  void write_statements() {
    for (unsigned count = below(4); count > 0; --count) {
      const unsigned kind = below(10);
      llvm::AllocaInst *variable = variables_[below(variables_.size())];
      if (kind == 0) {
        store(operand(), operand());
      } else if (kind == 1) {
        llvm::AllocaInst *other = variables_[below(variables_.size())];
        llvm::Value *first = read(variable);
        builder_.CreateStore(read(other), variable);
        builder_.CreateStore(first, other);
      } else if (kind == 2) {
        builder_.CreateStore(builder_.CreateAdd(read(variables_[0]), uniform_operand()),
                             variables_[0]);
      } else {
        builder_.CreateStore(expression(), variable);
      }
    }
  }

  llvm::BasicBlock *choose(const Targets &near, const Targets &far) {
    if (!far.empty() && chance(10)) {
      return far[below(far.size())];
    }
    return chance(60) ? near.front() : near[below(near.size())];
  }

  /// Ends a block with a branch to later blocks.
  void write_branch(const Targets &near, const Targets &far) {
    const unsigned kind = below(10);
    if (kind < 3) {
      builder_.CreateBr(near.front());
    } else if (kind < 9) {
      llvm::Value *decision = condition();
      builder_.CreateCondBr(decision, choose(near, far), choose(near, far));
    } else {
      llvm::Value *decision = builder_.CreateAnd(operand(), number(3));
      auto *choice = builder_.CreateSwitch(decision, choose(near, far));
      for (unsigned i = 0; i < 3; ++i) {
        choice->addCase(builder_.getInt32(i), choose(near, far));
      }
    }
  }

  /// Writes blocks between `first` and `after`.
  /// @param outer other targets outside.
  void write_level(llvm::BasicBlock *first, llvm::BasicBlock *after, const Targets &outer,
                   unsigned depth) {
    Targets entries = {first};
    for (unsigned count = below(depth == 0 ? 7 : 5); count > 0; --count) {
      entries.push_back(new_block());
    }
    for (size_t i = 0; i < entries.size(); ++i) {
      Targets near(entries.begin() + i + 1, entries.end());
      near.push_back(after);
      builder_.SetInsertPoint(entries[i]);
      write_statements();
      if (depth < 3 && chance(30)) {
        write_loop(near, outer, depth);
      } else {
        write_branch(near, outer);
      }
    }
  }

  void write_loop(const Targets &near, const Targets &outer, unsigned depth) {
    llvm::AllocaInst *counter = new_variable();
    counters_.push_back(counter);
    builder_.CreateStore(number(0), counter);
    llvm::BasicBlock *header = new_block();
    llvm::BasicBlock *body = new_block();
    llvm::BasicBlock *latch = new_block();
    Targets exits = near;
    exits.insert(exits.end(), outer.begin(), outer.end());
    llvm::Value *limit = builder_.CreateAnd(operand(), number(3));
    builder_.CreateBr(header);
    const bool tests_first = chance(60);
    builder_.SetInsertPoint(header);
    if (tests_first) {
      write_test(*counter, limit, body, choose(near, outer));
    } else {
      write_statements();
      builder_.CreateBr(body);
    }
    write_level(body, latch, exits, depth + 1);
    builder_.SetInsertPoint(latch);
    write_statements();
    if (tests_first) {
      chance(70) ? builder_.CreateBr(header)
                 : builder_.CreateCondBr(condition(), header, choose(near, outer));
    } else {
      write_test(*counter, limit, header, choose(near, outer));
    }
  }

  void write_test(llvm::AllocaInst &counter, llvm::Value *limit, llvm::BasicBlock *more,
                  llvm::BasicBlock *done) {
    llvm::Value *count = read(&counter);
    builder_.CreateStore(builder_.CreateAdd(count, number(1)), &counter);
    builder_.CreateCondBr(builder_.CreateICmpULT(count, limit), more, done);
  }

  std::mt19937 random_;
  llvm::LLVMContext &context_;
  llvm::IRBuilder<> builder_;
  llvm::Function *function_ = nullptr;
  llvm::BasicBlock *end_ = nullptr;
  llvm::Value *lane_ = nullptr;
  /// A number below 16 that looks random.
  llvm::Value *scattered_ = nullptr;
  llvm::Value *own_words_ = nullptr;
  std::vector<llvm::AllocaInst *> variables_;
  std::vector<llvm::AllocaInst *> counters_;
  unsigned uniform_percent_ = 0;
};

}  // namespace

std::unique_ptr<llvm::Module> random_control_flow(llvm::LLVMContext &context, uint32_t seed) {
  auto module = std::make_unique<llvm::Module>("random", context);
  Generator(*module, seed).run();
  return module;
}

}  // namespace mux::test
