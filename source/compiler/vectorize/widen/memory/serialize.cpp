#include "compiler/vectorize/widen/memory/serialize.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

#include <optional>
#include <utility>

#include "compiler/ir/local_atomics.h"
#include "compiler/optimize/rolled_loops.h"
#include "compiler/vectorize/widen/memory/combine_atomics.h"
#include "compiler/vectorize/widen/memory/lane_addresses.h"
#include "compiler/vectorize/widen/memory/memory_access.h"
#include "compiler/vectorize/widen/memory/reload_lane.h"
#include "compiler/vectorize/widen/running_lanes.h"
#include "compiler/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// Packets of so few lanes get no loop.
constexpr unsigned most_unrolled_lanes = 4;

/// Parts of updates of local memory that are done without a loop where all lanes run. Kernels that
/// count have few of them: 16M bytes, whose 4 parts are there twice, took 4.4 ms instead of 5.4,
/// since reload_lane() loads several lanes as a word. Of global memory, and for other kernels, that
/// made no difference (but where lanes are rarely left out, 8 %), while the code of one with 42
/// updates was twice as large and took 259 ms to compile instead of 165.
constexpr size_t most_straight_updates = 8;

/// The lanes of one part, one after the other.
class PartSerializer {
 public:
  struct Part {
    unsigned index;
    RunningLanes running;
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

  /// For all lanes: those that do not run must not matter.
  void run_everywhere() {
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

  /// Where all lanes run, they are not looked for, and there is no loop.
  void run_straight() {
    if (running_.each == nullptr) {
      if (running_.together != nullptr) {
        run_if(running_.together, [&] { run_everywhere(); });
      } else {
        run_everywhere();
      }
      return;
    }
    spill_operands();
    llvm::Value *bits = lane_bits(widener_, running_);
    llvm::Value *all =
        builder_.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()));
    llvm::Value *some = builder_.CreateAnd(builder_.CreateIsNotNull(bits), builder_.CreateNot(all));
    run_if(all, [&] { run_everywhere(); });
    run_if(some, [&] { loop_over_bits(bits); });
  }

  /// Tells the widener.
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
    /// One value for all lanes: the last one's.
    same,
    vector,
    /// Of a type that vectors cannot have.
    single,
  };

  /// i1; NULL if the lane runs anyway.
  llvm::Value *lane_condition(unsigned lane) {
    if (running_.each != nullptr) {
      return builder_.CreateExtractElement(running_.each, lane);
    }
    return running_.together;
  }

  /// Builds what happens if the condition holds; results of the two paths meet afterwards.
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

  /// @param body takes the loop's state, builds one iteration and returns the next state and
  /// whether there is another iteration.
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
      // Unrolled, counting was no faster, and took a fifth longer to compile. What functions give,
      // images for example, comes into registers that way.
      keep_rolled(*back);
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

  /// @param words if all lanes run, in this block.
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
    const std::optional<IndexedAddress> indexed = indexed_address(widener_, pointer);
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

  /// What is the same whatever the lane, and in the packet function as in the other one.
  static bool is_fixed(const llvm::Value &operand) {
    return llvm::isa<llvm::Constant>(operand) || llvm::isa<llvm::MetadataAsValue>(operand) ||
           llvm::isa<llvm::InlineAsm>(operand);
  }

  /// Puts what differs from lane to lane where a loop can get at it.
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
      if (has_vector_form(widener_, type)) {
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

  /// Of addresses with one base the index is spilled: it is narrower, and the base stays known.
  std::optional<IndexedAddress> indexed_operand(llvm::Value &operand) {
    return operand.getType()->isPointerTy() ? indexed_address(widener_, operand) : std::nullopt;
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
    llvm::Type *stored = has_vector_form(widener_, type) ? type_in_memory(type) : type;
    llvm::Value *value = builder_.CreateLoad(stored, element(spilled->second, lane));
    return stored == type ? value : from_memory(widener_, value, type);
  }

  /// A variable with an element for each lane, aligned for the whole vector.
  llvm::AllocaInst *array_of(llvm::Type *type) {
    llvm::Type *stored = has_vector_form(widener_, type) ? type_in_memory(type) : type;
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
  RunningLanes running_;
  ResultKind kind_ = ResultKind::nothing;
  /// What `same` and `vector` have come to.
  llvm::Value *result_ = nullptr;
  /// What `single` has come to: the values themselves, or an array of them.
  llvm::SmallVector<llvm::Value *> singles_;
  llvm::AllocaInst *array_ = nullptr;
  llvm::SmallDenseMap<llvm::Value *, llvm::AllocaInst *, 4> spilled_;
  /// The addresses whose indices are there.
  llvm::SmallDenseMap<llvm::Value *, IndexedAddress, 4> indexed_;
};

/// Whether there is code without a loop for an update, for when all lanes run.
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
    // Nothing happens between the fences of two lanes.
    llvm::Instruction *copy = instruction.clone();
    copy->setDebugLoc({});
    widener.builder().Insert(copy);
    return;
  }
  auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  if (update != nullptr && combine_atomic(widener, *update)) {
    return;
  }
  const bool everywhere =
      !instruction.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&instruction);
  const bool is_element = instruction.getType()->isVoidTy() ||
                          !widener.shape(instruction).is_varying() ||
                          Widener::can_be_element(instruction.getType());
  const bool unrolled = is_element && widener.packet().lanes <= most_unrolled_lanes;
  // What has no effects and is the same in several parts is done for one of them only, but for the
  // lanes that run in any.
  const bool by_part = instruction.getType()->isVoidTy() || instruction.mayHaveSideEffects();
  for (const unsigned part : by_part ? widener.all_parts() : widener.parts_of(instruction)) {
    const RunningLanes running = by_part ? running_lanes(widener, instruction, part)
                                         : reading_lanes(widener, instruction, part);
    PartSerializer serializer(widener, instruction, {part, running});
    if (everywhere) {
      serializer.run_everywhere();
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
