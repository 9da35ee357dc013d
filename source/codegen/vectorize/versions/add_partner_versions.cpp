#include "codegen/vectorize/versions/add_partner_versions.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/versions/entry_values.h"
#include "codegen/vectorize/versions/tuning.h"

namespace mux::compiler {

namespace {

constexpr unsigned fewest_bits = 16;
constexpr unsigned most_bits = 64;
constexpr uint64_t largest_partner_element = 8;

/// An operand of the function or of a copy: the user and the operand's index.
using OperandSlot = std::pair<llvm::Instruction *, unsigned>;

llvm::Value *value_in(const OperandSlot &slot) {
  return slot.first->getOperand(slot.second);
}

/// `counter ^ mask` or `counter & mask`, where `counter` is an index with stride 1.
struct Partner {
  llvm::Instruction *operation = nullptr;
  /// Operand index of the counter.
  unsigned counter = 0;

  OperandSlot mask() const { return {operation, 1 - counter}; }
  bool is_exclusive() const { return operation->getOpcode() == llvm::Instruction::Xor; }
  /// Whether the mask is a value minus one, as is `2^n - 1`, in which all low bits are set.
  bool is_below() const {
    using namespace llvm::PatternMatch;
    return match(value_in(mask()), m_Add(m_Value(), m_AllOnes()));
  }
};

class PartnerVersions {
 public:
  PartnerVersions(llvm::Function &function, const Packet &packet)
      : function_(function),
        packet_(packet),
        width_(packet.size(0)),
        context_(WorkItemContext::of(function)),
        builder_(function.getContext()) {}

  /// Finds the partners and the arrays that they index.
  /// @return whether versions are useful.
  bool find() {
    const Shapes shapes(function_, packet_);
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      if (instruction.getOpcode() == llvm::Instruction::Xor ||
          instruction.getOpcode() == llvm::Instruction::And) {
        note(instruction, shapes);
      }
    }
    for (const Partner &partner : partners_) {
      if (partner.is_exclusive()) {
        note_arrays(*partner.operation, shapes, tuning::max_partner_steps);
      }
    }
    return llvm::any_of(partners_, [](const Partner &partner) {
      return partner.is_exclusive() || partner.is_below();
    });
  }

  void build() {
    const llvm::SmallVector<llvm::BasicBlock *> original = blocks();
    llvm::BasicBlock *old_entry = original.front();
    builder_.SetInsertPoint(insert_entry(function_, "versions"));
    llvm::Value *bases = builder_.getInt64(0);
    for (const OperandSlot &base : bases_) {
      bases = builder_.CreateOr(bases, value_at_entry(base));
    }
    llvm::Value *far = bases;
    llvm::Value *near = builder_.getInt64(0);
    bool has_exclusive = false;
    for (const Partner &partner : partners_) {
      llvm::Value *mask = value_at_entry(partner.mask());
      far = builder_.CreateOr(far, partner.is_below() ? builder_.CreateNot(mask) : mask);
      if (partner.is_exclusive()) {
        near = builder_.CreateOr(near, mask);
        has_exclusive = true;
      }
    }
    llvm::BasicBlock *others = old_entry;
    if (has_exclusive) {
      others = llvm::BasicBlock::Create(function_.getContext(), "not.far", &function_, old_entry);
    }
    builder_.CreateCondBr(is_multiple(far), copy(original, &PartnerVersions::make_far), others);
    if (has_exclusive) {
      builder_.SetInsertPoint(others);
      llvm::Value *is_below =
          builder_.CreateICmpULT(builder_.CreateFreeze(near), builder_.getInt64(packet_.lanes));
      for (const auto &[pointer, alignment] : arrays_) {
        llvm::Value *bits = builder_.CreatePtrToInt(at_entry(*pointer), builder_.getInt64Ty());
        llvm::Value *rest = builder_.CreateAnd(bits, builder_.getInt64(alignment - 1));
        is_below = builder_.CreateAnd(is_below, builder_.CreateIsNull(builder_.CreateFreeze(rest)));
      }
      builder_.CreateCondBr(builder_.CreateAnd(is_multiple(bases), is_below),
                            copy(original, &PartnerVersions::make_near), old_entry);
    }
  }

 private:
  void note(llvm::Instruction &operation, const Shapes &shapes) {
    llvm::Type *type = operation.getType();
    if (!type->isIntegerTy() || type->getIntegerBitWidth() < fewest_bits ||
        type->getIntegerBitWidth() > most_bits) {
      return;
    }
    for (const unsigned counter : {0U, 1U}) {
      const Partner partner{&operation, counter};
      const Shape shape = shapes.of(*operation.getOperand(counter));
      llvm::SmallVector<OperandSlot> bases;
      if (shape.is_strided() && shape.stride == 1 &&
          !llvm::isa<llvm::Constant>(value_in(partner.mask())) &&
          is_known_at_entry(*value_in(partner.mask()), shapes, tuning::max_partner_steps) &&
          find_bases(*operation.getOperand(counter), shapes, bases, tuning::max_partner_steps)) {
        partners_.push_back(partner);
        bases_.insert(bases.begin(), bases.end());
        return;
      }
    }
  }

  /// Collects the arrays that are indexed by partners. If their addresses are multiples of the
  /// vector size, the vectors that contain all partners may be loaded without masks
  /// (memory_access.h).
  void note_arrays(llvm::Value &index, const Shapes &shapes, unsigned steps) {
    for (llvm::User *user : index.users()) {
      if (llvm::isa<llvm::CastInst>(user) && steps != 0) {
        note_arrays(*user, shapes, steps - 1);
      }
      auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
      if (address == nullptr || address->getNumIndices() != 1) {
        continue;
      }
      llvm::Value *array = address->getPointerOperand();
      const uint64_t size = function_.getParent()
                                ->getDataLayout()
                                .getTypeAllocSize(address->getSourceElementType())
                                .getFixedValue();
      if (std::has_single_bit(size) && size <= largest_partner_element &&
          is_known_at_entry(*array, shapes, tuning::max_partner_steps)) {
        uint64_t &alignment = arrays_[array];
        alignment = std::max(alignment, size * packet_.lanes);
      }
    }
  }

  /// Whether a value is uniform in a packet and calculated from parameters.
  static bool is_known_at_entry(const llvm::Value &value, const Shapes &shapes, unsigned steps) {
    return steps != 0 &&
           is_calculated_from_parameters(value, steps - 1, [&](const llvm::Value &part) {
             const Shape shape = shapes.of(part);
             return shape.is_uniform() && !shape.varies_by_part() &&
                    !llvm::isa<llvm::FreezeInst>(part);
           });
  }

  /// Collects the addends of a counter besides the local id: the bases. If the counter of the
  /// packet's first work-item is a multiple of the packet's size, so are they.
  bool find_bases(llvm::Value &counter, const Shapes &shapes,
                  llvm::SmallVectorImpl<OperandSlot> &bases, unsigned steps) const {
    using namespace llvm::PatternMatch;
    if (&counter == context_.local_id[0]) {
      return true;
    }
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(&counter);
    if (instruction == nullptr || steps == 0) {
      return false;
    }
    const llvm::APInt *mask = nullptr;
    if (match(instruction, m_And(m_Value(), m_APInt(mask)))) {
      return mask->countr_one() >= bits() &&
             find_bases(*instruction->getOperand(0), shapes, bases, steps - 1);
    }
    const bool is_sum = match(instruction, m_Add(m_Value(), m_Value())) ||
                        match(instruction, m_DisjointOr(m_Value(), m_Value()));
    if (!is_sum && !llvm::isa<llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst>(instruction)) {
      return false;
    }
    for (llvm::Use &operand : instruction->operands()) {
      const OperandSlot slot{instruction, operand.getOperandNo()};
      if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(operand.get())) {
        if (constant->getValue().countr_zero() < bits()) {
          return false;
        }
      } else if (!shapes.of(*operand.get()).is_uniform()) {
        if (!find_bases(*operand.get(), shapes, bases, steps - 1)) {
          return false;
        }
      } else if (is_known_at_entry(*operand.get(), shapes, steps - 1)) {
        bases.push_back(slot);
      } else {
        return false;
      }
    }
    return true;
  }

  unsigned bits() const { return static_cast<unsigned>(std::countr_zero(width_)); }

  llvm::SmallVector<llvm::BasicBlock *> blocks() const {
    llvm::SmallVector<llvm::BasicBlock *> result;
    for (llvm::BasicBlock &block : function_) {
      result.push_back(&block);
    }
    return result;
  }

  /// Calculates the operand of a slot at the entry, as 64 bits.
  llvm::Value *value_at_entry(const OperandSlot &slot) {
    return builder_.CreateZExtOrTrunc(at_entry(*value_in(slot)), builder_.getInt64Ty());
  }

  llvm::Value *at_entry(llvm::Value &value) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) {
      return &value;
    }
    llvm::Instruction *again = instruction->clone();
    for (llvm::Use &operand : again->operands()) {
      operand.set(at_entry(*operand.get()));
    }
    // Poison-generating flags are only valid where the original is executed; here the value decides
    // a branch.
    again->dropPoisonGeneratingAnnotations();
    return builder_.Insert(again);
  }

  llvm::Value *is_multiple(llvm::Value *value) {
    // Arguments may be undefined.
    llvm::Value *remainder = builder_.CreateAnd(value, builder_.getInt64(width_ - 1));
    return builder_.CreateIsNull(builder_.CreateFreeze(remainder));
  }

  /// Clones the blocks and applies `make` to the copy.
  /// @return the first block of the copy.
  llvm::BasicBlock *copy(llvm::ArrayRef<llvm::BasicBlock *> original,
                         void (PartnerVersions::*make)(const llvm::ValueToValueMapTy &)) {
    llvm::ValueToValueMapTy copies;
    llvm::SmallVector<llvm::BasicBlock *> blocks;
    for (llvm::BasicBlock *block : original) {
      llvm::BasicBlock *copied = llvm::CloneBasicBlock(block, copies, ".version", &function_);
      copies[block] = copied;
      blocks.push_back(copied);
    }
    llvm::remapInstructionsInBlocks(blocks, copies);
    const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    for (const OperandSlot &base : bases_) {
      mask_high(in_copy(base, copies));
    }
    (this->*make)(copies);
    return blocks.front();
  }

  static OperandSlot in_copy(const OperandSlot &slot, const llvm::ValueToValueMapTy &copies) {
    return {llvm::cast<llvm::Instruction>(copies.lookup(slot.first)), slot.second};
  }

  /// Masks off the low bits, which are known to be zero, of an operand.
  void mask_high(const OperandSlot &slot) {
    llvm::Type *type = value_in(slot)->getType();
    builder_.SetInsertPoint(slot.first);
    slot.first->setOperand(
        slot.second, builder_.CreateAnd(value_in(slot), llvm::ConstantInt::getSigned(
                                                            type, -static_cast<int64_t>(width_))));
  }

  void mask_pointer(llvm::GetElementPtrInst &address, uint64_t alignment) {
    builder_.SetInsertPoint(&address);
    llvm::Value *array = address.getPointerOperand();
    llvm::Constant *mask =
        llvm::ConstantInt::getSigned(builder_.getInt64Ty(), -static_cast<int64_t>(alignment));
    address.setOperand(
        llvm::GetElementPtrInst::getPointerOperandIndex(),
        builder_.CreateIntrinsic(llvm::Intrinsic::ptrmask, {array->getType(), mask->getType()},
                                 {array, mask}));
  }

  void make_far(const llvm::ValueToValueMapTy &copies) {
    for (const Partner &partner : partners_) {
      const OperandSlot mask = in_copy(partner.mask(), copies);
      if (!partner.is_below()) {
        mask_high(mask);
        continue;
      }
      builder_.SetInsertPoint(mask.first);
      mask.first->setOperand(
          mask.second,
          builder_.CreateOr(value_in(mask),
                            llvm::ConstantInt::get(value_in(mask)->getType(), width_ - 1)));
    }
  }

  void make_near(const llvm::ValueToValueMapTy &copies) {
    for (const auto &[array, alignment] : arrays_) {
      for (llvm::User *user : array->users()) {
        auto *address = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(copies.lookup(user));
        if (address != nullptr) {
          mask_pointer(*address, alignment);
        }
      }
    }
    for (const Partner &partner : partners_) {
      if (partner.is_exclusive()) {
        make_near(partner, copies);
      }
    }
  }

  /// Rewrites comparisons and masks of a partner. The counter is `first + index in the packet`, and
  /// the index occupies bits that are zero in `first`: so the indices compare like the counters,
  /// and the mask only has bits of the index.
  void make_near(const Partner &partner, const llvm::ValueToValueMapTy &copies) {
    using namespace llvm::PatternMatch;
    const OperandSlot mask = in_copy(partner.mask(), copies);
    llvm::Instruction &exclusive = *mask.first;
    llvm::Value *counter = exclusive.getOperand(partner.counter);
    llvm::Value *unmasked = value_in(mask);
    llvm::Type *type = counter->getType();
    builder_.SetInsertPoint(&exclusive);
    llvm::Value *masked =
        builder_.CreateAnd(unmasked, llvm::ConstantInt::get(type, packet_.lanes - 1));
    exclusive.setOperand(mask.second, masked);
    llvm::Value *index = index_in_packet(*type);
    llvm::Value *partner_index = builder_.CreateXor(index, masked);
    for (llvm::User *user : llvm::make_early_inc_range(exclusive.users())) {
      auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
      if (comparison != nullptr &&
          (comparison->getOperand(0) == counter || comparison->getOperand(1) == counter)) {
        comparison->replaceUsesOfWith(&exclusive, partner_index);
        comparison->replaceUsesOfWith(counter, index);
      }
    }
    for (const Partner &other : partners_) {
      auto *operation = in_copy(other.mask(), copies).first;
      if (other.operation != partner.operation && !other.is_exclusive() &&
          match(operation, m_c_And(m_Specific(counter), m_Specific(unmasked)))) {
        builder_.SetInsertPoint(operation);
        operation->setOperand(0, index_in_packet(*operation->getType()));
        operation->setOperand(
            1, builder_.CreateAnd(unmasked, llvm::ConstantInt::get(type, packet_.lanes - 1)));
      }
    }
  }

  llvm::Value *index_in_packet(llvm::Type &type) {
    return builder_.CreateZExtOrTrunc(
        builder_.CreateAnd(context_.local_id[0], builder_.getInt64(width_ - 1)), &type);
  }

  llvm::Function &function_;
  const Packet &packet_;
  uint64_t width_;
  WorkItemContext context_;
  llvm::IRBuilder<> builder_;
  llvm::SmallVector<Partner> partners_;
  /// Addends of counters besides the local id.
  llvm::SetVector<OperandSlot> bases_;
  /// Arrays, and the alignment that they should have.
  llvm::MapVector<llvm::Value *, uint64_t> arrays_;
};

}  // namespace

bool add_partner_versions(llvm::Function &linearized, const Packet &packet) {
  if (!std::has_single_bit(packet.size(0)) || packet.lanes < 2 || packet.is_group ||
      linearized.getInstructionCount() > tuning::max_partner_instructions) {
    return false;
  }
  PartnerVersions versions(linearized, packet);
  if (!versions.find()) {
    return false;
  }
  versions.build();
  return true;
}

}  // namespace mux::compiler
