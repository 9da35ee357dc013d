#include "codegen/vectorize/idioms/forward_stores_to_loads.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "codegen/vectorize/idioms/tuning.h"
#include "codegen/vectorize/widen/element_shuffles.h"

namespace mux::compiler {

namespace {

constexpr int64_t largest_element = 8;

/// An access at constant offsets, with a constant mask.
struct ElementAccess {
  llvm::Instruction *instruction = nullptr;
  /// Offset in bytes from the start of the alloca.
  int64_t offset = 0;
  /// Type of the loaded or stored value: a vector or a scalar.
  llvm::Type *type = nullptr;
  llvm::Type *element = nullptr;
  unsigned lanes = 1;
  int64_t element_size = 0;
  /// NULL if all lanes are active.
  llvm::Constant *mask = nullptr;
  /// For a gather or scatter, the distance in bytes of each lane's element from `offset`.
  llvm::SmallVector<int64_t, 16> distances;

  int64_t element_offset(unsigned lane) const {
    return offset + (distances.empty() ? lane * element_size : distances[lane]);
  }
  bool is_active(unsigned lane) const {
    return mask == nullptr || mask->getAggregateElement(lane)->isOneValue();
  }
};

/// The value that an element of the memory was stored from: an element of a vector, or a scalar.
struct Element {
  llvm::Value *value = nullptr;
  unsigned lane = 0;
  int64_t size = 0;
};

/// The known contents of the memory at one program point.
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
      transposed_.clear();
      // Contents are propagated only to blocks with a single predecessor.
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
    const std::optional<ElementAccess> access = access_of(instruction);
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

  /// Whether an instruction may access the memory. The alloca is not captured, so an instruction
  /// without a pointer based on it does not access it.
  bool may_touch(const llvm::Instruction &instruction) const {
    return llvm::any_of(instruction.operand_values(), [this](const llvm::Value *operand) {
      if (!operand->getType()->isPtrOrPtrVectorTy()) {
        return false;
      }
      while (operand->getType()->isVectorTy()) {
        // Follows a vector of pointers to the scalar base pointer.
        const auto *step = llvm::dyn_cast<llvm::Operator>(operand);
        if (step == nullptr || (step->getOpcode() != llvm::Instruction::GetElementPtr &&
                                step->getOpcode() != llvm::Instruction::AddrSpaceCast)) {
          return true;
        }
        operand = step->getOperand(0);
      }
      llvm::SmallVector<const llvm::Value *> objects;
      llvm::getUnderlyingObjects(operand, objects, nullptr, 0);
      return llvm::is_contained(objects, &memory_);
    });
  }

  std::optional<ElementAccess> access_of(llvm::Instruction &instruction) const {
    ElementAccess access;
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
      } else if (call->getIntrinsicID() == llvm::Intrinsic::masked_gather) {
        access.type = call->getType();
        pointer = find_distances(*call->getArgOperand(0), access);
        access.mask = llvm::dyn_cast<llvm::Constant>(call->getArgOperand(2));
      } else if (call->getIntrinsicID() == llvm::Intrinsic::masked_scatter) {
        access.type = call->getArgOperand(0)->getType();
        pointer = find_distances(*call->getArgOperand(1), access);
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

  /// Calculates the distances of a gather's or scatter's addresses from a common base.
  /// @return the base pointer; NULL if the addresses have no common base, or the distances are not
  /// constant.
  llvm::Value *find_distances(llvm::Value &addresses, ElementAccess &access) const {
    const auto *type = llvm::dyn_cast<llvm::FixedVectorType>(addresses.getType());
    if (type == nullptr) {
      return nullptr;
    }
    access.distances.assign(type->getNumElements(), 0);
    llvm::Value *base = &addresses;
    while (base->getType()->isVectorTy()) {
      if (llvm::Value *scalar = llvm::getSplatValue(base)) {
        return scalar;
      }
      if (const auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(base)) {
        base = cast->getOperand(0);
        continue;
      }
      const auto *step = llvm::dyn_cast<llvm::GEPOperator>(base);
      if (step == nullptr || !add_distances(*step, access)) {
        return nullptr;
      }
      base = step->getOperand(0);
    }
    return base;
  }

  bool add_distances(const llvm::GEPOperator &step, ElementAccess &access) const {
    for (auto index = llvm::gep_type_begin(step); index != llvm::gep_type_end(step); ++index) {
      const auto *constant = llvm::dyn_cast<llvm::Constant>(index.getOperand());
      if (constant == nullptr || index.isStruct()) {
        return false;
      }
      const auto size = static_cast<int64_t>(index.getSequentialElementStride(layout_));
      for (unsigned lane = 0; lane < access.distances.size(); ++lane) {
        const auto *index_of_lane = llvm::dyn_cast_or_null<llvm::ConstantInt>(
            constant->getType()->isVectorTy() ? constant->getAggregateElement(lane) : constant);
        if (index_of_lane == nullptr || index_of_lane->getValue().getSignificantBits() > 32) {
          return false;
        }
        access.distances[lane] += index_of_lane->getSExtValue() * size;
      }
    }
    return true;
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

  bool find_elements(ElementAccess &access) const {
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

  static void note(const ElementAccess &access, Contents &contents) {
    llvm::Value *value = access.instruction->getOperand(0);
    for (unsigned lane = 0; lane < access.lanes; ++lane) {
      if (access.is_active(lane)) {
        contents.set(access.element_offset(lane), {value, lane, access.element_size});
      }
    }
  }

  bool forward(const ElementAccess &access, const Contents &contents) {
    llvm::MapVector<llvm::Value *, llvm::SmallVector<std::pair<unsigned, unsigned>>> sources;
    llvm::SmallVector<Element, 16> elements;
    for (unsigned lane = 0; lane < access.lanes; ++lane) {
      if (!access.is_active(lane)) {
        continue;
      }
      const Element *element = contents.find(access.element_offset(lane), access.element_size);
      if (element == nullptr) {
        return false;
      }
      elements.push_back(*element);
      sources[element->value].emplace_back(lane, element->lane);
    }
    if (sources.empty()) {
      return false;
    }
    llvm::IRBuilder<> builder(access.instruction);
    llvm::Value *result = nullptr;
    if (sources.size() > 2 && is_column(access, elements)) {
      result = build_column(builder, access, elements);
    } else if (sources.size() > tuning::max_forwarded_stores) {
      return false;
    } else if (access.type->isVectorTy()) {
      result = build_vector(builder, access, sources);
    } else {
      result = build_scalar(builder, access, *sources.front().first,
                            sources.front().second.front().second);
    }
    access.instruction->replaceAllUsesWith(result);
    access.instruction->eraseFromParent();
    return true;
  }

  /// Whether the elements are one column of a square matrix whose rows are vectors: the same
  /// element of as many vectors as the access has lanes.
  static bool is_column(const ElementAccess &access, llvm::ArrayRef<Element> elements) {
    return elements.size() == access.lanes && llvm::isPowerOf2_32(access.lanes) &&
           llvm::all_of(elements, [&](const Element &element) {
             const auto *type = llvm::dyn_cast<llvm::FixedVectorType>(element.value->getType());
             return type != nullptr && type->getNumElements() == access.lanes &&
                    element.lane == elements.front().lane;
           });
  }

  /// Returns a column of the transposed rows. All columns of the same rows are built once per
  /// block.
  llvm::Value *build_column(llvm::IRBuilder<> &builder, const ElementAccess &access,
                            llvm::ArrayRef<Element> elements) {
    std::vector<llvm::Value *> rows;
    for (const Element &element : elements) {
      rows.push_back(element.value);
    }
    auto &columns = transposed_[{rows, access.element}];
    if (columns.empty()) {
      for (llvm::Value *&row : rows) {
        row = builder.CreateBitCast(row, access.type);
      }
      columns = transpose(builder, rows);
    }
    return columns[elements.front().lane];
  }

  static llvm::Value *build_scalar(llvm::IRBuilder<> &builder, const ElementAccess &access,
                                   llvm::Value &value, unsigned lane) {
    llvm::Value *scalar =
        value.getType()->isVectorTy() ? builder.CreateExtractElement(&value, lane) : &value;
    return builder.CreateBitCast(scalar, access.type);
  }

  template <typename Sources>
  static llvm::Value *build_vector(llvm::IRBuilder<> &builder, const ElementAccess &access,
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
      // The pass-through values of inactive lanes.
      ShuffleSource rest{access.instruction->getOperand(3), {}};
      for (unsigned lane = 0; lane < access.lanes; ++lane) {
        rest.elements.push_back(access.is_active(lane) ? -1 : static_cast<int>(lane));
      }
      shuffled.push_back(std::move(rest));
    }
    return gather_elements(builder, std::move(shuffled));
  }

  /// Casts a stored value to a vector of the loaded element type.
  static llvm::Value *as_elements(llvm::IRBuilder<> &builder, llvm::Value &value,
                                  const ElementAccess &access) {
    auto *stored = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
    if (stored == nullptr) {
      llvm::Value *scalar = builder.CreateBitCast(&value, access.element);
      return builder.CreateInsertElement(llvm::PoisonValue::get(access.type), scalar, uint64_t{0});
    }
    return builder.CreateBitCast(
        &value, llvm::FixedVectorType::get(access.element, stored->getNumElements()));
  }

  /// Shuffles a longer or shorter vector to the length of the result, with its elements in their
  /// result lanes.
  static void resize(llvm::IRBuilder<> &builder, ShuffleSource &source) {
    source.vector = builder.CreateShuffleVector(source.vector, source.elements);
    for (unsigned lane = 0; lane < source.elements.size(); ++lane) {
      source.elements[lane] = source.elements[lane] < 0 ? -1 : static_cast<int>(lane);
    }
  }

  llvm::AllocaInst &memory_;
  const llvm::DataLayout &layout_;
  /// Transposed columns in the current block, by rows and element type.
  std::map<std::pair<std::vector<llvm::Value *>, llvm::Type *>, llvm::SmallVector<llvm::Value *>>
      transposed_;
};

/// Whether a use is the address operand of a gather or scatter, which does not capture it.
bool is_address_of_lanes(const llvm::Use &use) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(use.getUser());
  if (call == nullptr) {
    return false;
  }
  const bool is_gather = call->getIntrinsicID() == llvm::Intrinsic::masked_gather;
  return is_gather
             ? use.getOperandNo() == 0
             : call->getIntrinsicID() == llvm::Intrinsic::masked_scatter && use.getOperandNo() == 1;
}

/// Whether a user calculates an address from another one.
bool is_step(const llvm::User &user) {
  return llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user);
}

/// Whether an address is only used to calculate the addresses of gathers and scatters.
bool is_only_gather_or_scatter_address(const llvm::Use &use) {
  llvm::SmallVector<const llvm::Use *> pending{&use};
  while (!pending.empty()) {
    const llvm::Use &next = *pending.pop_back_val();
    const llvm::User *user = next.getUser();
    if (user->getType()->isVectorTy() && is_step(*user)) {
      for (const llvm::Use &further : user->uses()) {
        pending.push_back(&further);
      }
    } else if (!is_address_of_lanes(next)) {
      return false;
    }
  }
  return true;
}

class Captures : public llvm::CaptureTracker {
 public:
  bool found() const { return found_; }
  void tooManyUses() override { found_ = true; }
  bool captured(const llvm::Use *use) override {
    found_ |= !is_only_gather_or_scatter_address(*use);
    return found_;
  }

 private:
  bool found_ = false;
};

/// Whether a use of an address does not read the memory.
bool only_writes(const llvm::Use &use) {
  const llvm::User *user = use.getUser();
  if (is_step(*user)) {
    return true;
  }
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
    return !store->isVolatile() && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
  }
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
  return call != nullptr &&
         (call->getIntrinsicID() == llvm::Intrinsic::masked_store ||
          (call->getIntrinsicID() == llvm::Intrinsic::masked_scatter && is_address_of_lanes(use)) ||
          call->isLifetimeStartOrEnd());
}

/// Returns all direct and indirect users of an address, each after its operands; nothing if a user
/// may read the memory.
std::optional<llvm::SmallVector<llvm::Instruction *>> find_writers(llvm::Value &address) {
  llvm::SmallVector<llvm::Instruction *> users;
  llvm::SmallVector<llvm::Value *> addresses{&address};
  while (!addresses.empty()) {
    for (const llvm::Use &use : addresses.pop_back_val()->uses()) {
      if (!only_writes(use)) {
        return std::nullopt;
      }
      users.push_back(llvm::cast<llvm::Instruction>(use.getUser()));
      if (is_step(*users.back())) {
        addresses.push_back(users.back());
      }
    }
  }
  return users;
}

bool erase_if_unread(llvm::AllocaInst &memory) {
  const auto users = find_writers(memory);
  if (!users.has_value()) {
    return false;
  }
  // In reverse order, since users come after their operands.
  for (llvm::Instruction *user : llvm::reverse(*users)) {
    user->eraseFromParent();
  }
  memory.eraseFromParent();
  return true;
}

}  // namespace

bool forward_stores_to_loads(llvm::AllocaInst &memory) {
  Captures captures;
  llvm::PointerMayBeCaptured(&memory, &captures, tuning::max_captured_uses);
  if (captures.found()) {
    return false;
  }
  const bool changed = Forwarding(memory).run();
  return erase_if_unread(memory) || changed;
}

}  // namespace mux::compiler
