#include "codegen/vectorize/widen/memory/near_gather.h"
#include "codegen/vectorize/accesses/memory_types.h"
#include "codegen/vectorize/accesses/near_loads.h"
#include "codegen/vectorize/accesses/structures.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>

#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/memory/lane_addresses.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/memory/uniform_address.h"
#include "codegen/vectorize/widen/permutation.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// Smallest page size; larger ones are multiples of it.
constexpr uint64_t page_size = 4096;

class NearGather {
 public:
  NearGather(Widener &widener, const Structure &loads, unsigned part)
      : widener_(widener),
        builder_(widener.builder()),
        loads_(loads),
        part_(part),
        lanes_(widener.packet().lanes),
        element_(type_in_memory(first().getType())),
        size_(static_cast<int64_t>(widener.layout().getTypeStoreSize(element_).getFixedValue())),
        running_(active_lanes_of_sharing_parts(widener, first(), part)) {}

  llvm::SmallVector<llvm::Value *, 8> load(
      llvm::function_ref<llvm::SmallVector<llvm::Value *, 8>()> gather) {
    const std::optional<IndexedAddress> address =
        indexed_address(widener_.shapes(), widener_.layout(), *first().getPointerOperand());
    llvm::Value *index = widener_.vector(*address->index.index, part_);
    // If the lanes read backwards, the last lane has the lowest address.
    lowest_lane_ = index_descends(widener_.shapes(), *address->index.index) ? lanes_ - 1 : 0;
    llvm::Value *first_index = builder_.CreateExtractElement(index, lowest_lane_);
    llvm::Value *start =
        advance(widener_, address_at(widener_, *address, part_, first_index), loads_.offset());
    llvm::Value *distance =
        builder_.CreateSub(index, builder_.CreateVectorSplat(lanes_, first_index));
    const int64_t step = address->index.scale / size_;

    llvm::BasicBlock *near = new_block("near");
    llvm::BasicBlock *far = new_block("far");
    llvm::BasicBlock *after = new_block("near.done");
    llvm::Value *all_near =
        builder_.CreateAnd(is_near(distance, step), ends_before_wrapping(first_index, *address));
    builder_.CreateCondBr(builder_.CreateAnd(all_near, is_in_page(start)), near, far);
    builder_.SetInsertPoint(near);
    const llvm::SmallVector<llvm::Value *, 8> permuted = load_near(start, distance, step);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(far);
    const llvm::SmallVector<llvm::Value *, 8> gathered = gather();
    far = builder_.GetInsertBlock();
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
    llvm::SmallVector<llvm::Value *, 8> results;
    for (size_t i = 0; i < loads_.members.size(); ++i) {
      llvm::PHINode *result = builder_.CreatePHI(permuted[i]->getType(), 2);
      result->addIncoming(permuted[i], near);
      result->addIncoming(gathered[i], far);
      results.push_back(result);
    }
    return results;
  }

 private:
  llvm::LoadInst &first() const {
    return llvm::cast<llvm::LoadInst>(*loads_.members[loads_.earliest()]);
  }

  /// Whether every active lane reads within one vector from the lowest lane's element on, and the
  /// lowest lane is active. Inactive lanes may have any index.
  llvm::Value *is_near(llvm::Value *distance, int64_t step) {
    const uint64_t end = (lanes_ + static_cast<uint64_t>(step) - 1) / static_cast<uint64_t>(step);
    llvm::Value *is_far =
        builder_.CreateICmpUGE(distance, llvm::ConstantInt::get(distance->getType(), end));
    llvm::Value *first_runs = builder_.getTrue();
    if (running_.each != nullptr) {
      // Indices of inactive lanes may be poison.
      is_far = builder_.CreateSelect(running_.each, is_far,
                                     llvm::Constant::getNullValue(is_far->getType()));
      first_runs = builder_.CreateExtractElement(running_.each, lowest_lane_);
    } else if (running_.together != nullptr) {
      first_runs = running_.together;
    }
    llvm::Value *bits = builder_.CreateBitCast(is_far, builder_.getIntNTy(lanes_));
    return builder_.CreateFreeze(builder_.CreateAnd(builder_.CreateIsNull(bits), first_runs));
  }

  /// Whether no index that is near the first one can wrap: the extended index would be far away.
  llvm::Value *ends_before_wrapping(llvm::Value *first_index, const IndexedAddress &address) {
    const unsigned bits = first_index->getType()->getIntegerBitWidth();
    if (bits >= widener_.layout().getPointerSizeInBits()) {
      return builder_.getTrue();
    }
    if (address.index.extension == Extension::zero) {
      const llvm::APInt last = llvm::APInt::getMaxValue(bits) - lanes_;
      return builder_.CreateICmpULE(first_index, builder_.getInt(last));
    }
    const llvm::APInt last = llvm::APInt::getSignedMaxValue(bits) - lanes_;
    return builder_.CreateICmpSLE(first_index, builder_.getInt(last));
  }

  /// Whether the loaded range lies in one page, together with an element that is read.
  llvm::Value *is_in_page(llvm::Value *start) {
    const uint64_t bytes = (lanes_ + loads_.members.size() - 1) * static_cast<uint64_t>(size_);
    llvm::Value *bits = builder_.CreatePtrToInt(start, builder_.getInt64Ty());
    llvm::Value *in_page = builder_.CreateAnd(bits, page_size - 1);
    return builder_.CreateFreeze(
        builder_.CreateICmpULE(in_page, builder_.getInt64(page_size - bytes)));
  }

  llvm::SmallVector<llvm::Value *, 8> load_near(llvm::Value *start, llvm::Value *distance,
                                                int64_t step) {
    distance = builder_.CreateFreeze(distance);
    if (step != 1) {
      distance = builder_.CreateMul(
          distance, llvm::ConstantInt::get(distance->getType(), static_cast<uint64_t>(step)));
    }
    llvm::SmallVector<llvm::Value *, 8> results;
    for (size_t i = 0; i < loads_.members.size(); ++i) {
      results.push_back(permute(widener_, load_vector(start, static_cast<int64_t>(i)), distance));
    }
    return results;
  }

  /// Frozen, since elements between those that lanes read may be uninitialized.
  llvm::Value *load_vector(llvm::Value *start, int64_t index) {
    llvm::LoadInst *vector = builder_.CreateAlignedLoad(
        widener_.vector_type(element_), advance(widener_, start, index * size_), alignment());
    return builder_.CreateFreeze(vector);
  }

  llvm::Align alignment() const {
    return std::min(first().getAlign(), llvm::Align(static_cast<uint64_t>(size_)));
  }

  llvm::BasicBlock *new_block(const char *name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name, &widener_.function());
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  const Structure &loads_;
  unsigned part_;
  unsigned lanes_;
  llvm::Type *element_;
  int64_t size_;
  ActiveLanes running_;
  uint64_t lowest_lane_ = 0;
};

}  // namespace

llvm::SmallVector<llvm::Value *, 8> load_near(
    Widener &widener, const Structure &loads, unsigned part,
    llvm::function_ref<llvm::SmallVector<llvm::Value *, 8>()> gather) {
  return NearGather(widener, loads, part).load(gather);
}

}  // namespace mux::compiler
