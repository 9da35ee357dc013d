#include "random_function.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <random>
#include <utility>
#include <vector>

#include "codegen/ir/lane_functions.h"
#include "codegen/ir/work_item_context.h"

using namespace mux::compiler;

namespace {

constexpr unsigned items = 256;
constexpr unsigned slots = 64;
constexpr unsigned private_elements = 8;
constexpr int64_t largest_index = 1 << 12;

struct Known {
  llvm::Value *value;
  bool is_uniform;
};

/// A 32-bit number of bounded magnitude, so that arithmetic does not wrap.
struct Index {
  llvm::Value *value;
  int64_t bound;
};

class Writer {
 public:
  Writer(llvm::Module &module, uint32_t seed)
      : function_(*module.getFunction("f")),
        context_(WorkItemContext::of(function_)),
        builder_(module.getContext()),
        random_(seed) {
    function_.deleteBody();
    function_.setLinkage(llvm::GlobalValue::ExternalLinkage);
    builder_.SetInsertPoint(new_block("entry"));
    types_ = {builder_.getInt1Ty(),
              builder_.getInt8Ty(),
              builder_.getInt16Ty(),
              builder_.getInt32Ty(),
              builder_.getInt64Ty(),
              builder_.getFloatTy(),
              builder_.getDoubleTy(),
              llvm::FixedVectorType::get(builder_.getFloatTy(), 4),
              llvm::FixedVectorType::get(builder_.getInt16Ty(), 2)};
  }

  void write() {
    array_ = builder_.CreateAlloca(llvm::ArrayType::get(builder_.getInt32Ty(), private_elements));
    for (unsigned i = 0; i < private_elements; ++i) {
      builder_.CreateStore(builder_.getInt32(i), element(builder_.getInt32(i)));
    }
    llvm::Value *n = function_.getArg(2);
    known_.push_back({n, true});
    for (unsigned i = 0; i < 2; ++i) {
      llvm::Value *id = builder_.CreateAdd(context_.first_global_id[i], context_.local_id[i]);
      known_.push_back({id, false});
      known_.push_back({context_.local_id[i], false});
      known_.push_back({context_.local_size[i], true});
      indices_.push_back({builder_.CreateTrunc(id, builder_.getInt32Ty()), 1024});
      indices_.push_back({builder_.CreateTrunc(context_.local_id[i], builder_.getInt32Ty()), 64});
    }
    indices_.push_back({builder_.CreateTrunc(context_.local_index, builder_.getInt32Ty()), items});
    write_statements(25, 3);
    for (unsigned i = 0; i < 8; ++i) {
      write_store();
    }
    builder_.CreateRet(builder_.getInt32(-1));
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }

  llvm::BasicBlock *new_block(const char *name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name, &function_);
  }

  void know(llvm::Value *value, bool is_uniform) { known_.push_back({value, is_uniform}); }

  llvm::Constant *constant(llvm::Type *type) {
    llvm::Type *scalar = type->getScalarType();
    llvm::Constant *value =
        scalar->isIntegerTy()
            ? llvm::ConstantInt::get(scalar, pick(3) == 0 ? random_() : random_() % 16)
            : llvm::ConstantFP::get(scalar, 0.25 * static_cast<double>(pick(32)) - 2.0);
    return type->isVectorTy() ? llvm::ConstantVector::getSplat(
                                    llvm::cast<llvm::VectorType>(type)->getElementCount(), value)
                              : value;
  }

  /// A value of the type, mostly an existing one.
  Known value(llvm::Type *type, bool uniform = false) {
    std::vector<Known> candidates;
    for (const Known &known : known_) {
      if (known.value->getType() == type && (known.is_uniform || !uniform)) {
        candidates.push_back(known);
      }
    }
    if (candidates.empty() || pick(6) == 0) {
      return {constant(type), true};
    }
    // Prefers recent ones.
    const unsigned count = static_cast<unsigned>(candidates.size());
    return candidates[std::max(pick(count), pick(count))];
  }

  llvm::Type *type() { return types_[pick(static_cast<unsigned>(types_.size()))]; }
  llvm::Type *integer() { return types_[pick(5)]; }

  void write_statements(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i) {
      switch (pick(depth == 0 ? 14 : 18)) {
        case 0:
          write_index();
          break;
        case 1:
        case 2:
          write_load();
          break;
        case 3:
          write_store();
          break;
        case 4:
          write_private_access();
          break;
        case 5:
          write_conversion();
          break;
        case 6:
          write_comparison();
          break;
        case 7:
          write_select();
          break;
        case 8:
          write_vector_access();
          break;
        case 9:
          write_intrinsic();
          break;
        case 10:
          write_division();
          break;
        case 14:
          write_masked_block(depth - 1);
          break;
        case 15:
          write_uniform_branch(depth - 1);
          break;
        case 16:
          write_uniform_loop(depth - 1);
          break;
        case 17:
          write_divergent_loop(depth - 1);
          break;
        default:
          write_arithmetic();
          break;
      }
    }
  }

  void write_arithmetic() {
    llvm::Type *type = this->type();
    const Known left = value(type);
    const Known right = value(type);
    const bool is_uniform = left.is_uniform && right.is_uniform;
    using Op = llvm::Instruction::BinaryOps;
    if (type->isFPOrFPVectorTy()) {
      const Op operations[] = {Op::FAdd, Op::FSub, Op::FMul};
      return know(builder_.CreateBinOp(operations[pick(3)], left.value, right.value), is_uniform);
    }
    const Op operations[] = {Op::Add, Op::Sub, Op::Mul,  Op::And, Op::Or,
                             Op::Xor, Op::Shl, Op::LShr, Op::AShr};
    const Op operation = operations[pick(9)];
    llvm::Value *second = right.value;
    if (operation == Op::Shl || operation == Op::LShr || operation == Op::AShr) {
      const unsigned bits = type->getScalarSizeInBits();
      second = builder_.CreateAnd(second, llvm::ConstantInt::get(type, bits - 1));
    }
    know(builder_.CreateBinOp(operation, left.value, second), is_uniform);
  }

  /// The divisor may be 0 for inactive work-items.
  void write_division() {
    llvm::Type *type = types_[1 + pick(4)];
    const Known left = value(type);
    const Known right = value(type);
    llvm::Value *divisor = builder_.CreateOr(right.value, llvm::ConstantInt::get(type, 1));
    if (llvm::Value *mask = mask_; mask != nullptr && pick(2) == 0) {
      divisor = builder_.CreateSelect(mask, divisor, llvm::ConstantInt::get(type, 0));
      know(builder_.CreateUDiv(left.value, divisor), false);
      return;
    }
    const bool is_uniform = left.is_uniform && right.is_uniform;
    switch (pick(4)) {
      case 0:
        return know(builder_.CreateUDiv(left.value, divisor), is_uniform);
      case 1:
        return know(builder_.CreateURem(left.value, divisor), is_uniform);
      default:
        break;
    }
    // Neither -1 nor 0.
    divisor = builder_.CreateLShr(divisor, 1);
    divisor = builder_.CreateOr(divisor, llvm::ConstantInt::get(type, 2));
    know(pick(2) == 0 ? builder_.CreateSDiv(left.value, divisor)
                      : builder_.CreateSRem(left.value, divisor),
         is_uniform);
  }

  void write_conversion() {
    const Known from = value(types_[pick(7)]);
    llvm::Type *to = types_[pick(7)];
    llvm::Type *type = from.value->getType();
    llvm::Value *result = nullptr;
    if (type->isIntegerTy() && to->isIntegerTy()) {
      result = pick(2) == 0 ? builder_.CreateSExtOrTrunc(from.value, to)
                            : builder_.CreateZExtOrTrunc(from.value, to);
    } else if (type->isIntegerTy()) {
      result = pick(2) == 0 ? builder_.CreateSIToFP(from.value, to)
                            : builder_.CreateUIToFP(from.value, to);
    } else if (to->isIntegerTy()) {
      result = builder_.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {to, type}, {from.value});
    } else {
      result = builder_.CreateFPCast(from.value, to);
    }
    know(result, from.is_uniform);
  }

  void write_comparison() {
    llvm::Type *type = types_[pick(7)];
    const Known left = value(type);
    const Known right = value(type);
    const bool is_uniform = left.is_uniform && right.is_uniform;
    using Predicate = llvm::CmpInst::Predicate;
    const auto predicate = static_cast<Predicate>(
        type->isIntegerTy() ? Predicate::FIRST_ICMP_PREDICATE + pick(10)
                            : Predicate::FIRST_FCMP_PREDICATE + 1 + pick(14));
    know(builder_.CreateCmp(predicate, left.value, right.value), is_uniform);
  }

  void write_select() {
    llvm::Type *type = this->type();
    const Known condition = value(builder_.getInt1Ty());
    const Known left = value(type);
    const Known right = value(type);
    know(builder_.CreateSelect(condition.value, left.value, right.value),
         condition.is_uniform && left.is_uniform && right.is_uniform);
  }

  void write_vector_access() {
    auto *type = llvm::cast<llvm::FixedVectorType>(types_[7 + pick(2)]);
    const Known vector = value(type);
    const Known number = value(builder_.getInt32Ty());
    llvm::Value *index =
        builder_.CreateAnd(number.value, builder_.getInt32(type->getNumElements() - 1));
    const Known scalar = value(type->getElementType());
    const bool is_uniform = vector.is_uniform && number.is_uniform;
    switch (pick(3)) {
      case 0:
        return know(builder_.CreateExtractElement(vector.value, index), is_uniform);
      case 1:
        return know(builder_.CreateInsertElement(vector.value, scalar.value, index),
                    is_uniform && scalar.is_uniform);
      default:
        break;
    }
    const Known other = value(type);
    std::vector<int> mask;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      mask.push_back(static_cast<int>(pick(2 * type->getNumElements())));
    }
    know(builder_.CreateShuffleVector(vector.value, other.value, mask),
         vector.is_uniform && other.is_uniform);
  }

  void write_intrinsic() {
    llvm::Type *type = this->type();
    const Known a = value(type);
    const Known b = value(type);
    const Known c = value(type);
    const bool two = a.is_uniform && b.is_uniform;
    if (type->isFPOrFPVectorTy()) {
      switch (pick(4)) {
        case 0:
          return know(
              builder_.CreateIntrinsic(type, llvm::Intrinsic::fma, {a.value, b.value, c.value}),
              two && c.is_uniform);
        case 1:
          return know(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a.value), a.is_uniform);
        case 2:
          return know(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, a.value), a.is_uniform);
        default:
          return know(builder_.CreateUnaryIntrinsic(
                          llvm::Intrinsic::sqrt,
                          builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a.value)),
                      a.is_uniform);
      }
    }
    if (type->getScalarSizeInBits() == 1) {
      return;
    }
    switch (pick(5)) {
      case 0:
        return know(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, a.value), a.is_uniform);
      case 1:
        return know(
            builder_.CreateIntrinsic(type, llvm::Intrinsic::ctlz, {a.value, builder_.getFalse()}),
            a.is_uniform);
      case 2:
        return know(
            builder_.CreateIntrinsic(type, llvm::Intrinsic::fshl, {a.value, b.value, c.value}),
            two && c.is_uniform);
      case 3:
        return know(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, a.value, b.value),
                    two);
      default:
        break;
    }
    if (type->isIntegerTy()) {
      llvm::Value *both =
          builder_.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_with_overflow, a.value, b.value);
      know(builder_.CreateExtractValue(both, 0), two);
      know(builder_.CreateExtractValue(both, 1), two);
    }
  }

  /// Multiples and sums of ids with nsw or nuw.
  void write_index() {
    const Index left = index();
    const Index right = index();
    const auto add = [&](llvm::Value *value, int64_t bound) {
      if (bound < largest_index) {
        indices_.push_back({value, bound});
        know(value, false);
      }
    };
    switch (pick(5)) {
      case 0:
        return add(builder_.CreateNSWAdd(left.value, right.value), left.bound + right.bound);
      case 1:
        return add(builder_.CreateNSWSub(left.value, right.value), left.bound + right.bound);
      case 2: {
        const unsigned factor = 1 + pick(5);
        return add(builder_.CreateNSWMul(left.value, builder_.getInt32(factor)),
                   left.bound * factor);
      }
      case 3:
        return add(builder_.CreateShl(left.value, 1, "", false, true), left.bound * 2);
      default: {
        const unsigned distance = pick(100);
        return add(builder_.CreateNSWAdd(left.value, builder_.getInt32(distance - 50)),
                   left.bound + 50);
      }
    }
  }

  Index index() { return indices_[pick(static_cast<unsigned>(indices_.size()))]; }

  void write_load() {
    llvm::Type *type = types_[1 + pick(7)];
    llvm::Value *offset = nullptr;
    bool is_uniform = false;
    switch (pick(4)) {
      case 0: {
        const Known number = value(builder_.getInt32Ty());
        is_uniform = number.is_uniform;
        offset = builder_.CreateZExt(builder_.CreateAnd(number.value, builder_.getInt32(1023)),
                                     builder_.getInt64Ty());
        break;
      }
      default:
        offset = builder_.CreateSExt(index().value, builder_.getInt64Ty());
        break;
    }
    llvm::Value *place = builder_.CreateGEP(pick(4) == 0 ? builder_.getInt64Ty() : type,
                                            function_.getArg(0), offset);
    llvm::Type *word = builder_.getIntNTy(
        static_cast<unsigned>(function_.getParent()->getDataLayout().getTypeSizeInBits(type)));
    if (type->isIntegerTy()) {
      return know(builder_.CreateAlignedLoad(type, place, llvm::Align(1)), is_uniform);
    }
    // Only floating-point numbers whose sums are distinguishable.
    llvm::Value *bits = builder_.CreateAlignedLoad(word, place, llvm::Align(1));
    llvm::Value *small = builder_.CreateAnd(
        type->isVectorTy()
            ? builder_.CreateBitCast(bits, llvm::FixedVectorType::get(builder_.getInt32Ty(), 4))
            : bits,
        llvm::ConstantInt::get(
            type->isVectorTy()
                ? static_cast<llvm::Type *>(llvm::FixedVectorType::get(builder_.getInt32Ty(), 4))
                : word,
            255));
    know(builder_.CreateUIToFP(small, type), is_uniform);
  }

  /// Without the payload of NaN, which is unspecified.
  llvm::Value *bits_of(llvm::Value *value) {
    llvm::Type *type = value->getType();
    if (type->isVectorTy()) {
      value = builder_.CreateExtractElement(value, pick(2));
      type = value->getType();
    }
    if (type->isFloatingPointTy()) {
      llvm::Value *is_number = builder_.CreateFCmpORD(value, value);
      value = builder_.CreateSelect(is_number, value, llvm::Constant::getNullValue(type));
      value = builder_.CreateBitCast(
          value, builder_.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits())));
    }
    return value;
  }

  /// An element of the work-item, adjacent to those of neighbors or to its own others.
  llvm::Value *own_place() {
    const unsigned slot = pick(slots);
    llvm::Value *number = nullptr;
    if (pick(2) == 0) {
      number = builder_.CreateAdd(context_.local_index, builder_.getInt64(slot * items));
    } else {
      number = builder_.CreateMul(context_.local_index, builder_.getInt64(slots));
      number = builder_.CreateAdd(number, builder_.getInt64(slots * items + slot));
    }
    return builder_.CreateGEP(builder_.getInt32Ty(), function_.getArg(1), number);
  }

  void write_store() {
    llvm::Value *bits = bits_of(value(type()).value);
    if (bits->getType()->getIntegerBitWidth() > 32) {
      bits = builder_.CreateTrunc(builder_.CreateLShr(bits, pick(32)), builder_.getInt32Ty());
    }
    if (bits->getType() == builder_.getInt32Ty() && pick(4) == 0) {
      know(builder_.CreateAtomicRMW(llvm::AtomicRMWInst::Add, own_place(), bits, llvm::Align(4),
                                    llvm::AtomicOrdering::Monotonic),
           false);
      return;
    }
    builder_.CreateStore(bits, own_place());
  }

  llvm::Value *element(llvm::Value *index) {
    return builder_.CreateInBoundsGEP(array_->getAllocatedType(), array_,
                                      {builder_.getInt32(0), index});
  }

  void write_private_access() {
    const Known number = value(builder_.getInt32Ty(), pick(2) == 0);
    llvm::Value *place =
        element(builder_.CreateAnd(number.value, builder_.getInt32(private_elements - 1)));
    if (pick(2) == 0) {
      builder_.CreateStore(value(builder_.getInt32Ty()).value, place);
    } else {
      know(builder_.CreateLoad(builder_.getInt32Ty(), place), false);
    }
  }

  /// Values usable after a conditional block: values of both paths, blended by mask.
  struct Before {
    size_t known;
    size_t indices;
    llvm::Value *mask;
    llvm::BasicBlock *block;
  };

  Before before() { return {known_.size(), indices_.size(), mask_, builder_.GetInsertBlock()}; }

  std::vector<std::pair<llvm::Value *, llvm::Value *>> leave(const Before &before) {
    std::vector<std::pair<llvm::Value *, llvm::Value *>> pairs;
    const std::vector<Known> inner(known_.begin() + static_cast<std::ptrdiff_t>(before.known),
                                   known_.end());
    known_.resize(before.known);
    indices_.resize(before.indices);
    mask_ = before.mask;
    for (unsigned i = 0; i < 3 && !inner.empty(); ++i) {
      llvm::Value *after = inner[pick(static_cast<unsigned>(inner.size()))].value;
      pairs.emplace_back(after, value(after->getType()).value);
    }
    return pairs;
  }

  llvm::Value *masked(llvm::Value *condition) {
    return mask_ == nullptr ? condition
                            : builder_.CreateSelect(mask_, condition, builder_.getFalse());
  }

  void write_masked_block(unsigned depth) {
    // Work-items with a small index would wrap.
    const Index index = this->index();
    const unsigned least = pick(64);
    const bool by_index = pick(2) == 0;
    llvm::Value *condition =
        masked(by_index ? builder_.CreateICmpUGE(index.value, builder_.getInt32(least))
                        : value(builder_.getInt1Ty()).value);
    const Before before = this->before();
    llvm::BasicBlock *body = new_block("masked");
    llvm::BasicBlock *end = new_block("after");
    builder_.CreateCondBr(call_lane_function(builder_, LaneFunction::any, condition), body, end);
    builder_.SetInsertPoint(body);
    call_lane_function(builder_, LaneFunction::mask, condition);
    mask_ = condition;
    if (by_index) {
      llvm::Value *less =
          builder_.CreateSub(index.value, builder_.getInt32(least), "", pick(2) == 0);
      llvm::Value *wide = builder_.CreateZExt(less, builder_.getInt64Ty());
      // Negative indices would be large.
      wide = builder_.CreateSelect(builder_.CreateICmpSLT(index.value, builder_.getInt32(0)),
                                   builder_.getInt64(0), wide);
      know(wide, false);
      if (index.bound <= 1024 && is_id(*index.value)) {
        llvm::Value *place = builder_.CreateGEP(builder_.getInt32Ty(), function_.getArg(0),
                                                builder_.CreateZExt(less, builder_.getInt64Ty()));
        know(builder_.CreateLoad(builder_.getInt32Ty(), place), false);
      }
    }
    write_statements(6, depth);
    llvm::BasicBlock *last = builder_.GetInsertBlock();
    builder_.CreateBr(end);
    builder_.SetInsertPoint(end);
    std::vector<std::pair<llvm::PHINode *, llvm::Value *>> phis;
    for (const auto &[after, otherwise] : leave(before)) {
      llvm::PHINode *phi = builder_.CreatePHI(after->getType(), 2);
      phi->addIncoming(after, last);
      phi->addIncoming(pick(2) == 0 ? otherwise : llvm::PoisonValue::get(after->getType()),
                       before.block);
      phis.emplace_back(phi, otherwise);
    }
    keep_mask();
    for (const auto &[phi, otherwise] : phis) {
      know(builder_.CreateSelect(condition, phi, otherwise), false);
    }
  }

  static bool is_id(const llvm::Value &value) { return llvm::isa<llvm::TruncInst>(value); }

  void write_uniform_branch(unsigned depth) {
    llvm::Value *condition = value(builder_.getInt1Ty(), true).value;
    const Before before = this->before();
    llvm::BasicBlock *body = new_block("taken");
    llvm::BasicBlock *end = new_block("joined");
    builder_.CreateCondBr(condition, body, end);
    builder_.SetInsertPoint(body);
    keep_mask();
    write_statements(5, depth);
    llvm::BasicBlock *last = builder_.GetInsertBlock();
    builder_.CreateBr(end);
    builder_.SetInsertPoint(end);
    for (const auto &[after, otherwise] : leave(before)) {
      llvm::PHINode *phi = builder_.CreatePHI(after->getType(), 2);
      phi->addIncoming(after, last);
      phi->addIncoming(otherwise, before.block);
      know(phi, false);
    }
    keep_mask();
  }

  /// A new block has the mask of the previous one.
  void keep_mask() {
    if (mask_ != nullptr) {
      call_lane_function(builder_, LaneFunction::mask, mask_);
    }
  }

  void write_uniform_loop(unsigned depth) {
    llvm::BasicBlock *start = builder_.GetInsertBlock();
    const Before before = this->before();
    llvm::Type *type = this->type();
    const Index first = index();
    const Known initial = value(type);
    llvm::BasicBlock *body = new_block("loop");
    llvm::BasicBlock *end = new_block("done");
    builder_.CreateBr(body);
    builder_.SetInsertPoint(body);
    llvm::PHINode *counter = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    llvm::PHINode *strided = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    llvm::PHINode *carried = builder_.CreatePHI(type, 2);
    keep_mask();
    know(counter, true);
    know(carried, false);
    know(strided, false);
    const unsigned step = pick(40);
    const unsigned rounds = 1 + pick(4);
    indices_.push_back({strided, first.bound + rounds * step});
    if (indices_.back().bound >= largest_index) {
      indices_.pop_back();
    }
    write_statements(6, depth);
    llvm::Value *next = builder_.CreateNUWAdd(counter, builder_.getInt32(1));
    llvm::Value *next_strided = builder_.CreateNSWAdd(strided, builder_.getInt32(step));
    llvm::Value *next_carried = value(type).value;
    llvm::BasicBlock *latch = builder_.GetInsertBlock();
    builder_.CreateCondBr(builder_.CreateICmpULT(next, builder_.getInt32(rounds)), body, end);
    counter->addIncoming(builder_.getInt32(0), start);
    counter->addIncoming(next, latch);
    strided->addIncoming(first.value, start);
    strided->addIncoming(next_strided, latch);
    carried->addIncoming(initial.value, start);
    carried->addIncoming(next_carried, latch);
    builder_.SetInsertPoint(end);
    for (const auto &pair : leave(before)) {
      know(pair.first, false);
    }
    keep_mask();
  }

  void write_divergent_loop(unsigned depth) {
    llvm::Value *enters = masked(value(builder_.getInt1Ty()).value);
    const Before before = this->before();
    llvm::Type *type = this->type();
    const Index first = index();
    const Known initial = value(type);
    llvm::BasicBlock *body = new_block("loop");
    llvm::BasicBlock *end = new_block("left");
    builder_.CreateCondBr(call_lane_function(builder_, LaneFunction::any, enters), body, end);
    builder_.SetInsertPoint(body);
    llvm::PHINode *live = builder_.CreatePHI(builder_.getInt1Ty(), 2);
    llvm::PHINode *counter = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    llvm::PHINode *strided = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    llvm::PHINode *carried = builder_.CreatePHI(type, 2);
    mask_ = live;
    keep_mask();
    know(counter, true);
    know(carried, false);
    know(strided, false);
    const unsigned step = pick(40);
    const unsigned rounds = 1 + pick(6);
    if (first.bound + rounds * step < largest_index) {
      indices_.push_back({strided, first.bound + rounds * step});
    }
    write_statements(6, depth);
    llvm::Value *next = builder_.CreateNUWAdd(counter, builder_.getInt32(1));
    llvm::Value *next_strided = builder_.CreateNSWAdd(strided, builder_.getInt32(step));
    llvm::Value *next_carried = builder_.CreateSelect(live, value(type).value, carried);
    llvm::Value *goes_on = builder_.CreateAnd(
        value(builder_.getInt1Ty()).value, builder_.CreateICmpULT(next, builder_.getInt32(rounds)));
    llvm::Value *stays = builder_.CreateSelect(live, goes_on, builder_.getFalse());
    llvm::BasicBlock *latch = builder_.GetInsertBlock();
    builder_.CreateCondBr(call_lane_function(builder_, LaneFunction::any, stays), body, end);
    live->addIncoming(enters, before.block);
    live->addIncoming(stays, latch);
    counter->addIncoming(builder_.getInt32(0), before.block);
    counter->addIncoming(next, latch);
    strided->addIncoming(first.value, before.block);
    strided->addIncoming(next_strided, latch);
    carried->addIncoming(initial.value, before.block);
    carried->addIncoming(next_carried, latch);
    builder_.SetInsertPoint(end);
    leave(before);
    llvm::PHINode *result = builder_.CreatePHI(type, 2);
    result->addIncoming(initial.value, before.block);
    result->addIncoming(next_carried, latch);
    know(result, false);
    keep_mask();
  }

  llvm::Function &function_;
  WorkItemContext context_;
  llvm::IRBuilder<> builder_;
  std::mt19937 random_;
  std::vector<llvm::Type *> types_;
  llvm::AllocaInst *array_ = nullptr;
  std::vector<Known> known_;
  std::vector<Index> indices_;
  /// The mask of the current block.
  llvm::Value *mask_ = nullptr;
};

}  // namespace

void write_random_body(llvm::Module &module, uint32_t seed) {
  Writer(module, seed).write();
}
