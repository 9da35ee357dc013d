#include "codegen/vectorize/analysis/uniformity.h"

#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mux::test {
namespace {

using compiler::Uniformity;

/// The names of varying values, of varying uses of uniform values, as "user<value", and of blocks
/// with divergent branches, as "block!".
std::string varying(const std::string &body) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseAssemblyString(
      "define void @f(ptr addrspace(1) %memory, i32 %uniform, i32 %own) {\nentry:\n" + body + "\n}",
      problem, context);
  INFO(problem.getMessage().str());
  REQUIRE(module != nullptr);
  llvm::Function &function = *module->getFunction("f");
  const Uniformity uniformity(function, {function.getArg(2)});
  std::string result;
  const auto add = [&result](const std::string &name) {
    result += (result.empty() ? "" : " ") + name;
  };
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (uniformity.varies(instruction) && instruction.hasName()) {
      add(instruction.getName().str());
    }
    for (const llvm::Use &use : instruction.operands()) {
      if (uniformity.varies_at(use) && !uniformity.varies(*use) && use->hasName()) {
        add(instruction.getName().str() + "<" + use->getName().str());
      }
    }
    if (instruction.isTerminator() && uniformity.branch_varies(*instruction.getParent())) {
      add(instruction.getParent()->getName().str() + "!");
    }
  }
  return result;
}

TEST_CASE("phis at the join of a divergent branch are varying") {
  REQUIRE(varying(R"(
    %odd = trunc i32 %own to i1
    br i1 %odd, label %left, label %right
  left:
    br label %join
  right:
    br label %join
  join:
    %which = phi i32 [ 1, %left ], [ 2, %right ]
    %one = phi i32 [ %uniform, %left ], [ %uniform, %right ]
    %some = phi i32 [ %uniform, %left ], [ undef, %right ]
    ret void)") == "odd entry! which some");
}

TEST_CASE("phis at the join of a uniform branch are uniform") {
  REQUIRE(varying(R"(
    %odd = trunc i32 %uniform to i1
    br i1 %odd, label %left, label %join
  left:
    %own.odd = trunc i32 %own to i1
    br i1 %own.odd, label %inner, label %left.end
  inner:
    br label %left.end
  left.end:
    %here = phi i32 [ 1, %left ], [ 2, %inner ]
    br label %join
  join:
    %which = phi i32 [ 1, %entry ], [ 2, %left.end ]
    ret void)") == "own.odd left! here");
}

TEST_CASE("divergent paths with branches or loops have the same join") {
  REQUIRE(varying(R"(
    %odd = trunc i32 %own to i1
    br i1 %odd, label %deep, label %before
  before:
    br label %loop
  loop:
    %i = phi i32 [ 0, %before ], [ %next, %body ]
    %more = icmp ult i32 %i, %own
    br i1 %more, label %body, label %after
  body:
    %next = add i32 %i, 1
    br label %loop
  after:
    br label %join
  deep:
    %bit = icmp eq i32 %own, 3
    br i1 %bit, label %deeper, label %deep.end
  deeper:
    br label %deep.end
  deep.end:
    br label %last
  last:
    br label %join
  join:
    %which = phi i32 [ 0, %after ], [ %uniform, %last ]
    ret void)") == "odd entry! more loop! bit deep! which");
}

TEST_CASE("uniform values of a loop are varying after a divergent exit") {
  REQUIRE(varying(R"(
    br label %loop
  loop:
    %i = phi i32 [ 0, %entry ], [ %next, %loop ]
    %next = add i32 %i, 1
    %more = icmp ult i32 %i, %own
    br i1 %more, label %loop, label %after
  after:
    %last = phi i32 [ %i, %loop ]
    %same = phi i32 [ %uniform, %loop ]
    %sum = add i32 %next, 1
    ret void)") == "more loop! last last<i sum sum<next");
}

TEST_CASE("phis of constants after divergent exits to different blocks are varying") {
  REQUIRE(varying(R"(
    br label %loop
  loop:
    %i = phi i32 [ 0, %entry ], [ %next, %latch ]
    %next = add i32 %i, 1
    %all = icmp ult i32 %i, %uniform
    br i1 %all, label %latch, label %after
  latch:
    %more = icmp ult i32 %i, %own
    br i1 %more, label %loop, label %after
  after:
    %which = phi i32 [ 1, %loop ], [ 2, %latch ]
    ret void)") == "more latch! which");
}

TEST_CASE("divergence that ends within an iteration does not affect the loop") {
  REQUIRE(varying(R"(
    br label %loop
  loop:
    %i = phi i32 [ 0, %entry ], [ %next, %latch ]
    %k = phi i32 [ 0, %entry ], [ 1, %latch ]
    %odd = trunc i32 %own to i1
    br i1 %odd, label %some, label %latch
  some:
    br label %latch
  latch:
    %next = add i32 %i, 1
    %more = icmp ult i32 %i, %uniform
    br i1 %more, label %loop, label %after
  after:
    %last = phi i32 [ %i, %latch ]
    ret void)") == "odd loop!");
}

TEST_CASE("a cycle with divergent entries is varying") {
  REQUIRE(varying(R"(
    %odd = trunc i32 %own to i1
    br i1 %odd, label %left, label %right
  left:
    %a = add i32 %uniform, 1
    br label %right
  right:
    %b = add i32 %uniform, 2
    %more = icmp eq i32 %uniform, 1
    br i1 %more, label %left, label %after
  after:
    %c = add i32 %uniform, 3
    ret void)") == "odd entry! a b more right!");
}

/// A function with random edges, and its execution by work-items. Each block has a phi with the
/// number of its predecessor.
class RandomGraph {
 public:
  explicit RandomGraph(uint32_t seed) : random_(seed), module_("graph", context_) {
    llvm::Type *integer = llvm::Type::getInt32Ty(context_);
    function_ = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context_), {integer}, false),
        llvm::GlobalValue::ExternalLinkage, "f", module_);
    own_ = llvm::Function::Create(llvm::FunctionType::get(integer, {}, false),
                                  llvm::GlobalValue::ExternalLinkage, "own", module_);
    blocks_.resize(4 + below(12));
    for (Block &block : blocks_) {
      block.block = llvm::BasicBlock::Create(context_, "b", function_);
    }
    choose_successors();
    add_phis();
    write_branches();
    cycles_.compute(*function_);
  }

  /// The state of a work-item in a block: its predecessor, the branch condition, and the successor;
  /// or the analysis result whether they are varying.
  struct Visit {
    unsigned from = 0;
    unsigned decider = 0;
    unsigned to = 0;
  };
  /// A block, and the iteration counts of all enclosing cycles.
  using Instance = std::pair<size_t, std::vector<unsigned>>;
  using Trace = std::map<Instance, Visit>;

  std::vector<Visit> claims() const {
    const Uniformity uniformity(*function_, {});
    std::vector<Visit> result;
    for (const Block &block : blocks_) {
      Visit visit;
      visit.from = block.phi != nullptr && uniformity.varies(*block.phi) ? 1 : 0;
      if (block.shift != nullptr) {
        visit.decider = uniformity.varies_at(block.shift->getOperandUse(0)) ? 1 : 0;
        visit.to = uniformity.branch_varies(*block.block) ? 1 : 0;
      }
      result.push_back(visit);
    }
    return result;
  }

  /// @param argument uniform.
  Trace run(uint32_t work_item, uint32_t argument) const {
    constexpr unsigned most_steps = 60;
    Trace trace;
    std::map<const llvm::Cycle *, unsigned> iterations;
    std::vector<unsigned> from(blocks_.size(), 0);
    std::mt19937 own(work_item);
    size_t at = 0;
    for (unsigned step = 0; step < most_steps; ++step) {
      const Block &block = blocks_[at];
      Visit visit{from[at]};
      if (block.shift != nullptr) {
        visit.decider = block.decider == Decider::own        ? own()
                        : block.decider == Decider::argument ? argument
                                                             : from[block.decider_block];
      }
      if (!block.successors.empty()) {
        visit.to = block.successors[visit.decider >> block.bit & (block.successors.size() - 1)];
      }
      trace.emplace(instance_of(at, iterations), visit);
      if (block.successors.empty()) {
        break;
      }
      for (const llvm::Cycle *cycle = cycles_.getCycle(block.block);
           cycle != nullptr && !cycle->contains(blocks_[visit.to].block);
           cycle = cycle->getParentCycle()) {
        iterations.erase(cycle);
      }
      from[visit.to] = at;
      at = visit.to;
    }
    return trace;
  }

  std::string text() const {
    std::string result;
    llvm::raw_string_ostream stream(result);
    stream << *function_;
    return result;
  }

 private:
  enum class Decider { own, argument, phi };
  struct Block {
    llvm::BasicBlock *block = nullptr;
    /// None, one or two.
    std::vector<unsigned> successors;
    /// NULL for the entry.
    llvm::PHINode *phi = nullptr;
    /// The condition of two successors: a bit of a value.
    Decider decider = Decider::own;
    size_t decider_block = 0;
    unsigned bit = 0;
    llvm::Instruction *shift = nullptr;
  };

  unsigned below(size_t end) { return random_() % end; }

  void choose_successors() {
    const unsigned back_percent = below(40);
    for (size_t i = 0; i + 1 < blocks_.size(); ++i) {
      const size_t count = below(4) == 0 ? 1 : 2;
      while (blocks_[i].successors.size() < count) {
        const bool is_back = i > 0 && below(100) < back_percent;
        blocks_[i].successors.push_back(is_back ? 1 + below(i)
                                                : i + 1 + below(blocks_.size() - i - 1));
      }
      blocks_[i].bit = below(4);
    }
  }

  void add_phis() {
    llvm::IRBuilder<> builder(context_);
    for (size_t i = 1; i < blocks_.size(); ++i) {
      builder.SetInsertPoint(blocks_[i].block);
      blocks_[i].phi = builder.CreatePHI(builder.getInt32Ty(), 2);
    }
    for (size_t i = 0; i < blocks_.size(); ++i) {
      for (const unsigned successor : blocks_[i].successors) {
        blocks_[successor].phi->addIncoming(builder.getInt32(i), blocks_[i].block);
      }
    }
  }

  void write_branches() {
    llvm::IRBuilder<> builder(context_);
    for (const Block &block : blocks_) {
      builder.SetInsertPoint(block.block);
      if (block.successors.empty()) {
        builder.CreateRetVoid();
      } else if (block.successors.size() == 1) {
        builder.CreateBr(blocks_[block.successors[0]].block);
      } else {
        builder.CreateCondBr(builder.getTrue(), blocks_[block.successors[1]].block,
                             blocks_[block.successors[0]].block);
      }
    }
    const llvm::DominatorTree dominators(*function_);
    for (Block &block : blocks_) {
      if (block.successors.size() == 2) {
        builder.SetInsertPoint(block.block->getTerminator());
        block.shift = llvm::cast<llvm::Instruction>(builder.Insert(llvm::BinaryOperator::CreateLShr(
            choose_decider(builder, block, dominators), builder.getInt32(block.bit))));
        llvm::Value *bit = builder.CreateTrunc(block.shift, builder.getInt1Ty());
        block.block->getTerminator()->setOperand(0, bit);
      }
    }
  }

  llvm::Value *choose_decider(llvm::IRBuilder<> &builder, Block &block,
                              const llvm::DominatorTree &dominators) {
    block.decider = std::array{Decider::own, Decider::argument, Decider::phi}[below(3)];
    if (block.decider == Decider::phi) {
      block.decider_block = below(blocks_.size());
      const Block &other = blocks_[block.decider_block];
      if (other.phi != nullptr && dominators.dominates(other.block, block.block)) {
        return other.phi;
      }
      block.decider = Decider::own;
    }
    if (block.decider == Decider::own) {
      return builder.CreateCall(own_);
    }
    return function_->getArg(0);
  }

  Instance instance_of(size_t at, std::map<const llvm::Cycle *, unsigned> &iterations) const {
    Instance instance{at, {}};
    for (const llvm::Cycle *cycle = cycles_.getCycle(blocks_[at].block); cycle != nullptr;
         cycle = cycle->getParentCycle()) {
      iterations[cycle] += cycle->getHeader() == blocks_[at].block ? 1 : 0;
      instance.second.push_back(iterations[cycle]);
    }
    return instance;
  }

  std::mt19937 random_;
  llvm::LLVMContext context_;
  llvm::Module module_;
  llvm::Function *function_ = nullptr;
  /// A varying value, new for each call.
  llvm::Function *own_ = nullptr;
  std::vector<Block> blocks_;
  llvm::CycleInfo cycles_;
};

/// Requires equal states of two work-items at the same instance of a block, if the analysis claims
/// that they are uniform.
void require_same(const RandomGraph::Trace &first, const RandomGraph::Trace &second,
                  const std::vector<RandomGraph::Visit> &claims) {
  for (const auto &[instance, visit] : first) {
    const auto found = second.find(instance);
    if (found == second.end()) {
      continue;
    }
    const RandomGraph::Visit &other = found->second;
    const RandomGraph::Visit &claim = claims[instance.first];
    const bool is_right = (claim.from != 0 || visit.from == other.from) &&
                          (claim.decider != 0 || visit.decider == other.decider) &&
                          (claim.to != 0 || visit.to == other.to);
    INFO("block " << instance.first << ": from " << visit.from << " and " << other.from << ", by "
                  << visit.decider << " and " << other.decider << " to " << visit.to << " and "
                  << other.to);
    REQUIRE(is_right);
  }
}

TEST_CASE("operands marked as uniform are uniform in any control flow") {
  constexpr unsigned work_items = 6;
  const char *fixed = std::getenv("MUX_TEST_SEED");
  const char *count = std::getenv("MUX_TEST_COUNT");
  const uint32_t first = fixed == nullptr ? std::random_device()()
                                          : static_cast<uint32_t>(std::strtoul(fixed, nullptr, 0));
  const uint32_t graphs = count == nullptr ? 3000 : std::strtoul(count, nullptr, 0);
  size_t same = 0;
  for (uint32_t seed = first; seed != first + graphs; ++seed) {
    const RandomGraph graph(seed);
    INFO("MUX_TEST_SEED=" << seed << " MUX_TEST_COUNT=1\n" << graph.text());
    const std::vector<RandomGraph::Visit> claims = graph.claims();
    for (const RandomGraph::Visit &claim : claims) {
      same += claim.from == 0 ? 1 : 0;
    }
    for (const uint32_t argument : {0U, 5U, 10U, 15U}) {
      const RandomGraph::Trace trace = graph.run(0, argument);
      for (unsigned i = 1; i < work_items; ++i) {
        require_same(trace, graph.run(i, argument), claims);
      }
    }
  }
  // Otherwise nothing would be claimed.
  REQUIRE(same > graphs);
}

}  // namespace
}  // namespace mux::test
