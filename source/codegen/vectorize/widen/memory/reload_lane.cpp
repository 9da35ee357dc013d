#include "codegen/vectorize/widen/memory/reload_lane.h"
#include "codegen/vectorize/accesses/access_plan.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "codegen/ir/local_accesses.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/widener.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// Maximum number of operations recomputed after the load; more cost more than an extraction.
constexpr unsigned most_reloaded_operations = 3;
/// Bytes of a word, and of the widest element that is profitably extracted from one.
constexpr unsigned reloaded_word_size = 8;
constexpr unsigned widest_in_word = 2;

/// Whether the loaded memory is unchanged when the instruction runs: writes in between are to local
/// memory, which the load does not access.
bool is_unchanged(const llvm::LoadInst &load, const llvm::Instruction &instruction) {
  if (load.getParent() != instruction.getParent() ||
      !address_space::excludes_local(load.getPointerAddressSpace())) {
    return false;
  }
  for (const llvm::Instruction *next = load.getNextNode(); next != &instruction;
       next = next->getNextNode()) {
    if (next == nullptr || (next->mayWriteToMemory() && !is_local_access(*next))) {
      return false;
    }
  }
  return true;
}

int64_t size_of(const Widener &widener, const llvm::LoadInst &load) {
  return static_cast<int64_t>(widener.layout().getTypeStoreSize(load.getType()).getFixedValue());
}

llvm::Value *load_at(Widener &widener, llvm::LoadInst &load, llvm::Type *type, unsigned part,
                     unsigned lane) {
  const int64_t size = size_of(widener, load);
  llvm::Value *first = widener.first_lane(*load.getPointerOperand(), part);
  llvm::LoadInst *again = widener.builder().CreateAlignedLoad(
      type, advance(widener, first, size * lane),
      llvm::commonAlignment(load.getAlign(), static_cast<uint64_t>(size)));
  copy_access_metadata(&load, *again, true);
  return again;
}

/// Returns the number of elements in a word; 1 if the load does not use words.
unsigned elements_in_word(const Widener &widener, const llvm::LoadInst &load) {
  const auto size = static_cast<unsigned>(size_of(widener, load));
  const bool is_narrow = load.getType()->isIntegerTy(8 * size) && size <= widest_in_word;
  return is_narrow ? std::min(reloaded_word_size / size, widener.packet().lanes) : 1;
}

llvm::Value *load_lane(Widener &widener, llvm::LoadInst &load, unsigned part, unsigned lane,
                       LoadedWords *words) {
  const unsigned elements = elements_in_word(widener, load);
  if (words == nullptr || elements == 1) {
    return load_at(widener, load, load.getType(), part, lane);
  }
  llvm::IRBuilder<> &builder = widener.builder();
  const unsigned bits = load.getType()->getIntegerBitWidth();
  const unsigned in_word = lane % elements;
  llvm::Value *word = words->find(load, lane - in_word);
  if (word == nullptr) {
    word = load_at(widener, load, builder.getIntNTy(bits * elements), part, lane - in_word);
    words->remember(load, lane - in_word, *word);
  }
  return builder.CreateTrunc(builder.CreateLShr(word, uint64_t{bits} * in_word), load.getType());
}

class LaneReloader {
 public:
  LaneReloader(Widener &widener, const llvm::Instruction &instruction, unsigned part, unsigned lane,
               LoadedWords *words)
      : widener_(widener), instruction_(instruction), part_(part), lane_(lane), words_(words) {}

  /// Whether the value can be recomputed from reloaded elements.
  bool is_possible(const llvm::Value &value, unsigned operations) const {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
      return widener_.plan().of(*load).form == AccessForm::contiguous &&
             is_unchanged(*load, instruction_);
    }
    const auto *operation = llvm::dyn_cast<llvm::Instruction>(&value);
    if (operation == nullptr || operations == most_reloaded_operations ||
        !llvm::isa<llvm::CastInst, llvm::BinaryOperator>(operation) ||
        !operation->getType()->isIntegerTy() || operation->isIntDivRem()) {
      return false;
    }
    unsigned varying = 0;
    const bool operands_are_possible =
        llvm::all_of(operation->operand_values(), [&](const llvm::Value *operand) {
          if (widener_.shape(*operand).is_uniform()) {
            return true;
          }
          ++varying;
          return is_possible(*operand, operations + 1);
        });
    return operands_are_possible && varying == 1;
  }

  llvm::Value *build(llvm::Value &value) {
    if (widener_.shape(value).is_uniform()) {
      return widener_.first_lane(value, part_);
    }
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
      return load_lane(widener_, *load, part_, lane_, words_);
    }
    llvm::Instruction *copy = llvm::cast<llvm::Instruction>(value).clone();
    copy->setDebugLoc({});
    for (llvm::Use &operand : copy->operands()) {
      operand = build(*operand.get());
    }
    widener_.builder().Insert(copy);
    return copy;
  }

 private:
  Widener &widener_;
  const llvm::Instruction &instruction_;
  unsigned part_;
  unsigned lane_;
  LoadedWords *words_;
};

}  // namespace

llvm::Value *LoadedWords::find(const llvm::LoadInst &load, unsigned first_lane) const {
  const auto *word = llvm::find_if(words_, [&](const Word &known) { return known.load == &load; });
  return word == words_.end() || word->first_lane != first_lane ? nullptr : word->value;
}

void LoadedWords::remember(const llvm::LoadInst &load, unsigned first_lane, llvm::Value &word) {
  llvm::erase_if(words_, [&](const Word &known) { return known.load == &load; });
  words_.push_back({&load, first_lane, &word});
}

llvm::Value *reload_lane(Widener &widener, const llvm::Instruction &instruction, llvm::Value &value,
                         unsigned part, unsigned lane, LoadedWords *words) {
  LaneReloader reloader(widener, instruction, part, lane, words);
  return reloader.is_possible(value, 0) ? reloader.build(value) : nullptr;
}

}  // namespace mux::compiler
