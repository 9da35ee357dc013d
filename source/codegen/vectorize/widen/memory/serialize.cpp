#include "codegen/vectorize/widen/memory/serialize.h"
#include "codegen/vectorize/accesses/memory_types.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <utility>

#include "codegen/ir/local_accesses.h"
#include "codegen/optimize/loop_duplication.h"
#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/memory/lane_addresses.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/memory/reload_lane.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// Maximum number of lanes for which no loop is built.
constexpr unsigned most_unrolled_lanes = 4;

/// Maximum number of parts, over all updates of local memory, that get loop-free code for the case
/// that all lanes are active. Kernels with histograms have few of them. Measured: 16M bytes, whose
/// 4 parts occur twice, take 4.4 ms instead of 5.4, since reload_lane() loads several lanes as a
/// word. For updates of global memory, and in other kernels, it made no difference (8 % where lanes
/// are rarely inactive), while the code of a kernel with 42 updates doubled and took 259 ms to
/// compile instead of 165.
constexpr size_t most_straight_updates = 8;

/// Serializes the lanes of one part.
class PartSerializer {
 public:
  struct Part {
    unsigned index;
    ActiveLanes running;
  };

  PartSerializer(Widener &widener, llvm::Instruction &instruction, const Part &part)
      : widener_(widener),
        builder_(widener.builder()),
        instruction_(instruction),
        part_(part.index),
        lanes_(widener.packet().lanes),
        running_(part.running) {
    llvm::Type *type = instruction.getType();
    if (type->isVoidTy() || instruction.use_empty()) {
      kind_ = ResultKind::nothing;
    } else if (!widener.shape(instruction).is_varying()) {
      kind_ = ResultKind::same;
      result_ = llvm::Constant::getNullValue(type);
    } else if (Widener::can_be_element(type)) {
      kind_ = ResultKind::vector;
      result_ = llvm::Constant::getNullValue(widener.vector_type(type));
    } else {
      kind_ = ResultKind::single;
    }
  }

  /// Executes all lanes unconditionally; inactive ones must have no effect.
  void run_unconditionally() {
    LoadedWords words;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      collect(run_constant_lane(lane, &words), lane);
    }
  }

  void run_unrolled() {
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      if (llvm::Value *condition = lane_condition(lane)) {
        run_if(condition, [&] { collect(run_constant_lane(lane), lane); });
      } else {
        collect(run_constant_lane(lane), lane);
      }
    }
  }

  void run_loop() {
    spill_operands();
    if (kind_ == ResultKind::single) {
      array_ = array_of(instruction_.getType());
    }
    if (running_.together != nullptr) {
      run_if(running_.together, [&] { loop_over_all(); });
    } else if (running_.each != nullptr) {
      llvm::Value *bits = lane_bits(widener_, running_);
      run_if(builder_.CreateIsNotNull(bits), [&] { loop_over_bits(bits); });
    } else {
      loop_over_all();
    }
  }

  /// Branches on whether all lanes are active, and avoids the loop in that case.
  void run_straight() {
    if (running_.each == nullptr) {
      if (running_.together != nullptr) {
        run_if(running_.together, [&] { run_unconditionally(); });
      } else {
        run_unconditionally();
      }
      return;
    }
    spill_operands();
    llvm::Value *bits = lane_bits(widener_, running_);
    llvm::Value *all =
        builder_.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()));
    llvm::Value *some = builder_.CreateAnd(builder_.CreateIsNotNull(bits), builder_.CreateNot(all));
    run_if(all, [&] { run_unconditionally(); });
    run_if(some, [&] { loop_over_bits(bits); });
  }

  /// Sets the instruction's results in the widener.
  void finish() {
    switch (kind_) {
      case ResultKind::nothing:
        break;
      case ResultKind::same:
        widener_.set_first_lane(instruction_, part_, result_);
        break;
      case ResultKind::vector:
        widener_.set_vector(instruction_, part_, result_);
        break;
      case ResultKind::single:
        for (unsigned lane = 0; lane < lanes_; ++lane) {
          llvm::Value *value = array_ == nullptr
                                   ? singles_[lane]
                                   : builder_.CreateLoad(instruction_.getType(),
                                                         element(array_, builder_.getInt32(lane)));
          widener_.set_lane(instruction_, part_, lane, value);
        }
        break;
    }
  }

 private:
  enum class ResultKind {
    nothing,
    /// One value for all lanes, that of the last one.
    same,
    vector,
    /// One value for each lane, of a type that cannot be a vector element.
    single,
  };

  /// Returns an i1; NULL if the lane is active unconditionally.
  llvm::Value *lane_condition(unsigned lane) {
    if (running_.each != nullptr) {
      return builder_.CreateExtractElement(running_.each, lane);
    }
    return running_.together;
  }

  /// Builds code that runs if the condition holds; results of the two paths are merged by phis.
  template <typename Body>
  void run_if(llvm::Value *condition, Body body) {
    llvm::Value *before = result_;
    llvm::BasicBlock *start = builder_.GetInsertBlock();
    llvm::BasicBlock *run = new_block("lane.run");
    llvm::BasicBlock *after = new_block("lane.next");
    builder_.CreateCondBr(condition, run, after);
    builder_.SetInsertPoint(run);
    body();
    llvm::BasicBlock *end = builder_.GetInsertBlock();
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
    if (before != nullptr) {
      llvm::PHINode *meeting = builder_.CreatePHI(before->getType(), 2);
      meeting->addIncoming(before, start);
      meeting->addIncoming(result_, end);
      result_ = meeting;
    }
  }

  void loop_over_all() {
    llvm::Type *type = builder_.getInt32Ty();
    loop(builder_.getInt32(0), [&](llvm::Value *lane) {
      run_lane(lane);
      llvm::Value *next = builder_.CreateAdd(lane, llvm::ConstantInt::get(type, 1));
      return std::pair(next, builder_.CreateICmpULT(next, builder_.getInt32(lanes_)));
    });
  }

  void loop_over_bits(llvm::Value *all_bits) {
    llvm::Type *type = all_bits->getType();
    loop(all_bits, [&](llvm::Value *bits) {
      llvm::Value *lane =
          builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, builder_.getTrue());
      run_lane(builder_.CreateZExtOrTrunc(lane, builder_.getInt32Ty()));
      llvm::Value *lower = builder_.CreateSub(bits, llvm::ConstantInt::get(type, 1));
      llvm::Value *rest = builder_.CreateAnd(bits, lower);
      return std::pair(rest, builder_.CreateIsNotNull(rest));
    });
  }

  /// @param body takes the loop's state, builds one iteration, and returns the next state and the
  /// condition for another iteration.
  template <typename Body>
  void loop(llvm::Value *initial, Body body) {
    llvm::BasicBlock *start = builder_.GetInsertBlock();
    llvm::BasicBlock *iteration = new_block("lane.loop");
    llvm::BasicBlock *after = new_block("lane.done");
    builder_.CreateBr(iteration);
    builder_.SetInsertPoint(iteration);
    llvm::PHINode *state = builder_.CreatePHI(initial->getType(), 2);
    state->addIncoming(initial, start);
    llvm::PHINode *result = nullptr;
    if (result_ != nullptr) {
      result = builder_.CreatePHI(result_->getType(), 2);
      result->addIncoming(result_, start);
      result_ = result;
    }
    const auto [next, again] = body(state);
    llvm::BasicBlock *end = builder_.GetInsertBlock();
    state->addIncoming(next, end);
    if (result != nullptr) {
      result->addIncoming(result_, end);
    }
    llvm::BranchInst *back = builder_.CreateCondBr(again, iteration, after);
    if (instruction_.isAtomic()) {
      // Measured: unrolled, updates of histograms are no faster and take a fifth longer to compile.
      // Unrolling does promote the results of calls, such as image reads, to registers.
      disable_unrolling(*back);
    }
    builder_.SetInsertPoint(after);
  }

  void run_lane(llvm::Value *lane) {
    llvm::Instruction *copy = clone();
    for (llvm::Use &operand : copy->operands()) {
      operand = operand_of(*operand.get(), lane);
    }
    insert(copy);
    collect(copy, lane);
  }

  /// @param words not NULL if all lanes are active; used in this block.
  llvm::Value *run_constant_lane(unsigned lane, LoadedWords *words = nullptr) {
    llvm::Instruction *copy = clone();
    for (llvm::Use &operand : copy->operands()) {
      if (!is_fixed(*operand.get())) {
        llvm::Value &value = *operand.get();
        operand = value.getType()->isPointerTy() ? address_of(value, lane, words)
                                                 : value_of(value, lane, words);
      }
    }
    insert(copy);
    return copy;
  }

  llvm::Value *address_of(llvm::Value &pointer, unsigned lane, LoadedWords *words) {
    const std::optional<IndexedAddress> indexed =
        indexed_address(widener_.shapes(), widener_.layout(), pointer);
    return indexed.has_value()
               ? address_at(widener_, *indexed, part_, value_of(*indexed->index.index, lane, words))
               : widener_.lane(pointer, part_, lane);
  }

  llvm::Value *value_of(llvm::Value &value, unsigned lane, LoadedWords *words) {
    llvm::Value *again = instruction_.isAtomic() && widener_.shape(value).is_varying()
                             ? reload_lane(widener_, instruction_, value, part_, lane, words)
                             : nullptr;
    return again == nullptr ? widener_.lane(value, part_, lane) : again;
  }

  llvm::Instruction *clone() const {
    llvm::Instruction *copy = instruction_.clone();
    copy->setMetadata(llvm::LLVMContext::MD_access_group, nullptr);
    copy->setDebugLoc({});
    return copy;
  }

  void insert(llvm::Instruction *copy) {
    builder_.Insert(copy);
    if (!copy->getType()->isVoidTy()) {
      copy->setName(instruction_.getName());
    }
  }

  void collect(llvm::Value *value, unsigned lane) {
    if (kind_ == ResultKind::single) {
      singles_.push_back(value);
    } else {
      collect(value, builder_.getInt32(lane));
    }
  }

  void collect(llvm::Value *value, llvm::Value *lane) {
    switch (kind_) {
      case ResultKind::nothing:
        break;
      case ResultKind::same:
        result_ = value;
        break;
      case ResultKind::vector:
        result_ = builder_.CreateInsertElement(result_, value, lane);
        break;
      case ResultKind::single:
        builder_.CreateStore(value, element(array_, lane));
        break;
    }
  }

  /// Whether the operand is the same for all lanes and in both functions.
  static bool is_fixed(const llvm::Value &operand) {
    return llvm::isa<llvm::Constant>(operand) || llvm::isa<llvm::MetadataAsValue>(operand) ||
           llvm::isa<llvm::InlineAsm>(operand);
  }

  /// Stores varying operands to arrays that the loop indexes by lane.
  void spill_operands() {
    for (llvm::Value *value : instruction_.operand_values()) {
      if (is_fixed(*value) || !widener_.shape(*value).is_varying()) {
        continue;
      }
      llvm::Value *operand = value;
      if (const auto indexed = indexed_operand(*value)) {
        indexed_.insert({value, *indexed});
        operand = indexed->index.index;
      }
      if (!widener_.shape(*operand).is_varying() || spilled_.contains(operand)) {
        continue;
      }
      llvm::Type *type = operand->getType();
      llvm::AllocaInst *array = array_of(type);
      if (has_vector_form(widener_.layout(), type)) {
        llvm::Value *vector = to_memory(widener_, widener_.vector(*operand, part_));
        builder_.CreateAlignedStore(vector, array, array->getAlign());
      } else {
        for (unsigned lane = 0; lane < lanes_; ++lane) {
          builder_.CreateStore(widener_.lane(*operand, part_, lane),
                               element(array, builder_.getInt32(lane)));
        }
      }
      spilled_[operand] = array;
    }
  }

  /// For addresses with a uniform base only the index is spilled: it is narrower, and the base
  /// stays known to alias analysis.
  std::optional<IndexedAddress> indexed_operand(llvm::Value &operand) {
    return operand.getType()->isPointerTy()
               ? indexed_address(widener_.shapes(), widener_.layout(), operand)
               : std::nullopt;
  }

  llvm::Value *operand_of(llvm::Value &operand, llvm::Value *lane) {
    if (is_fixed(operand)) {
      return &operand;
    }
    if (const auto indexed = indexed_.find(&operand); indexed != indexed_.end()) {
      llvm::Value *index = operand_of(*indexed->second.index.index, lane);
      return address_at(widener_, indexed->second, part_, index);
    }
    const auto spilled = spilled_.find(&operand);
    if (spilled == spilled_.end()) {
      return widener_.lane_at(operand, part_, lane);
    }
    llvm::Type *type = operand.getType();
    llvm::Type *stored = has_vector_form(widener_.layout(), type) ? type_in_memory(type) : type;
    llvm::Value *value = builder_.CreateLoad(stored, element(spilled->second, lane));
    return stored == type ? value : from_memory(widener_, value, type);
  }

  /// Creates a variable with an element for each lane, aligned for the whole vector.
  llvm::AllocaInst *array_of(llvm::Type *type) {
    llvm::Type *stored = has_vector_form(widener_.layout(), type) ? type_in_memory(type) : type;
    const llvm::Align alignment(64);
    return packet_variable(widener_, stored, lanes_, alignment);
  }

  llvm::Value *element(llvm::AllocaInst *array, llvm::Value *lane) {
    return builder_.CreateInBoundsGEP(array->getAllocatedType(), array,
                                      {builder_.getInt32(0), lane});
  }

  llvm::BasicBlock *new_block(const char *name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name, &widener_.function());
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  llvm::Instruction &instruction_;
  unsigned part_;
  unsigned lanes_;
  ActiveLanes running_;
  ResultKind kind_ = ResultKind::nothing;
  /// The merged result for `same` and `vector`.
  llvm::Value *result_ = nullptr;
  /// The results for `single`: the values themselves, or an array of them.
  llvm::SmallVector<llvm::Value *> singles_;
  llvm::AllocaInst *array_ = nullptr;
  llvm::SmallDenseMap<llvm::Value *, llvm::AllocaInst *, 4> spilled_;
  /// Addresses whose indices were spilled.
  llvm::SmallDenseMap<llvm::Value *, IndexedAddress, 4> indexed_;
};

/// Whether an update gets loop-free code for the case that all lanes are active.
bool is_straight(const Widener &widener, const llvm::AtomicRMWInst &update) {
  size_t parts = 0;
  for (const llvm::Instruction &other : llvm::instructions(*update.getFunction())) {
    const bool counts = llvm::isa<llvm::AtomicRMWInst>(other) && is_local_access(other);
    parts += counts ? widener.all_parts().size() : 0;
    if (parts > most_straight_updates) {
      return false;
    }
  }
  return is_local_access(update);
}

}  // namespace

void serialize(Widener &widener, llvm::Instruction &instruction) {
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    // One fence suffices: no operation is between the fences of two lanes.
    llvm::Instruction *copy = instruction.clone();
    copy->setDebugLoc({});
    widener.builder().Insert(copy);
    return;
  }
  const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  const bool everywhere =
      !instruction.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&instruction);
  const bool is_element = instruction.getType()->isVoidTy() ||
                          !widener.shape(instruction).is_varying() ||
                          Widener::can_be_element(instruction.getType());
  const bool unrolled = is_element && widener.packet().lanes <= most_unrolled_lanes;
  // An instruction without side effects whose result is shared by several parts is built once, for
  // the lanes active in any of them.
  const bool by_part = instruction.getType()->isVoidTy() || instruction.mayHaveSideEffects();
  for (const unsigned part : by_part ? widener.all_parts() : widener.parts_of(instruction)) {
    const ActiveLanes running = by_part ? active_lanes(widener, instruction, part)
                                        : active_lanes_of_sharing_parts(widener, instruction, part);
    PartSerializer serializer(widener, instruction, {part, running});
    if (everywhere) {
      serializer.run_unconditionally();
    } else if (unrolled) {
      serializer.run_unrolled();
    } else if (is_element && update != nullptr && is_straight(widener, *update)) {
      serializer.run_straight();
    } else {
      serializer.run_loop();
    }
    serializer.finish();
  }
}

}  // namespace mux::compiler
