#include "compiler/pipeline/vectorise/forward_stores.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <utility>

#include "compiler/pipeline/vectorise/element_shuffles.h"

namespace mux::compiler {

namespace {

/// Vectors that one may be put together from: a permutation of two takes a cycle, a load that waits
/// for several stores to reach the cache about fifteen (Sapphire Rapids).
constexpr size_t most_sources = 4;
constexpr int64_t largest_element = 8;
/// Of memory that is looked at.
constexpr unsigned most_uses = 10000;

/// An access to the memory whose lanes are known.
struct Access {
  llvm::Instruction *instruction = nullptr;
  /// Bytes from the beginning of the memory.
  int64_t offset = 0;
  /// What is loaded or stored: a vector or a scalar.
  llvm::Type *type = nullptr;
  llvm::Type *element = nullptr;
  unsigned lanes = 1;
  int64_t element_size = 0;
  /// NULL if all lanes take part.
  llvm::Constant *mask = nullptr;

  bool takes_part(unsigned lane) const {
    return mask == nullptr || mask->getAggregateElement(lane)->isOneValue();
  }
};

/// Where an element of the memory is: one of a vector, or a scalar.
struct Element {
  llvm::Value *value = nullptr;
  unsigned lane = 0;
  int64_t size = 0;
};

/// What is known of the memory at one place of the code.
class Contents {
 public:
  void clear() { elements_.clear(); }

  void forget(int64_t begin, int64_t end) {
    auto next = elements_.lower_bound(begin - largest_element + 1);
    while (next != elements_.end() && next->first < end) {
      next = next->first + next->second.size > begin ? elements_.erase(next) : std::next(next);
    }
  }

  void set(int64_t offset, const Element &element) {
    forget(offset, offset + element.size);
    elements_[offset] = element;
  }

  const Element *find(int64_t offset, int64_t size) const {
    const auto found = elements_.find(offset);
    return found == elements_.end() || found->second.size != size ? nullptr : &found->second;
  }

 private:
  std::map<int64_t, Element> elements_;
};

class Forwarding {
 public:
  explicit Forwarding(llvm::AllocaInst &memory)
      : memory_(memory), layout_(memory.getModule()->getDataLayout()) {}

  bool run() {
    bool changed = false;
    llvm::DenseMap<const llvm::BasicBlock *, Contents> ends;
    const llvm::ReversePostOrderTraversal<llvm::Function *> order(memory_.getFunction());
    for (llvm::BasicBlock *block : order) {
      // What reaches a block from several sides is not followed.
      const llvm::BasicBlock *before = block->getSinglePredecessor();
      Contents contents = before == nullptr ? Contents() : ends.lookup(before);
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(*block)) {
        changed |= visit(instruction, contents);
      }
      ends[block] = std::move(contents);
    }
    return changed;
  }

 private:
  /// @return whether a load was replaced.
  bool visit(llvm::Instruction &instruction, Contents &contents) {
    if (!instruction.mayReadOrWriteMemory() || !may_touch(instruction)) {
      return false;
    }
    const std::optional<Access> access = access_of(instruction);
    if (access.has_value() && !instruction.mayWriteToMemory()) {
      return forward(*access, contents);
    }
    if (access.has_value()) {
      note(*access, contents);
    } else if (instruction.mayWriteToMemory()) {
      contents.clear();
    }
    return false;
  }

  /// The memory's address is known to nobody else, so what has no pointer to it cannot touch it.
  bool may_touch(const llvm::Instruction &instruction) const {
    return llvm::any_of(instruction.operand_values(), [this](const llvm::Value *operand) {
      if (operand->getType()->isVectorTy()) {
        return operand->getType()->isPtrOrPtrVectorTy();
      }
      if (!operand->getType()->isPointerTy()) {
        return false;
      }
      llvm::SmallVector<const llvm::Value *> objects;
      llvm::getUnderlyingObjects(operand, objects, nullptr, 0);
      return llvm::is_contained(objects, &memory_);
    });
  }

  std::optional<Access> access_of(llvm::Instruction &instruction) const {
    Access access;
    access.instruction = &instruction;
    llvm::Value *pointer = nullptr;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      pointer = load->isSimple() ? load->getPointerOperand() : nullptr;
      access.type = load->getType();
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      pointer = store->isSimple() ? store->getPointerOperand() : nullptr;
      access.type = store->getValueOperand()->getType();
    } else if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      if (call->getIntrinsicID() == llvm::Intrinsic::masked_load) {
        pointer = call->getArgOperand(0);
        access.type = call->getType();
        access.mask = llvm::dyn_cast<llvm::Constant>(call->getArgOperand(2));
      } else if (call->getIntrinsicID() == llvm::Intrinsic::masked_store) {
        pointer = call->getArgOperand(1);
        access.type = call->getArgOperand(0)->getType();
        access.mask = llvm::dyn_cast<llvm::Constant>(call->getArgOperand(3));
      }
      if (access.mask == nullptr || !is_plain_mask(*access.mask)) {
        return std::nullopt;
      }
    }
    if (pointer == nullptr || !find_elements(access)) {
      return std::nullopt;
    }
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    if (pointer->stripAndAccumulateConstantOffsets(layout_, offset, true) != &memory_) {
      return std::nullopt;
    }
    access.offset = offset.getSExtValue();
    return access;
  }

  static bool is_plain_mask(const llvm::Constant &mask) {
    const auto *type = llvm::dyn_cast<llvm::FixedVectorType>(mask.getType());
    for (unsigned lane = 0; type != nullptr && lane < type->getNumElements(); ++lane) {
      const llvm::Constant *element = mask.getAggregateElement(lane);
      if (element == nullptr || !llvm::isa<llvm::ConstantInt>(element)) {
        return false;
      }
    }
    return type != nullptr;
  }

  bool find_elements(Access &access) const {
    access.element = access.type;
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(access.type)) {
      access.element = vector->getElementType();
      access.lanes = vector->getNumElements();
    }
    if (!access.element->isIntegerTy() && !access.element->isFloatingPointTy()) {
      return false;
    }
    const uint64_t bits = layout_.getTypeSizeInBits(access.element).getFixedValue();
    access.element_size = static_cast<int64_t>(bits / 8);
    return bits % 8 == 0 && access.element_size <= largest_element &&
           llvm::isPowerOf2_64(static_cast<uint64_t>(access.element_size));
  }

  static void note(const Access &access, Contents &contents) {
    llvm::Value *value = access.instruction->getOperand(0);
    for (unsigned lane = 0; lane < access.lanes; ++lane) {
      if (access.takes_part(lane)) {
        contents.set(access.offset + lane * access.element_size,
                     {value, lane, access.element_size});
      }
    }
  }

  static bool forward(const Access &access, const Contents &contents) {
    llvm::MapVector<llvm::Value *, llvm::SmallVector<std::pair<unsigned, unsigned>>> sources;
    for (unsigned lane = 0; lane < access.lanes; ++lane) {
      if (!access.takes_part(lane)) {
        continue;
      }
      const Element *element =
          contents.find(access.offset + lane * access.element_size, access.element_size);
      if (element == nullptr) {
        return false;
      }
      sources[element->value].emplace_back(lane, element->lane);
      if (sources.size() > most_sources) {
        return false;
      }
    }
    if (sources.empty()) {
      return false;
    }
    llvm::IRBuilder<> builder(access.instruction);
    llvm::Value *result = access.type->isVectorTy()
                              ? build_vector(builder, access, sources)
                              : build_scalar(builder, access, *sources.front().first,
                                             sources.front().second.front().second);
    access.instruction->replaceAllUsesWith(result);
    access.instruction->eraseFromParent();
    return true;
  }

  static llvm::Value *build_scalar(llvm::IRBuilder<> &builder, const Access &access,
                                   llvm::Value &value, unsigned lane) {
    llvm::Value *scalar =
        value.getType()->isVectorTy() ? builder.CreateExtractElement(&value, lane) : &value;
    return builder.CreateBitCast(scalar, access.type);
  }

  template <typename Sources>
  static llvm::Value *build_vector(llvm::IRBuilder<> &builder, const Access &access,
                                   const Sources &sources) {
    llvm::SmallVector<ShuffleSource, 8> shuffled;
    for (const auto &[value, lanes] : sources) {
      ShuffleSource source;
      source.elements.assign(access.lanes, -1);
      for (const auto &[to, from] : lanes) {
        source.elements[to] = static_cast<int>(from);
      }
      source.vector = as_elements(builder, *value, access);
      if (source.vector->getType() != access.type) {
        resize(builder, source);
      }
      shuffled.push_back(std::move(source));
    }
    if (access.mask != nullptr) {
      // What lanes get that do not take part.
      ShuffleSource rest{access.instruction->getOperand(3), {}};
      for (unsigned lane = 0; lane < access.lanes; ++lane) {
        rest.elements.push_back(access.takes_part(lane) ? -1 : static_cast<int>(lane));
      }
      shuffled.push_back(std::move(rest));
    }
    return gather_elements(builder, std::move(shuffled));
  }

  /// A stored value as a vector of what is loaded.
  static llvm::Value *as_elements(llvm::IRBuilder<> &builder, llvm::Value &value,
                                  const Access &access) {
    auto *stored = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
    if (stored == nullptr) {
      llvm::Value *scalar = builder.CreateBitCast(&value, access.element);
      return builder.CreateInsertElement(llvm::PoisonValue::get(access.type), scalar, uint64_t{0});
    }
    return builder.CreateBitCast(
        &value, llvm::FixedVectorType::get(access.element, stored->getNumElements()));
  }

  /// Brings the elements of a longer or shorter vector to the lanes where they are wanted.
  static void resize(llvm::IRBuilder<> &builder, ShuffleSource &source) {
    source.vector = builder.CreateShuffleVector(source.vector, source.elements);
    for (unsigned lane = 0; lane < source.elements.size(); ++lane) {
      source.elements[lane] = source.elements[lane] < 0 ? -1 : static_cast<int>(lane);
    }
  }

  llvm::AllocaInst &memory_;
  const llvm::DataLayout &layout_;
};

/// Notes all that uses the address. False if anything may read the memory.
bool find_writers(llvm::Value &address, llvm::SmallVectorImpl<llvm::Instruction *> &users) {
  return llvm::all_of(address.users(), [&](llvm::User *user) {
    auto *instruction = llvm::cast<llvm::Instruction>(user);
    users.push_back(instruction);
    if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(instruction)) {
      return !instruction->getType()->isVectorTy() && find_writers(*instruction, users);
    }
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
      return !store->isVolatile() && store->getValueOperand() != &address;
    }
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(instruction);
    return call != nullptr && (call->getIntrinsicID() == llvm::Intrinsic::masked_store ||
                               call->isLifetimeStartOrEnd());
  });
}

bool remove_unread(llvm::AllocaInst &memory) {
  llvm::SmallVector<llvm::Instruction *> users;
  if (!find_writers(memory, users)) {
    return false;
  }
  // Those that use an address come after what made it.
  for (llvm::Instruction *user : llvm::reverse(users)) {
    user->eraseFromParent();
  }
  memory.eraseFromParent();
  return true;
}

}  // namespace

bool forward_stores(llvm::AllocaInst &memory) {
  if (llvm::PointerMayBeCaptured(&memory, false, true, most_uses)) {
    return false;
  }
  const bool changed = Forwarding(memory).run();
  return remove_unread(memory) || changed;
}

}  // namespace mux::compiler
