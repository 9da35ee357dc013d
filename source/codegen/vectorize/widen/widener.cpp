#include "codegen/vectorize/widen/widener.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cassert>

#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/analysis/components.h"
#include "codegen/vectorize/analysis/in_place_updates.h"

namespace mux::compiler {

namespace {

llvm::Function *declare_packet_function(llvm::Function &linearized) {
  auto *function =
      llvm::Function::Create(linearized.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                             "packet." + linearized.getName(), linearized.getParent());
  function->copyAttributesFrom(&linearized);
  function->setLinkage(llvm::GlobalValue::InternalLinkage);
  return function;
}

llvm::ConstantInt *signed_constant(llvm::Type *type, int64_t value) {
  return llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::getSigned(type, value));
}

/// Returns `count * stride` modulo 2^64.
int64_t multiple(int64_t stride, unsigned count) {
  return static_cast<int64_t>(static_cast<uint64_t>(stride) * count);
}

/// Adds a distance to an integer, or in bytes to a pointer or a vector of pointers.
llvm::Value *increase(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *distance) {
  return value->getType()->isPtrOrPtrVectorTy()
             ? builder.CreateGEP(builder.getInt8Ty(), value, distance)
             : builder.CreateAdd(value, distance);
}

/// Returns the integer type in which a stride is added to a value of the type.
llvm::Type *distance_type(llvm::Type *type) {
  return type->isPointerTy() ? llvm::Type::getInt64Ty(type->getContext()) : type;
}

}  // namespace

Widener::Widener(const AccessPlan &plan)
    : plan_(plan),
      packet_(plan.packet()),
      shapes_(plan.shapes()),
      ranges_(plan.function()),
      linearized_(plan.function()),
      builder_(linearized_.getContext()) {
  for (unsigned dimensions = 0; dimensions < parts_.size(); ++dimensions) {
    for (unsigned part = 0; part < packet_.part_count(); ++part) {
      if (first_part(part, dimensions) == part) {
        parts_[dimensions].push_back(part);
      }
    }
  }
}

const llvm::DataLayout &Widener::layout() const {
  return linearized_.getParent()->getDataLayout();
}

llvm::Function *Widener::run(WidenInstruction *widen_instruction) {
  widen_instruction_ = widen_instruction;
  function_ = declare_packet_function(linearized_);
  const llvm::ReversePostOrderTraversal<llvm::Function *> order(&linearized_);
  for (llvm::BasicBlock *block : order) {
    first_blocks_[block] =
        llvm::BasicBlock::Create(builder_.getContext(), block->getName(), function_);
  }
  builder_.SetInsertPoint(&function_->getEntryBlock());
  prepare_parameters();
  for (llvm::BasicBlock *block : order) {
    widen_block(*block);
  }
  connect_phis();
  remove_unused();
  return function_;
}

void Widener::prepare_parameters() {
  for (llvm::Argument &parameter : linearized_.args()) {
    llvm::Argument *own = function_->getArg(parameter.getArgNo());
    own->setName(parameter.getName());
    set_first_lane(parameter, 0, own);
  }
  const WorkItemContext original = WorkItemContext::of(linearized_);
  WorkItemContext own = WorkItemContext::of(*function_);
  if (packet_.is_group) {
    own.local_index = builder_.getInt64(0);
    set_first_lane(*original.local_index, 0, own.local_index);
    for (unsigned i = 0; i < 3; ++i) {
      own.local_size[i] = builder_.getInt64(packet_.size(i));
      own.local_id[i] = builder_.getInt64(0);
      set_first_lane(*original.local_id[i], 0, own.local_id[i]);
    }
  }
  for (const unsigned dimension : {1U, 2U}) {
    for (const unsigned part : parts_to_build(*original.local_id[dimension]).drop_front()) {
      llvm::Value *distance = builder_.getInt64(packet_.part_index(part, dimension));
      set_first_lane(*original.local_id[dimension], part,
                     builder_.CreateAdd(own.local_id[dimension], distance));
    }
  }
  for (const unsigned part : parts_to_build(*original.local_index).drop_front()) {
    llvm::Value *rows =
        builder_.CreateMul(own.local_size[1], builder_.getInt64(packet_.part_index(part, 2)));
    rows = builder_.CreateAdd(rows, builder_.getInt64(packet_.part_index(part, 1)));
    llvm::Value *distance = builder_.CreateMul(own.local_size[0], rows);
    set_first_lane(*original.local_index, part, builder_.CreateAdd(own.local_index, distance));
  }
}

void Widener::widen_block(llvm::BasicBlock &block) {
  builder_.SetInsertPoint(first_blocks_.lookup(&block));
  mask_ = plan_.mask_of(block);
  for (llvm::Instruction &instruction : block) {
    builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      widen_phi(*phi);
    } else if (instruction.isTerminator()) {
      widen_terminator(instruction);
    } else {
      widen_instruction_(*this, instruction);
    }
  }
  last_blocks_[&block] = builder_.GetInsertBlock();
}

void Widener::widen_phi(llvm::PHINode &phi) {
  phis_.push_back(&phi);
  const unsigned incoming = phi.getNumIncomingValues();
  if (!shape(phi).is_varying()) {
    for (const unsigned part : parts_to_build(phi)) {
      set_first_lane(phi, part, builder_.CreatePHI(phi.getType(), incoming, phi.getName()));
    }
    return;
  }
  for (const unsigned part : parts_of(phi)) {
    for (unsigned i = 0; i < component_count(phi.getType()); ++i) {
      llvm::Type *type = vector_type(component_type(phi.getType(), i));
      set_vector(phi, part, builder_.CreatePHI(type, incoming, phi.getName()), i);
    }
  }
}

void Widener::widen_terminator(llvm::Instruction &terminator) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
  if (branch != nullptr && guards_in_place_update(*branch, shapes_)) {
    builder_.CreateBr(first_blocks_.lookup(branch->getSuccessor(0)));
    return;
  }
  llvm::Instruction *copy = terminator.clone();
  for (llvm::Use &use : copy->operands()) {
    if (auto *block = llvm::dyn_cast<llvm::BasicBlock>(use.get())) {
      use.set(first_blocks_.lookup(block));
    } else {
      use.set(first_lane(*use.get(), 0));
    }
  }
  builder_.Insert(copy);
}

void Widener::connect_phis() {
  const auto connect = [&](llvm::PHINode &phi, llvm::Value *own, auto value_of) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      // Unreachable blocks have no widened form.
      if (llvm::BasicBlock *block = last_blocks_.lookup(phi.getIncomingBlock(i))) {
        llvm::cast<llvm::PHINode>(own)->addIncoming(value_of(*phi.getIncomingValue(i)), block);
      }
    }
  };
  for (llvm::PHINode *phi : phis_) {
    if (!shape(*phi).is_varying()) {
      for (const unsigned part : parts_to_build(*phi)) {
        connect(*phi, first_lane(*phi, part),
                [&](llvm::Value &value) { return first_lane(value, part); });
      }
      continue;
    }
    for (const unsigned part : parts_of(*phi)) {
      for (unsigned i = 0; i < component_count(phi->getType()); ++i) {
        connect(*phi, vector(*phi, part, i),
                [&](llvm::Value &value) { return vector(value, part, i); });
      }
    }
  }
  // Connecting a phi may create further extended phis.
  for (size_t i = 0; i < extended_phis_.size(); ++i) {
    const ExtendedPhi phi = extended_phis_[i];
    connect(*phi.original, phi.extended, [&](llvm::Value &value) {
      return extended_first_lane(value, phi.part, phi.extended->getType(), phi.is_signed);
    });
  }
}

void Widener::remove_unused() {
  llvm::SmallVector<llvm::WeakTrackingVH> instructions;
  for (llvm::Instruction &instruction : llvm::instructions(*function_)) {
    instructions.emplace_back(&instruction);
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(instructions);
}

unsigned Widener::first_part(unsigned part, std::bitset<3> dimensions) const {
  unsigned first = 0;
  unsigned distance = 1;
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    first += dimensions[dimension] ? distance * packet_.part_index(part, dimension) : 0;
    distance *= packet_.parts[dimension];
  }
  return first;
}

llvm::ArrayRef<unsigned> Widener::parts_of(const llvm::Value &value) const {
  return parts_[shape(value).differing_parts.to_ulong()];
}

llvm::ArrayRef<unsigned> Widener::parts_to_build(const llvm::Value &value) const {
  const Shape shape = this->shape(value);
  std::bitset<3> dimensions = shape.differing_parts;
  dimensions[0] = dimensions[0] && !shape.continues_in_parts;
  return parts_[dimensions.to_ulong()];
}

llvm::SmallVector<unsigned> Widener::sharing_parts(const llvm::Value &value, unsigned part) const {
  llvm::SmallVector<unsigned> sharing;
  llvm::copy_if(all_parts(), std::back_inserter(sharing), [&](unsigned other) {
    return first_part(other, shape(value).differing_parts) == part;
  });
  return sharing;
}

llvm::Value *Widener::first_lane(llvm::Value &value, unsigned part) {
  if (llvm::isa<llvm::Constant>(value) ||
      !(llvm::isa<llvm::Instruction>(value) || llvm::isa<llvm::Argument>(value))) {
    // Metadata and inline assembly are not bound to a function.
    return &value;
  }
  assert(!shape(value).is_varying());
  llvm::Value *&slot = first_lane_slot(value, part);
  if (slot == nullptr) {
    assert(shape(value).continues_in_parts && packet_.part_index(part, 0) != 0);
    slot = step_to_part(value, first_lane_slot(value, part - packet_.part_index(part, 0)), part);
  }
  return slot;
}

llvm::Value *&Widener::first_lane_slot(llvm::Value &value, unsigned part) {
  return results_[&value].first_lanes[first_part(part, shape(value).differing_parts)];
}

/// Derives a part's value, scalar or vector, from that of the first part in x by adding a constant.
llvm::Value *Widener::step_to_part(llvm::Value &value, llvm::Value *first, unsigned part) {
  llvm::IRBuilder<> builder(builder_.getContext());
  set_insert_point_after(builder, first);
  const int64_t distance =
      multiple(shape(value).stride, packet_.lanes * packet_.part_index(part, 0));
  llvm::Value *constant = signed_constant(distance_type(value.getType()), distance);
  if (first->getType()->isVectorTy()) {
    constant = builder.CreateVectorSplat(packet_.lanes, constant);
  }
  return increase(builder, first, constant);
}

llvm::Value *Widener::vector(llvm::Value &value, unsigned part, unsigned component) {
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    auto *scalar = llvm::cast<llvm::Constant>(extract_component(builder_, constant, component));
    return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(packet_.lanes), scalar);
  }
  if (vector_slot(value, part, component) == nullptr) {
    assert(!shape(value).is_varying());
    const unsigned index = packet_.part_index(part, 0);
    llvm::Value *result = shape(value).continues_in_parts && index != 0
                              ? step_to_part(value, vector(value, part - index), part)
                              : spread(value, part, component);
    vector_slot(value, part, component) = result;
  }
  return vector_slot(value, part, component);
}

/// Builds a vector from the value of the first lane.
llvm::Value *Widener::spread(llvm::Value &value, unsigned part, unsigned component) {
  llvm::Value *first = first_lane(value, part);
  llvm::IRBuilder<> builder(builder_.getContext());
  set_insert_point_after(builder, first);
  llvm::Value *scalar = extract_component(builder, first, component);
  const Shape shape = this->shape(value);
  if (shape.is_uniform()) {
    return builder.CreateVectorSplat(packet_.lanes, scalar);
  }
  llvm::Value *offsets = lane_offsets(distance_type(scalar->getType()), shape.stride);
  if (scalar->getType()->isPointerTy()) {
    return increase(builder, scalar, offsets);
  }
  return increase(builder, builder.CreateVectorSplat(packet_.lanes, scalar), offsets);
}

llvm::Value *Widener::lane(llvm::Value &value, unsigned part, unsigned lane) {
  return lane_at(value, part, builder_.getInt64(lane));
}

llvm::Value *Widener::lane_at(llvm::Value &value, unsigned part, llvm::Value *lane) {
  const Shape shape = this->shape(value);
  if (shape.is_uniform()) {
    return first_lane(value, part);
  }
  if (shape.is_strided()) {
    llvm::Type *type = distance_type(value.getType());
    llvm::Value *distance = builder_.CreateMul(builder_.CreateZExtOrTrunc(lane, type),
                                               signed_constant(type, shape.stride));
    return increase(builder_, first_lane(value, part), distance);
  }
  return assemble_components(builder_, value.getType(), [&](unsigned component) {
    return builder_.CreateExtractElement(vector(value, part, component), lane);
  });
}

llvm::Value *Widener::extended_first_lane(llvm::Value &value, unsigned part, llvm::Type *type,
                                          bool is_signed) {
  const Shape shape = this->shape(value);
  const unsigned index = packet_.part_index(part, 0);
  if (shape.continues_in_parts && index != 0) {
    // Starts from the first part in x, so that the first lane is extended before it can wrap.
    llvm::Value *first = extended_first_lane(value, part - index, type, is_signed);
    llvm::IRBuilder<> builder(builder_.getContext());
    set_insert_point_after(builder, first);
    const int64_t distance = multiple(shape.stride, packet_.lanes * index);
    return builder.CreateAdd(first, signed_constant(type, distance));
  }
  llvm::Value *first = first_lane(value, part);
  const auto key = std::pair(std::pair(&value, first_part(part, shape.differing_parts)),
                             std::pair(type, static_cast<unsigned>(is_signed)));
  if (llvm::Value *extension = extensions_.lookup(key)) {
    return extension;
  }
  llvm::Value *extension = nullptr;
  auto *phi = llvm::dyn_cast<llvm::PHINode>(&value);
  if (phi != nullptr && shape.is_strided() && plan_.has_masks()) {
    llvm::IRBuilder<> builder(llvm::cast<llvm::PHINode>(first));
    llvm::PHINode *extended = builder.CreatePHI(type, phi->getNumIncomingValues());
    extended_phis_.push_back({phi, extended, part, is_signed});
    extension = extended;
  } else {
    extension = build_extension(value, part, type, is_signed);
  }
  extensions_[key] = extension;
  return extension;
}

/// Extends a first lane. In a block with a mask the first lane may be inactive and have wrapped, so
/// arithmetic is repeated on extended operands there.
llvm::Value *Widener::build_extension(llvm::Value &value, unsigned part, llvm::Type *type,
                                      bool is_signed) {
  llvm::Value *first = first_lane(value, part);
  const auto extended = [&](llvm::Value *operand, bool operand_is_signed) {
    return extended_first_lane(*operand, part, type, operand_is_signed);
  };
  llvm::IRBuilder<> builder(builder_.getContext());
  // A truncation that is exact in active lanes is skipped: its operand already has the wide type.
  auto *truncation = llvm::dyn_cast<llvm::TruncInst>(&value);
  if (truncation != nullptr && truncation->getSrcTy() == type && shape(value).is_strided() &&
      (is_signed ? shape(value).exact_signed : shape(value).exact_unsigned)) {
    return first_lane(*truncation->getOperand(0), part);
  }
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction != nullptr && shape(value).is_strided() && plan_.has_masks()) {
    llvm::Value *left = instruction->getOperand(0);
    if (changes_common_bits(*instruction, shape(value).stride)) {
      llvm::Value *operand = extended(left, is_signed);
      set_insert_point_after(builder, first);
      const auto opcode = static_cast<llvm::Instruction::BinaryOps>(instruction->getOpcode());
      return builder.CreateBinOp(opcode, operand,
                                 builder.CreateSExt(instruction->getOperand(1), type));
    }
    switch (instruction->getOpcode()) {
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::Mul:
      case llvm::Instruction::Or: {
        llvm::Value *operands[] = {extended(left, is_signed),
                                   extended(instruction->getOperand(1), is_signed)};
        set_insert_point_after(builder, first);
        const bool is_sum = instruction->getOpcode() == llvm::Instruction::Or;
        const auto opcode =
            is_sum ? llvm::Instruction::Add
                   : static_cast<llvm::Instruction::BinaryOps>(instruction->getOpcode());
        return builder.CreateBinOp(opcode, operands[0], operands[1]);
      }
      case llvm::Instruction::Shl: {
        llvm::Value *operand = extended(left, is_signed);
        set_insert_point_after(builder, first);
        return builder.CreateShl(operand, builder.CreateZExt(instruction->getOperand(1), type));
      }
      case llvm::Instruction::Select: {
        llvm::Value *operands[] = {extended(instruction->getOperand(1), is_signed),
                                   extended(instruction->getOperand(2), is_signed)};
        set_insert_point_after(builder, first);
        return builder.CreateSelect(first_lane(*left, part), operands[0], operands[1]);
      }
      case llvm::Instruction::SExt:
        if (is_signed) {
          return extended(left, true);
        }
        break;
      case llvm::Instruction::ZExt:
        return extended(left, !shape(*left).exact_unsigned);
      default:
        break;
    }
  }
  set_insert_point_after(builder, first);
  return is_signed ? builder.CreateSExt(first, type) : builder.CreateZExt(first, type);
}

void Widener::set_first_lane(llvm::Value &value, unsigned part, llvm::Value *result) {
  auto &first_lanes = results_[&value].first_lanes;
  first_lanes.resize(packet_.part_count(), nullptr);
  first_lanes[part] = result;
}

void Widener::set_vector(llvm::Value &value, unsigned part, llvm::Value *result,
                         unsigned component) {
  vector_slot(value, part, component) = result;
}

void Widener::set_lane(llvm::Value &value, unsigned part, unsigned lane, llvm::Value *result) {
  for (unsigned i = 0; i < component_count(value.getType()); ++i) {
    llvm::Value *component = extract_component(builder_, result, i);
    llvm::Value *before = vector_slot(value, part, i);
    if (before == nullptr) {
      before = llvm::PoisonValue::get(vector_type(component->getType()));
    }
    vector_slot(value, part, i) = builder_.CreateInsertElement(before, component, lane);
  }
}

llvm::Value *&Widener::vector_slot(llvm::Value &value, unsigned part, unsigned component) {
  const unsigned components = component_count(value.getType());
  auto &vectors = results_[&value].vectors;
  vectors.resize(size_t{packet_.part_count()} * components, nullptr);
  return vectors[first_part(part, shape(value).differing_parts) * components + component];
}

llvm::Value *Widener::condition_of(const llvm::BasicBlock &block) const {
  return plan_.mask_of(block);
}

llvm::Value *Widener::mask(unsigned part) {
  return mask_ == nullptr ? nullptr : vector(*mask_, part);
}

llvm::Value *Widener::scalar_mask(unsigned part) {
  return mask_ == nullptr || shape(*mask_).is_varying() ? nullptr : first_lane(*mask_, part);
}

llvm::VectorType *Widener::vector_type(llvm::Type *element) const {
  return llvm::FixedVectorType::get(element, packet_.lanes);
}

bool Widener::can_be_element(llvm::Type *type) {
  return mux::compiler::can_be_element(type);
}

llvm::Value *Widener::lane_offsets(llvm::Type *integer, int64_t stride) {
  llvm::SmallVector<llvm::Constant *, 16> offsets;
  for (unsigned lane = 0; lane < packet_.lanes; ++lane) {
    offsets.push_back(signed_constant(integer, multiple(stride, lane)));
  }
  return llvm::ConstantVector::get(offsets);
}

void Widener::set_insert_point_after(llvm::IRBuilder<> &builder, llvm::Value *value) {
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  llvm::BasicBlock *block =
      instruction == nullptr ? &function_->getEntryBlock() : instruction->getParent();
  if (instruction == nullptr) {
    builder.SetInsertPoint(block, block->getFirstNonPHIOrDbgOrAlloca());
  } else if (llvm::isa<llvm::PHINode>(instruction)) {
    builder.SetInsertPoint(block, block->getFirstNonPHIIt());
  } else {
    builder.SetInsertPoint(block, std::next(instruction->getIterator()));
  }
}

}  // namespace mux::compiler
