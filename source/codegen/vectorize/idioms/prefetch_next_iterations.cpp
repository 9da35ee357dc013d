#include "codegen/vectorize/idioms/prefetch_next_iterations.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/idioms/tuning.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

constexpr int64_t prefetched_line_size = 64;

/// Returns the address of a simple or masked load; NULL for other instructions. Includes scalar
/// loads, because code that is executed lane by lane loads elements or words.
llvm::Value *loaded_address(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return load->isSimple() ? load->getPointerOperand() : nullptr;
  }
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const bool is_load = call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::masked_load;
  return is_load ? call->getArgOperand(0) : nullptr;
}

/// Whether an instruction may write global memory.
bool writes_buffer(const llvm::Instruction &instruction) {
  if (!instruction.mayWriteToMemory()) {
    return false;
  }
  const auto is_own = [](const llvm::Value &address) {
    const unsigned space = address.getType()->getPointerAddressSpace();
    return space == address_space::private_memory || space == address_space::local;
  };
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return !is_own(*store->getPointerOperand());
  }
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return !is_own(*update->getPointerOperand());
  }
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return !is_own(*exchange->getPointerOperand());
  }
  if (const auto *bytes = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) {
    return !is_own(*bytes->getRawDest());
  }
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && (call->getIntrinsicID() == llvm::Intrinsic::masked_store ||
                             call->getIntrinsicID() == llvm::Intrinsic::masked_compressstore ||
                             call->getIntrinsicID() == llvm::Intrinsic::masked_scatter);
}

/// Memory ranges at constant offsets from one address: begin and end of each.
using ByteRanges = llvm::SmallVector<std::pair<int64_t, int64_t>, 16>;

class IterationPrefetcher {
 public:
  IterationPrefetcher(llvm::Function &function, const llvm::Loop &loop, const llvm::LoopInfo &loops)
      : loop_(loop),
        loops_(loops),
        layout_(function.getParent()->getDataLayout()),
        builder_(function.getContext()) {
    const WorkItemContext context = WorkItemContext::of(function);
    range_.insert(context.global_size.begin(), context.global_size.end());
    range_.insert(context.group_count.begin(), context.group_count.end());
  }

  bool run() {
    llvm::MapVector<llvm::Value *, ByteRanges> found;
    if (llvm::any_of(loop_.blocks(), [](const llvm::BasicBlock *block) {
          return llvm::any_of(*block, writes_buffer);
        })) {
      return false;
    }
    for (llvm::BasicBlock *block : loop_.blocks()) {
      if (loops_.getLoopFor(block) != &loop_) {
        continue;
      }
      for (llvm::Instruction &instruction : *block) {
        llvm::Value *pointer = loaded_address(instruction);
        if (pointer == nullptr || loop_.isLoopInvariant(pointer)) {
          continue;
        }
        llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
        llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
        const int64_t first = offset.getSExtValue();
        const auto size =
            static_cast<int64_t>(layout_.getTypeStoreSize(instruction.getType()).getFixedValue());
        found[base].emplace_back(first, first + size);
      }
    }
    bool changed = false;
    for (auto &[base, stretches] : found) {
      changed |= prefetch(*base, stretches);
    }
    return changed;
  }

 private:
  bool prefetch(llvm::Value &base, ByteRanges &stretches) {
    const llvm::SmallVector<int64_t, 16> lines = lines_of(stretches);
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(&base);
    if (lines.size() > tuning::max_prefetched_lines || instruction == nullptr ||
        !loop_.contains(instruction)) {
      return false;
    }
    builder_.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    later_.clear();
    built_.clear();
    is_far_ = false;
    iterations_ahead_ = std::max<size_t>(1, tuning::prefetched_lines_in_flight / lines.size());
    llvm::Value *later = later_value(base, 0);
    if (later == nullptr || !is_far_) {
      for (llvm::Instruction *unused : llvm::reverse(built_)) {
        unused->eraseFromParent();
      }
      return false;
    }
    for (const int64_t line : lines) {
      llvm::Value *address = builder_.CreateGEP(builder_.getInt8Ty(), later,
                                                builder_.getInt64(static_cast<uint64_t>(line)));
      constexpr uint32_t for_reading = 0;
      constexpr uint32_t into_all_caches = 3;
      constexpr uint32_t data = 1;
      builder_.CreateIntrinsic(llvm::Intrinsic::prefetch, {address->getType()},
                               {address, builder_.getInt32(for_reading),
                                builder_.getInt32(into_all_caches), builder_.getInt32(data)});
    }
    return true;
  }

  /// Returns offsets at the distance of a cache line that cover each range, except for a partial
  /// line at its end.
  static llvm::SmallVector<int64_t, 16> lines_of(ByteRanges &stretches) {
    llvm::sort(stretches);
    llvm::SmallVector<int64_t, 16> lines;
    for (const auto &[first, end] : stretches) {
      int64_t next = lines.empty() ? first : std::max(first, lines.back() + prefetched_line_size);
      for (; next < end && lines.size() <= tuning::max_prefetched_lines;
           next += prefetched_line_size) {
        lines.push_back(next);
      }
    }
    return lines;
  }

  /// Calculates the value that an expression will have iterations_ahead_ iterations later; NULL if
  /// it is not a simple function of induction variables.
  llvm::Value *later_value(llvm::Value &value, unsigned depth) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || !loop_.contains(instruction)) {
      return &value;
    }
    if (llvm::Value *known = later_.lookup(&value)) {
      return known;
    }
    llvm::Value *result = nullptr;
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
      result = stepped(*phi);
    } else if (depth < tuning::longest_prefetched_address) {
      result = copied(*instruction, depth);
    }
    later_[&value] = result;
    return result;
  }

  llvm::Value *stepped(llvm::PHINode &phi) {
    if (phi.getParent() != loop_.getHeader()) {
      return nullptr;
    }
    steps_.clear();
    llvm::Instruction *step = common_step(phi, phi, 0);
    if (step == nullptr) {
      return nullptr;
    }
    is_far_ |= llvm::any_of(step->operand_values(), [&](llvm::Value *operand) {
      return operand != &phi && depends_on_range(*operand, 0);
    });
    llvm::SmallVector<llvm::Value *, 4> operands;
    for (llvm::Value *operand : step->operand_values()) {
      operands.push_back(operand == &phi ? operand : fixed(*operand));
    }
    llvm::Value *result = &phi;
    for (size_t iteration = 0; iteration < iterations_ahead_; ++iteration) {
      llvm::Value *before = result;
      result = build_copy(*step, operands);
      std::replace(operands.begin(), operands.end(), before, result);
    }
    return result;
  }

  /// Returns the step that all paths through an iteration share: masked and unmasked versions of
  /// the body have copies of it. NULL if there is none.
  llvm::Instruction *common_step(llvm::PHINode &phi, const llvm::PHINode &counter, unsigned depth) {
    // A phi in a cycle with itself has no step.
    const auto [known, is_new] = steps_.try_emplace(&phi, nullptr);
    if (!is_new) {
      return known->second;
    }
    llvm::Instruction *step = nullptr;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      llvm::Value *incoming = phi.getIncomingValue(i);
      if (!loop_.contains(phi.getIncomingBlock(i)) || llvm::isa<llvm::UndefValue>(incoming)) {
        continue;
      }
      llvm::Instruction *other = step_in(*incoming, counter, depth + 1);
      if (other == nullptr || (step != nullptr && !are_equal(*step, *other, 0))) {
        return nullptr;
      }
      step = other;
    }
    steps_[&phi] = step;
    return step;
  }

  /// Returns the sum of an induction variable and loop-invariant values that `value` is; NULL if it
  /// is something else.
  llvm::Instruction *step_in(llvm::Value &value, const llvm::PHINode &counter, unsigned depth) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || depth == tuning::longest_prefetched_address) {
      return nullptr;
    }
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
      return phi->getParent() == loop_.getHeader() ? nullptr : common_step(*phi, counter, depth);
    }
    const bool adds = instruction->getOpcode() == llvm::Instruction::Add ||
                      instruction->getOpcode() == llvm::Instruction::GetElementPtr;
    const bool is_step =
        adds && llvm::all_of(instruction->operand_values(), [&](llvm::Value *operand) {
          return operand == &counter || is_fixed(*operand, 0);
        });
    return is_step ? instruction : nullptr;
  }

  static bool is_calculation(const llvm::Instruction &instruction) {
    return llvm::isa<llvm::BinaryOperator, llvm::CastInst>(instruction) &&
           !instruction.isIntDivRem();
  }

  /// Whether a value is loop-invariant, even if it is calculated in the loop.
  bool is_fixed(const llvm::Value &value, unsigned depth) const {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    return loop_.isLoopInvariant(&value) ||
           (instruction != nullptr && depth < tuning::longest_prefetched_address &&
            is_calculation(*instruction) &&
            llvm::all_of(
                instruction->operand_values(),
                [&](const llvm::Value *operand) { return is_fixed(*operand, depth + 1); }));
  }

  /// Whether two values are calculated by identical expressions.
  static bool are_equal(const llvm::Value &one, const llvm::Value &other, unsigned depth) {
    const auto *first = llvm::dyn_cast<llvm::Instruction>(&one);
    const auto *second = llvm::dyn_cast<llvm::Instruction>(&other);
    return &one == &other ||
           (first != nullptr && second != nullptr && depth < tuning::longest_prefetched_address &&
            first->isSameOperationAs(second) &&
            (is_calculation(*first) || llvm::isa<llvm::GetElementPtrInst>(first)) &&
            llvm::all_of(
                llvm::zip(first->operand_values(), second->operand_values()),
                [&](const auto &pair) {
                  return are_equal(*std::get<0>(pair), *std::get<1>(pair), depth + 1);
                }));
  }

  /// Clones the calculation of a value that is_fixed() to the insertion point.
  llvm::Value *fixed(llvm::Value &value) {
    if (loop_.isLoopInvariant(&value)) {
      return &value;
    }
    // A loop-invariant value is the same in later iterations.
    if (llvm::Value *known = later_.lookup(&value)) {
      return known;
    }
    auto &instruction = llvm::cast<llvm::Instruction>(value);
    llvm::SmallVector<llvm::Value *, 2> operands;
    for (llvm::Value *operand : instruction.operand_values()) {
      operands.push_back(fixed(*operand));
    }
    return later_[&value] = build_copy(instruction, operands);
  }

  llvm::Value *copied(llvm::Instruction &instruction, unsigned depth) {
    if (!is_calculation(instruction) && !llvm::isa<llvm::GetElementPtrInst>(instruction)) {
      return nullptr;
    }
    llvm::SmallVector<llvm::Value *, 4> operands;
    for (llvm::Value *operand : instruction.operand_values()) {
      operands.push_back(later_value(*operand, depth + 1));
      if (operands.back() == nullptr) {
        return nullptr;
      }
    }
    return build_copy(instruction, operands);
  }

  llvm::Instruction *build_copy(const llvm::Instruction &instruction,
                                llvm::ArrayRef<llvm::Value *> operands) {
    llvm::Instruction *copy = instruction.clone();
    for (unsigned i = 0; i < operands.size(); ++i) {
      copy->setOperand(i, operands[i]);
    }
    // The later iteration may not exist.
    copy->dropPoisonGeneratingAnnotations();
    copy->setDebugLoc({});
    builder_.Insert(copy);
    built_.push_back(copy);
    return copy;
  }

  /// Whether a value is calculated from the size of the ND-range.
  bool depends_on_range(const llvm::Value &value, unsigned depth) const {
    if (range_.contains(&value)) {
      return true;
    }
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    return instruction != nullptr && depth < tuning::longest_prefetched_address &&
           llvm::isa<llvm::BinaryOperator, llvm::CastInst>(instruction) &&
           llvm::any_of(
               instruction->operand_values(),
               [&](const llvm::Value *operand) { return depends_on_range(*operand, depth + 1); });
  }

  const llvm::Loop &loop_;
  const llvm::LoopInfo &loops_;
  const llvm::DataLayout &layout_;
  llvm::IRBuilder<> builder_;
  llvm::SmallPtrSet<const llvm::Value *, 8> range_;
  /// Values in a later iteration, for the address that is being built.
  llvm::DenseMap<const llvm::Value *, llvm::Value *> later_;
  /// Steps of phis, for the induction variable that is being analyzed.
  llvm::DenseMap<const llvm::PHINode *, llvm::Instruction *> steps_;
  llvm::SmallVector<llvm::Instruction *, 16> built_;
  /// Prefetch distance in iterations.
  size_t iterations_ahead_ = 1;
  /// Whether the address advances by a stride that depends on the size of the ND-range.
  bool is_far_ = false;
};

}  // namespace

bool prefetch_next_iterations(llvm::Function &packet_function) {
  const llvm::DominatorTree dominators(packet_function);
  const llvm::LoopInfo loops(dominators);
  bool changed = false;
  for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
    changed |= IterationPrefetcher(packet_function, *loop, loops).run();
  }
  return changed;
}

}  // namespace mux::compiler
