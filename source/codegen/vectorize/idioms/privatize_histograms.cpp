#include "codegen/vectorize/idioms/privatize_histograms.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <optional>

#include "codegen/ir/kernel.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/idioms/tuning.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// Copies are a cache line further apart than their size, because additions to addresses with equal
/// low 12 bits stall as well (4K aliasing).
constexpr uint64_t table_line_size = 64;

/// The additions to one array.
struct Counts {
  LocalVariable variable;
  llvm::Type *type = nullptr;
  llvm::SmallVector<llvm::AtomicRMWInst *> additions;
};

class HistogramPrivatizer {
 public:
  HistogramPrivatizer(llvm::Function &function, llvm::ArrayRef<LocalVariable> variables)
      : function_(function),
        layout_(function.getParent()->getDataLayout()),
        variables_(variables),
        dominators_(function),
        loops_(dominators_) {}

  bool run() {
    if (!find_offsets() || !all_accesses_are_known()) {
      return false;
    }
    bool changed = false;
    for (Counts &counts : found_) {
      changed |= spread(counts);
    }
    return changed;
  }

 private:
  /// Finds the constant offsets of all addresses that are derived from the scratch memory.
  /// @return false if an address has an unknown offset.
  bool find_offsets() {
    llvm::SmallVector<const llvm::Value *> pending{WorkItemContext::of(function_).scratch};
    offsets_[pending.front()] = 0;
    while (!pending.empty()) {
      if (!find_offsets(*pending.pop_back_val(), pending)) {
        return false;
      }
    }
    return true;
  }

  /// @param steps receives the addresses that are derived from `pointer`.
  bool find_offsets(const llvm::Value &pointer, llvm::SmallVectorImpl<const llvm::Value *> &steps) {
    const uint64_t offset = offsets_.lookup(&pointer);
    return llvm::all_of(pointer.users(), [&](const llvm::User *user) {
      if (llvm::isa<llvm::AddrSpaceCastInst>(user)) {
        offsets_[user] = offset;
        return true;
      }
      llvm::APInt distance(layout_.getIndexTypeSizeInBits(pointer.getType()), 0);
      const auto *step = llvm::dyn_cast<llvm::GEPOperator>(user);
      if (step == nullptr || step->getPointerOperand() != &pointer ||
          !step->accumulateConstantOffset(layout_, distance) || distance.isNegative()) {
        return false;
      }
      offsets_[user] = offset + distance.getZExtValue();
      steps.push_back(user);
      return true;
    });
  }

  const LocalVariable *variable_at(const llvm::Value &address) const {
    const auto found = offsets_.find(&address);
    if (found == offsets_.end()) {
      return nullptr;
    }
    const auto *variable = llvm::find_if(variables_, [&](const LocalVariable &candidate) {
      return found->second >= candidate.offset && found->second < candidate.offset + candidate.size;
    });
    return variable == variables_.end() ? nullptr : variable;
  }

  /// Returns the base of an address: a value in offsets_, or the underlying object.
  const llvm::Value &origin_of(const llvm::Value &pointer) const {
    const llvm::Value *value = &pointer;
    while (!offsets_.contains(value)) {
      if (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(value)) {
        value = step->getPointerOperand();
      } else if (const auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(value)) {
        value = cast->getPointerOperand();
      } else {
        break;
      }
    }
    return *value;
  }

  /// Collects all additions, and the variables that are accessed in other ways.
  /// @return false if an access may be to any variable.
  bool all_accesses_are_known() {
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      if (instruction.mayReadOrWriteMemory() && !note_access(instruction)) {
        return false;
      }
    }
    llvm::erase_if(found_,
                   [&](const Counts &counts) { return others_.contains(counts.variable.offset); });
    return true;
  }

  bool note_access(llvm::Instruction &instruction) {
    if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      const llvm::Value &origin = origin_of(*update->getPointerOperand());
      const LocalVariable *variable = variable_at(origin);
      if (variable != nullptr && is_mere_addition(*update)) {
        note_addition(*update, *variable);
        return true;
      }
    }
    if (llvm::isa<llvm::FenceInst>(instruction)) {
      return true;
    }
    const auto is_known = [&](const llvm::Value *operand) {
      return !operand->getType()->isPtrOrPtrVectorTy() || note_other(*operand);
    };
    if (const auto *called = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      return llvm::isa<llvm::IntrinsicInst>(called) ? llvm::all_of(called->args(), is_known)
                                                    : called->onlyAccessesInaccessibleMemory();
    }
    return llvm::all_of(instruction.operand_values(), is_known);
  }

  /// Records an access that is not an addition. Returns false if its address may be in any
  /// variable.
  bool note_other(const llvm::Value &pointer) {
    if (address_space::excludes_local(pointer.getType()->getPointerAddressSpace())) {
      return true;
    }
    const llvm::Value &origin = origin_of(pointer);
    if (const LocalVariable *variable = variable_at(origin)) {
      others_.insert(variable->offset);
      return true;
    }
    return !offsets_.contains(&origin) &&
           (llvm::isa<llvm::Argument>(origin) || llvm::isa<llvm::AllocaInst>(origin));
  }

  bool is_mere_addition(const llvm::AtomicRMWInst &update) const {
    const bool adds = update.getOperation() == llvm::AtomicRMWInst::Add ||
                      update.getOperation() == llvm::AtomicRMWInst::Sub;
    return adds && update.use_empty() && !update.isVolatile() && update.getType()->isIntegerTy() &&
           update.getPointerAddressSpace() == address_space::local &&
           loops_.getLoopFor(update.getParent()) != nullptr;
  }

  void note_addition(llvm::AtomicRMWInst &update, const LocalVariable &variable) {
    auto *counts = llvm::find_if(found_, [&](const Counts &candidate) {
      return candidate.variable.offset == variable.offset;
    });
    if (counts == found_.end()) {
      found_.push_back({variable, update.getType(), {}});
      counts = &found_.back();
    }
    const uint64_t size = layout_.getTypeStoreSize(update.getType()).getFixedValue();
    if (counts->type != update.getType() || variable.size % size != 0) {
      others_.insert(variable.offset);
    }
    counts->additions.push_back(&update);
  }

  bool spread(Counts &counts) {
    llvm::Loop *loop = outermost_loop(*counts.additions.front());
    const bool same_loop = llvm::all_of(
        counts.additions, [&](const auto *addition) { return outermost_loop(*addition) == loop; });
    const uint64_t distance =
        llvm::alignTo(counts.variable.size, table_line_size) + table_line_size;
    const unsigned tables = table_count(counts, distance);
    if (!same_loop || tables < 2) {
      return false;
    }
    // Requires a preheader and dedicated exits.
    llvm::SmallVector<llvm::BasicBlock *> ends;
    loop->getUniqueExitBlocks(ends);
    if (loop->getLoopPreheader() == nullptr || !loop->hasDedicatedExits() || ends.empty()) {
      return false;
    }
    llvm::IRBuilder<> builder(&function_.getEntryBlock(),
                              function_.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst *copies =
        builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), distance * (tables - 1)));
    copies->setAlignment(llvm::Align(table_line_size));
    copies->setName("counts");
    llvm::Value *address = address_of(builder, counts.variable);
    builder.SetInsertPoint(loop->getLoopPreheader()->getTerminator());
    builder.CreateMemSet(copies, builder.getInt8(0), distance * (tables - 1), copies->getAlign());
    for (llvm::BasicBlock *end : ends) {
      add_up(counts, *end, *address, *copies, distance, tables);
    }
    distribute(counts, *copies, distance, tables);
    return true;
  }

  llvm::Loop *outermost_loop(const llvm::Instruction &instruction) {
    return loops_.getLoopFor(instruction.getParent())->getOutermostLoop();
  }

  /// Returns the number of tables, at most the number of additions in a block and limited by the
  /// size of the copies; 1 if privatization does not pay off.
  static unsigned table_count(const Counts &counts, uint64_t distance) {
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> in_block;
    unsigned most = 0;
    for (const llvm::AtomicRMWInst *addition : counts.additions) {
      most = std::max(most, ++in_block[addition->getParent()]);
    }
    if (most < tuning::min_histogram_additions) {
      return 1;
    }
    const uint64_t fitting = 1 + tuning::max_histogram_copies_size / distance;
    return static_cast<unsigned>(
        llvm::bit_floor(std::min<uint64_t>(fitting, tuning::max_histogram_tables)));
  }

  /// Calculates the address of the array in the entry block.
  llvm::Value *address_of(llvm::IRBuilder<> &builder, const LocalVariable &variable) {
    llvm::Value *start = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), WorkItemContext::of(function_).scratch, variable.offset);
    return builder.CreateAddrSpaceCast(start, builder.getPtrTy(address_space::local));
  }

  /// Adds the copies to the array, in a loop at the start of an exit block.
  void add_up(const Counts &counts, llvm::BasicBlock &end, llvm::Value &address,
              llvm::Value &copies, uint64_t distance, unsigned tables) {
    llvm::BasicBlock *start = &end;
    llvm::BasicBlock *after = start->splitBasicBlock(start->getFirstInsertionPt(), "counts.done");
    auto *loop = llvm::BasicBlock::Create(function_.getContext(), "counts.add", &function_, after);
    start->getTerminator()->setSuccessor(0, loop);
    llvm::IRBuilder<> builder(loop);
    llvm::PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2);
    index->addIncoming(builder.getInt64(0), start);
    llvm::Value *element = builder.CreateInBoundsGEP(counts.type, &address, index);
    const llvm::Align alignment = layout_.getABITypeAlign(counts.type);
    llvm::Value *sum = builder.CreateAlignedLoad(counts.type, element, alignment);
    for (unsigned table = 1; table < tables; ++table) {
      llvm::Value *copy =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &copies, distance * (table - 1));
      copy = builder.CreateInBoundsGEP(counts.type, copy, index);
      sum = builder.CreateAdd(sum, builder.CreateAlignedLoad(counts.type, copy, alignment));
    }
    builder.CreateAlignedStore(sum, element, alignment);
    llvm::Value *next = builder.CreateAdd(index, builder.getInt64(1), "", true, true);
    index->addIncoming(next, loop);
    const uint64_t elements =
        counts.variable.size / layout_.getTypeStoreSize(counts.type).getFixedValue();
    builder.CreateCondBr(builder.CreateICmpEQ(next, builder.getInt64(elements)), after, loop);
  }

  /// Distributes consecutive additions over the tables in round-robin order, as plain additions in
  /// the copies.
  void distribute(Counts &counts, llvm::Value &copies, uint64_t distance, unsigned tables) {
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> in_block;
    llvm::IRBuilder<> builder(function_.getContext());
    for (llvm::AtomicRMWInst *addition : counts.additions) {
      const unsigned table = in_block[addition->getParent()]++ % tables;
      if (table == 0) {
        continue;
      }
      builder.SetInsertPoint(addition);
      llvm::Value *copy =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &copies, distance * (table - 1));
      llvm::Value *element =
          same_offset_in(builder, *addition->getPointerOperand(), counts.variable, *copy);
      llvm::LoadInst *before =
          builder.CreateAlignedLoad(counts.type, element, addition->getAlign());
      const bool adds = addition->getOperation() == llvm::AtomicRMWInst::Add;
      llvm::Value *operand = addition->getValOperand();
      llvm::Value *sum =
          adds ? builder.CreateAdd(before, operand) : builder.CreateSub(before, operand);
      builder.CreateAlignedStore(sum, element, addition->getAlign());
      addition->eraseFromParent();
    }
  }

  /// Calculates the address in a copy at the same offset as `pointer` in the array.
  llvm::Value *same_offset_in(llvm::IRBuilder<> &builder, llvm::Value &pointer,
                              const LocalVariable &variable, llvm::Value &copy) {
    llvm::SmallVector<const llvm::GEPOperator *> steps;
    const llvm::Value *origin = &pointer;
    while (!offsets_.contains(origin)) {
      if (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(origin)) {
        steps.push_back(step);
      }
      origin = llvm::cast<llvm::Operator>(origin)->getOperand(0);
    }
    llvm::Value *address = builder.CreateConstGEP1_64(builder.getInt8Ty(), &copy,
                                                      offsets_.lookup(origin) - variable.offset);
    for (const llvm::GEPOperator *step : llvm::reverse(steps)) {
      const llvm::SmallVector<llvm::Value *> indices(step->indices());
      address = builder.CreateGEP(step->getSourceElementType(), address, indices);
    }
    return address;
  }

  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  llvm::ArrayRef<LocalVariable> variables_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  /// Addresses at constant offsets in the scratch memory.
  llvm::DenseMap<const llvm::Value *, uint64_t> offsets_;
  llvm::SmallVector<Counts, 2> found_;
  /// Offsets of the variables that are accessed in other ways.
  llvm::SmallSet<uint64_t, 8> others_;
};

}  // namespace

bool privatize_histograms(llvm::Function &packet_function,
                          llvm::ArrayRef<LocalVariable> variables) {
  return !variables.empty() && HistogramPrivatizer(packet_function, variables).run();
}

}  // namespace mux::compiler
