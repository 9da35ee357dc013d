#include "codegen/vectorize/prepare/unroll_strided_loops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>

#include "codegen/ir/row_loads.h"
#include "codegen/ir/temporary_function.h"
#include "codegen/ir/truncations.h"
#include "codegen/ir/unrolled_loops.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/optimize/function_passes.h"

namespace mux::compiler {

namespace {

/// Number of bytes of a row that each lane loads at once.
constexpr uint64_t bytes_at_once = 16;
/// Maximum unroll factor. With 8, a product of matrices of 500 x 500 takes more than twice as long:
/// the transposed elements do not fit the registers beside its accumulators.
constexpr unsigned most_iterations_at_once = 4;
/// Maximum number of instructions of the loop body: larger ones are bound by computation, not by
/// loads.
constexpr size_t longest_body = 50;

/// Maximum trip count of a loop that is unrolled fully because an outer loop reads the same row
/// again: the row then stays in registers. Measured: 65,536 rows of 16 floats, each compared with 8
/// others, take 0.16 ms with AVX-512, and 0.55 ms if unrolled by four.
constexpr unsigned most_iterations_of_row_in_registers = 16;
constexpr size_t most_instructions_of_row_in_registers = 320;

/// Difference of a value between consecutive lanes.
enum class LaneStride {
  none,
  /// The value has stride 1.
  one,
  any,
};

/// A conservative approximation of uniformity and strides, which ignores divergence. Where it is
/// wrong, a loop is unrolled without benefit. Valid until the function changes.
class LaneStrides {
 public:
  explicit LaneStrides(llvm::Function &work_item) : context_(WorkItemContext::of(work_item)) {}

  LaneStride of(const llvm::Value &value) {
    if (&value == context_.local_id[0] || &value == context_.local_index) {
      return LaneStride::one;
    }
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) {
      return LaneStride::none;
    }
    // Assumes phi cycles to be uniform; their other operands decide.
    const auto [known, is_new] = known_.try_emplace(instruction, LaneStride::none);
    if (!is_new) {
      return known->second;
    }
    const LaneStride distance = of_instruction(*instruction);
    known_[instruction] = distance;
    return distance;
  }

 private:
  LaneStride of_instruction(const llvm::Instruction &instruction) {
    LaneStride farthest = LaneStride::none;
    unsigned differing = 0;
    for (const llvm::Value *operand : instruction.operand_values()) {
      const LaneStride distance = of(*operand);
      farthest = std::max(farthest, distance);
      differing += distance == LaneStride::none ? 0 : 1;
    }
    return farthest == LaneStride::one && differing == 1 && preserves_stride(instruction)
               ? LaneStride::one
           : differing == 0 ? LaneStride::none
                            : LaneStride::any;
  }

  static bool preserves_stride(const llvm::Instruction &instruction) {
    const auto *disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
    return instruction.getOpcode() == llvm::Instruction::Add ||
           instruction.getOpcode() == llvm::Instruction::Sub ||
           (disjoint != nullptr && disjoint->isDisjoint()) || is_hidden_truncation(instruction) ||
           llvm::isa<llvm::CastInst, llvm::FreezeInst, llvm::PHINode, llvm::GetElementPtrInst>(
               instruction);
  }

  WorkItemContext context_;
  llvm::DenseMap<const llvm::Instruction *, LaneStride> known_;
};

/// A load from a row of each lane, with the row's start address and the size of an element.
struct RowLoad {
  llvm::LoadInst *load;
  const llvm::SCEV *start;
  uint64_t size;
};

class RowUnroller {
 public:
  RowUnroller(llvm::Function &function, llvm::TargetMachine &machine)
      : function_(function),
        layout_(function.getParent()->getDataLayout()),
        passes_(function, machine) {}

  /// Whether there may be candidates. Cannot be precise: only in the form that unrolling requires
  /// is it known that 32-bit indices do not wrap.
  bool may_find_rows() {
    LaneStrides lanes(function_);
    return llvm::any_of(innermost_loops(), [&](const llvm::Loop *loop) {
      return llvm::any_of(loop->blocks(), [&](llvm::BasicBlock *block) {
        return llvm::any_of(*block, [&](llvm::Instruction &instruction) {
          return may_load_row(instruction, *loop, lanes);
        });
      });
    });
  }

  bool finds_rows() {
    passes_.run(loop_preparing_passes());
    LaneStrides lanes(function_);
    return llvm::any_of(innermost_loops(), [&](const llvm::Loop *loop) {
      return is_simple(*loop, lanes) && !row_loads(*loop, lanes).empty();
    });
  }

  void run() {
    passes_.run(loop_preparing_passes());
    for (llvm::Loop *loop : innermost_loops()) {
      unroll(*loop);
    }
    passes_.forget();
    passes_.run(folding_passes());
  }

 private:
  llvm::ScalarEvolution &evolution() { return passes_.result<llvm::ScalarEvolutionAnalysis>(); }

  llvm::SmallVector<llvm::Loop *> innermost_loops() {
    llvm::SmallVector<llvm::Loop *> innermost;
    for (llvm::Loop *loop : passes_.result<llvm::LoopAnalysis>().getLoopsInPreorder()) {
      if (loop->isInnermost()) {
        innermost.push_back(loop);
      }
    }
    return innermost;
  }

  void unroll(llvm::Loop &loop) {
    LaneStrides lanes(function_);
    if (!is_simple(loop, lanes)) {
      return;
    }
    const llvm::SmallVector<RowLoad> loads = row_loads(loop, lanes);
    if (loads.empty()) {
      return;
    }
    uint64_t largest = 1;
    for (const RowLoad &row : loads) {
      largest = std::max(largest, row.size);
    }
    const auto iterations =
        static_cast<unsigned>(std::min<uint64_t>(bytes_at_once / largest, most_iterations_at_once));
    const unsigned known_iterations = evolution().getSmallConstantTripCount(&loop);
    const bool whole = rereads_row(loop, loads) && is_short(loop, known_iterations);
    if (!whole && known_iterations != 0 && known_iterations < 2 * iterations) {
      return;
    }
    for (const RowLoad &row : loads) {
      mark_row_load(*row.load);
      use_pointer_induction(row, loop);
    }
    unroll(loop, whole ? known_iterations : iterations);
  }

  /// Whether an outer loop reads one of the rows in each of its iterations: a row in registers is
  /// not reloaded.
  bool rereads_row(const llvm::Loop &loop, llvm::ArrayRef<RowLoad> loads) {
    const llvm::Loop *outer = loop.getParentLoop();
    return outer != nullptr && !has_effects(*outer) && llvm::any_of(loads, [&](const RowLoad &row) {
             return evolution().isLoopInvariant(row.start, outer);
           });
  }

  static bool is_short(const llvm::Loop &loop, unsigned iterations) {
    return iterations != 0 && iterations <= most_iterations_of_row_in_registers &&
           iterations * count_instructions(loop) <= most_instructions_of_row_in_registers;
  }

  /// Whether the loop has a single exit, in its latch and uniform, and no side effects.
  static bool is_simple(const llvm::Loop &loop, LaneStrides &lanes) {
    const llvm::BasicBlock *latch = loop.getLoopLatch();
    if (!loop.isLoopSimplifyForm() || loop.getExitingBlock() != latch ||
        llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.disable")) {
      return false;
    }
    // The terminator of a latch may also be a switch.
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
    if (branch == nullptr || lanes.of(*branch->getCondition()) != LaneStride::none) {
      return false;
    }
    return !has_effects(loop) && count_instructions(loop) <= longest_body;
  }

  static bool has_effects(const llvm::Loop &loop) {
    return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock *block) {
      return llvm::any_of(*block, [](const llvm::Instruction &instruction) {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        return instruction.mayHaveSideEffects() || (call != nullptr && call->isConvergent());
      });
    });
  }

  static size_t count_instructions(const llvm::Loop &loop) {
    size_t instructions = 0;
    for (const llvm::BasicBlock *block : loop.blocks()) {
      instructions += block->size();
    }
    return instructions;
  }

  static bool may_load_row(llvm::Instruction &instruction, LaneStrides &lanes) {
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load != nullptr && load->isSimple() && !load->getType()->isVectorTy() &&
           lanes.of(*load->getPointerOperand()) == LaneStride::any;
  }

  /// Whether it reads another element of the lane's row in each iteration.
  bool may_load_row(llvm::Instruction &instruction, const llvm::Loop &loop, LaneStrides &lanes) {
    return may_load_row(instruction, lanes) &&
           llvm::SCEVExprContains(
               evolution().getSCEV(llvm::getLoadStorePointerOperand(&instruction)),
               [&](const llvm::SCEV *part) {
                 const auto *counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
                 return counter != nullptr && counter->getLoop() == &loop;
               });
  }

  llvm::SmallVector<RowLoad> row_loads(const llvm::Loop &loop, LaneStrides &lanes) {
    llvm::SmallVector<RowLoad> loads;
    for (llvm::BasicBlock *block : loop.blocks()) {
      for (llvm::Instruction &instruction : *block) {
        if (!may_load_row(instruction, lanes)) {
          continue;
        }
        auto *load = llvm::cast<llvm::LoadInst>(&instruction);
        const uint64_t size = layout_.getTypeStoreSize(load->getType());
        const auto *address =
            llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution().getSCEV(load->getPointerOperand()));
        if (size * 2 <= bytes_at_once && address != nullptr && address->getLoop() == &loop &&
            address->isAffine() && is_step(*address->getOperand(1), size)) {
          loads.push_back({load, address->getStart(), size});
        }
      }
    }
    return loads;
  }

  static bool is_step(const llvm::SCEV &step, uint64_t size) {
    const auto *constant = llvm::dyn_cast<llvm::SCEVConstant>(&step);
    return constant != nullptr && constant->getAPInt() == size;
  }

  /// Makes the address an induction variable, so that the addresses of unrolled iterations are at
  /// constant distances, which a 32-bit index may hide.
  void use_pointer_induction(const RowLoad &row, const llvm::Loop &loop) {
    llvm::BasicBlock *before = loop.getLoopPreheader();
    llvm::SCEVExpander expander(evolution(), layout_, "row");
    if (!expander.isSafeToExpand(row.start)) {
      return;
    }
    llvm::Type *pointer = row.load->getPointerOperandType();
    llvm::Value *start = expander.expandCodeFor(row.start, pointer, before->getTerminator());
    llvm::IRBuilder<> builder(&loop.getHeader()->front());
    llvm::PHINode *address = builder.CreatePHI(pointer, 2, "row");
    builder.SetInsertPoint(loop.getLoopLatch()->getTerminator());
    llvm::Value *next = builder.CreateConstGEP1_64(row.load->getType(), address, 1, "row.next");
    address->addIncoming(start, before);
    address->addIncoming(next, loop.getLoopLatch());
    row.load->setOperand(llvm::LoadInst::getPointerOperandIndex(), address);
  }

  void unroll(llvm::Loop &loop, unsigned iterations) {
    evolution().forgetLoop(&loop);
    llvm::UnrollLoopOptions options{};
    options.Count = iterations;
    options.Force = true;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    llvm::OptimizationRemarkEmitter remarks(&function_);
    llvm::Loop *rest = nullptr;
    const llvm::LoopUnrollResult result = llvm::UnrollLoop(
        &loop, options, &passes_.result<llvm::LoopAnalysis>(), &evolution(),
        &passes_.result<llvm::DominatorTreeAnalysis>(), &passes_.result<llvm::AssumptionAnalysis>(),
        &passes_.result<llvm::TargetIRAnalysis>(), &remarks, /*PreserveLCSSA=*/true, &rest);
    if (result == llvm::LoopUnrollResult::PartiallyUnrolled) {
      record_unroll_factor(loop, iterations);
    }
    if (rest != nullptr) {
      mark_remainder_loop(*rest, iterations);
    }
  }

  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  FunctionPasses passes_;
};

}  // namespace

bool unroll_strided_loops(llvm::Function &work_item, llvm::TargetMachine &machine) {
  if (!RowUnroller(work_item, machine).may_find_rows()) {
    return false;
  }
  // The trial leaves functions without such loops unchanged: the form that unrolling requires is
  // unfavorable for vectorization.
  const TemporaryFunction trial(work_item);
  if (!RowUnroller(*trial, machine).finds_rows()) {
    return false;
  }
  // Starts with new analyses, since cached results describe the loops before the transformation.
  RowUnroller(work_item, machine).run();
  return true;
}

}  // namespace mux::compiler
