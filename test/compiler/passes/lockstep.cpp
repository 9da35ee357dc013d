#include "lockstep.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "codegen/ir/lane_functions.h"

namespace mux::test {
namespace {

/// An empty value is poison.
using Scalar = std::optional<uint64_t>;
using Lanes = std::vector<Scalar>;

constexpr uint64_t memory_address = 0x100000;
constexpr uint64_t table_address = 0x200000;
constexpr size_t most_blocks = 200000;

class Interpreter {
 public:
  Interpreter(const llvm::Function &function, LockstepRun &run)
      : function_(function), run_(run), count_(run.work_items.size()) {}

  void run() {
    set_arguments();
    const llvm::BasicBlock *block = &function_.getEntryBlock();
    const llvm::BasicBlock *before = nullptr;
    for (size_t blocks = 0; block != nullptr; ++blocks) {
      if (blocks == most_blocks) {
        throw std::runtime_error("it does not end");
      }
      enter(*block, before);
      before = block;
      block = next(*block);
    }
  }

 private:
  [[noreturn]] static void fail(const char *problem, const llvm::Value &value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << problem << ": " << value;
    throw std::runtime_error(stream.str());
  }

  void set_arguments() {
    for (const llvm::Argument &argument : function_.args()) {
      Lanes &lanes = values_[&argument];
      for (const std::vector<uint32_t> &integers : run_.work_items) {
        const unsigned number = argument.getArgNo();
        if (number < 2) {
          lanes.push_back(number == 0 ? memory_address : table_address);
        } else {
          lanes.push_back(number - 2 < integers.size() ? integers[number - 2] : 0);
        }
      }
    }
  }

  static uint64_t truncate(uint64_t bits, const llvm::Type &type) {
    const unsigned width = type.isPointerTy() ? 64 : type.getIntegerBitWidth();
    return width == 64 ? bits : bits & ((uint64_t{1} << width) - 1);
  }

  static int64_t extend(uint64_t bits, const llvm::Type &type) {
    const unsigned unused = 64 - type.getIntegerBitWidth();
    return static_cast<int64_t>(bits << unused) >> unused;
  }

  Scalar value(const llvm::Value &value, size_t lane) const {
    if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      return number->getZExtValue();
    }
    if (llvm::isa<llvm::UndefValue>(value)) {
      return std::nullopt;
    }
    const auto found = values_.find(&value);
    if (found == values_.end()) {
      fail("an unknown value", value);
    }
    return found->second[lane];
  }

  void enter(const llvm::BasicBlock &block, const llvm::BasicBlock *before) {
    std::vector<std::pair<const llvm::PHINode *, Lanes>> phis;
    for (const llvm::PHINode &phi : block.phis()) {
      Lanes lanes;
      for (size_t lane = 0; lane < count_; ++lane) {
        lanes.push_back(value(*phi.getIncomingValueForBlock(before), lane));
      }
      phis.emplace_back(&phi, std::move(lanes));
    }
    for (auto &[phi, lanes] : phis) {
      values_[phi] = std::move(lanes);
    }
    running_.assign(count_, true);
    for (const llvm::Instruction &instruction : block) {
      if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator()) {
        continue;
      }
      if (instruction.mayReadOrWriteMemory() && !compiler::is_lane_call(instruction, mask) &&
          !compiler::is_lane_call(instruction, any) && !anybody_runs()) {
        fail("nobody wants it", instruction);
      }
      execute(instruction);
    }
  }

  bool anybody_runs() const {
    return std::find(running_.begin(), running_.end(), true) != running_.end();
  }

  /// The uniform value for all active work-items.
  uint64_t common_value(const llvm::Value &decision) const {
    std::optional<uint64_t> common;
    for (size_t lane = 0; lane < count_; ++lane) {
      if (!running_[lane]) {
        continue;
      }
      const Scalar one = value(decision, lane);
      if (!one.has_value()) {
        fail("a branch on poison", decision);
      }
      if (common.has_value() && *common != *one) {
        fail("a branch that goes different ways", decision);
      }
      common = one;
    }
    if (!common.has_value()) {
      fail("nobody decides", decision);
    }
    return *common;
  }

  const llvm::BasicBlock *next(const llvm::BasicBlock &block) const {
    const llvm::Instruction &terminator = *block.getTerminator();
    if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
      const bool is_first = branch->isUnconditional() || common_value(*branch->getCondition()) != 0;
      return branch->getSuccessor(is_first ? 0 : 1);
    }
    if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) {
      auto *number =
          llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(choice->getCondition()->getType()),
                                 common_value(*choice->getCondition()));
      return choice->findCaseValue(number)->getCaseSuccessor();
    }
    return nullptr;
  }

  void execute(const llvm::Instruction &instruction) {
    if (compiler::is_lane_call(instruction, any) || compiler::is_lane_call(instruction, mask)) {
      call(llvm::cast<llvm::CallInst>(instruction));
      return;
    }
    Lanes result;
    for (size_t lane = 0; lane < count_; ++lane) {
      const Scalar one = execute(instruction, lane);
      const bool has_value = one.has_value() && !instruction.getType()->isVoidTy();
      result.push_back(has_value ? Scalar(truncate(*one, *instruction.getType())) : one);
    }
    values_[&instruction] = std::move(result);
  }

  void call(const llvm::CallInst &call) {
    std::vector<bool> flags;
    for (size_t lane = 0; lane < count_; ++lane) {
      const Scalar flag = value(*call.getArgOperand(0), lane);
      if (!flag.has_value()) {
        fail("a mask of poison", call);
      }
      flags.push_back(*flag != 0);
    }
    if (compiler::is_lane_call(call, mask)) {
      running_ = flags;
      return;
    }
    const bool holds = std::find(flags.begin(), flags.end(), true) != flags.end();
    values_[&call] = Lanes(count_, holds ? 1 : 0);
  }

  Scalar execute(const llvm::Instruction &instruction, size_t lane) {
    if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      const Scalar condition = value(*select->getCondition(), lane);
      if (!condition.has_value()) {
        return std::nullopt;
      }
      return value(*(*condition != 0 ? select->getTrueValue() : select->getFalseValue()), lane);
    }
    if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
      return running_[lane] ? access(instruction, lane) : std::nullopt;
    }
    std::vector<uint64_t> operands;
    for (const llvm::Value *operand : instruction.operand_values()) {
      const Scalar one = value(*operand, lane);
      if (!one.has_value()) {
        return std::nullopt;
      }
      operands.push_back(*one);
    }
    if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      const uint64_t size = address->getSourceElementType()->getIntegerBitWidth() / 8;
      return operands[0] + extend(operands[1], *address->getOperand(1)->getType()) * size;
    }
    if (llvm::isa<llvm::ZExtInst, llvm::TruncInst, llvm::FreezeInst>(instruction)) {
      return operands[0];
    }
    if (llvm::isa<llvm::SExtInst>(instruction)) {
      return extend(operands[0], *instruction.getOperand(0)->getType());
    }
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      const unsigned width = compare->getOperand(0)->getType()->getIntegerBitWidth();
      return llvm::ICmpInst::compare(llvm::APInt(width, operands[0]),
                                     llvm::APInt(width, operands[1]), compare->getPredicate());
    }
    return calculate(instruction, operands[0], operands[1], lane);
  }

  Scalar calculate(const llvm::Instruction &instruction, uint64_t left, uint64_t right,
                   size_t lane) const {
    const llvm::Type &type = *instruction.getType();
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Add:
        return left + right;
      case llvm::Instruction::Sub:
        return left - right;
      case llvm::Instruction::Mul:
        return left * right;
      case llvm::Instruction::And:
        return left & right;
      case llvm::Instruction::Or:
        return left | right;
      case llvm::Instruction::Xor:
        return left ^ right;
      case llvm::Instruction::Shl:
        return left << right;
      case llvm::Instruction::LShr:
        return left >> right;
      case llvm::Instruction::AShr:
        return extend(left, type) >> right;
      case llvm::Instruction::UDiv:
        if (right == 0) {
          if (running_[lane]) {
            fail("a division by zero", instruction);
          }
          return std::nullopt;
        }
        return left / right;
      default:
        fail("an unknown instruction", instruction);
    }
  }

  Scalar access(const llvm::Instruction &instruction, size_t lane) {
    const Scalar address = value(*llvm::getLoadStorePointerOperand(&instruction), lane);
    if (!address.has_value()) {
      fail("a poisoned address", instruction);
    }
    const bool is_table = *address >= table_address;
    std::vector<uint32_t> &object = is_table ? run_.table : run_.memory;
    const uint64_t index = (*address - (is_table ? table_address : memory_address)) / 4;
    if (index >= object.size()) {
      fail("an access outside of the memory", instruction);
    }
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) {
      return object[index];
    }
    const Scalar stored = value(*store->getValueOperand(), lane);
    if (!stored.has_value()) {
      fail("poison is stored", instruction);
    }
    object[index] = static_cast<uint32_t>(*stored);
    return std::nullopt;
  }

  static constexpr compiler::LaneFunction any = compiler::LaneFunction::any;
  static constexpr compiler::LaneFunction mask = compiler::LaneFunction::mask;

  const llvm::Function &function_;
  LockstepRun &run_;
  const size_t count_;
  llvm::DenseMap<const llvm::Value *, Lanes> values_;
  std::vector<bool> running_;
};

}  // namespace

std::string run_in_lockstep(const llvm::Function &function, LockstepRun &run) {
  try {
    Interpreter(function, run).run();
  } catch (const std::runtime_error &problem) {
    return problem.what();
  }
  return "";
}

}  // namespace mux::test
