#include "codegen/vectorize/widen/instructions/widen_sub_groups.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "codegen/ir/sub_group_functions.h"
#include "codegen/vectorize/widen/widener.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

/// Builds the sub-group functions for one part.
class SubGroup {
 public:
  SubGroup(Widener &widener, llvm::CallInst &call, unsigned part)
      : widener_(widener),
        builder_(widener.builder()),
        call_(call),
        part_(part),
        lanes_(widener.packet().lanes) {}

  /// Returns one bit for each active lane for which the condition holds.
  llvm::Value *ballot() {
    llvm::Value *holds = of_active_lanes(builder_.getFalse());
    return builder_.CreateZExt(builder_.CreateBitCast(holds, builder_.getIntNTy(lanes_)),
                               builder_.getInt64Ty());
  }

  llvm::Value *reduce(GroupOperation operation) {
    return combine_elements(builder_, operation, values(operation));
  }

  llvm::Value *scan_inclusive(GroupOperation operation) {
    return combine_prefixes(builder_, operation, values(operation));
  }

  llvm::Value *scan_exclusive(GroupOperation operation) {
    llvm::Value *shifted =
        shift_elements(builder_, values(operation), identity_of(operation, call_.getType()));
    return combine_prefixes(builder_, operation, shifted);
  }

  /// Butterfly reduction: combines with the lane at distance 1, then 2, and so on up to the cluster
  /// size.
  llvm::Value *reduce_clusters(GroupOperation operation) {
    llvm::Value *combined = values(operation);
    llvm::Value *size = widener_.vector(*call_.getArgOperand(1), part_);
    for (unsigned distance = 1; distance < lanes_; distance *= 2) {
      llvm::SmallVector<int, 16> partners;
      for (unsigned lane = 0; lane < lanes_; ++lane) {
        partners.push_back(static_cast<int>(lane ^ distance));
      }
      llvm::Value *with_partner =
          combine(builder_, operation, combined, builder_.CreateShuffleVector(combined, partners));
      llvm::Value *reaches =
          builder_.CreateICmpULT(llvm::ConstantInt::get(size->getType(), distance), size);
      combined = builder_.CreateSelect(reaches, with_partner, combined);
    }
    return combined;
  }

  /// Returns the value of the lane with a uniform index. An index out of range is undefined in
  /// OpenCL C; it is masked.
  llvm::Value *broadcast() {
    llvm::Value &index = *call_.getArgOperand(1);
    llvm::Value *lane = builder_.CreateAnd(widener_.first_lane(index, part_), lanes_ - 1);
    return builder_.CreateExtractElement(widener_.vector(*call_.getArgOperand(0), part_), lane);
  }

  llvm::Value *shuffle() {
    llvm::Value *value = widener_.vector(*call_.getArgOperand(0), part_);
    llvm::Value *indices = widener_.vector(*call_.getArgOperand(1), part_);
    indices = builder_.CreateAnd(indices, llvm::ConstantInt::get(indices->getType(), lanes_ - 1));
    if (auto *constant = llvm::dyn_cast<llvm::ConstantDataVector>(indices)) {
      llvm::SmallVector<int, 16> lanes;
      for (unsigned lane = 0; lane < lanes_; ++lane) {
        lanes.push_back(static_cast<int>(constant->getElementAsInteger(lane)));
      }
      return builder_.CreateShuffleVector(value, lanes);
    }
    return permute(value, indices);
  }

 private:
  /// Returns the first argument in active lanes, and a constant in the others.
  llvm::Value *of_active_lanes(llvm::Constant *otherwise) {
    llvm::Value *value = widener_.vector(*call_.getArgOperand(0), part_);
    llvm::Value *running = widener_.mask(part_);
    return running == nullptr
               ? value
               : builder_.CreateSelect(running, value,
                                       llvm::ConstantVector::getSplat(
                                           llvm::ElementCount::getFixed(lanes_), otherwise));
  }

  llvm::Value *values(GroupOperation operation) {
    return of_active_lanes(neutral_of(operation, call_.getType()));
  }

  /// Permutes a value of several registers chunk by chunk, since processors permute the elements of
  /// one register.
  llvm::Value *permute(llvm::Value *value, llvm::Value *indices) {
    const unsigned bits = call_.getType()->getPrimitiveSizeInBits();
    const unsigned chunk = std::min(lanes_, vector_register_bits() / bits);
    llvm::SmallVector<llvm::Value *> results;
    for (unsigned first = 0; first < lanes_; first += chunk) {
      results.push_back(permuted_chunk(value, slice(indices, first, chunk), chunk));
    }
    while (results.size() > 1) {
      for (size_t i = 0; i < results.size() / 2; ++i) {
        results[i] = concatenate(results[2 * i], results[2 * i + 1]);
      }
      results.resize(results.size() / 2);
    }
    return results.front();
  }

  /// Builds as many results as fit a register, selected from all registers.
  llvm::Value *permuted_chunk(llvm::Value *value, llvm::Value *indices, unsigned chunk) {
    llvm::Constant *low_bits = llvm::ConstantInt::get(indices->getType(), chunk - 1);
    llvm::Value *within = builder_.CreateAnd(indices, low_bits);
    llvm::Value *result = nullptr;
    for (unsigned first = 0; first < lanes_; first += chunk) {
      llvm::Value *permuted = permuted_register(slice(value, first, chunk), within, chunk);
      if (result == nullptr) {
        result = permuted;
        continue;
      }
      llvm::Value *is_here =
          builder_.CreateICmpUGE(indices, llvm::ConstantInt::get(indices->getType(), first));
      result = builder_.CreateSelect(is_here, permuted, result);
    }
    return result;
  }

  /// Builds the extract and insert sequence that the code generator matches as a permutation.
  llvm::Value *permuted_register(llvm::Value *value, llvm::Value *indices, unsigned count) {
    llvm::Value *result = llvm::PoisonValue::get(value->getType());
    for (uint64_t lane = 0; lane < count; ++lane) {
      llvm::Value *source = builder_.CreateExtractElement(indices, lane);
      result =
          builder_.CreateInsertElement(result, builder_.CreateExtractElement(value, source), lane);
    }
    return result;
  }

  llvm::Value *slice(llvm::Value *vector, unsigned first, unsigned count) {
    if (count == lanes_) {
      return vector;
    }
    llvm::SmallVector<int, 16> elements;
    for (unsigned i = 0; i < count; ++i) {
      elements.push_back(static_cast<int>(first + i));
    }
    return builder_.CreateShuffleVector(vector, elements);
  }

  llvm::Value *concatenate(llvm::Value *lower, llvm::Value *upper) {
    const unsigned count =
        2 * llvm::cast<llvm::FixedVectorType>(lower->getType())->getNumElements();
    llvm::SmallVector<int, 16> elements;
    for (unsigned i = 0; i < count; ++i) {
      elements.push_back(static_cast<int>(i));
    }
    return builder_.CreateShuffleVector(lower, upper, elements);
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  llvm::CallInst &call_;
  unsigned part_;
  unsigned lanes_;
};

void widen_part(Widener &widener, llvm::CallInst &call, const SubGroupCall &meaning,
                unsigned part) {
  SubGroup sub_group(widener, call, part);
  switch (meaning.function) {
    case SubGroupFunction::lane:
      return widener.set_first_lane(call, part, llvm::ConstantInt::get(call.getType(), 0));
    case SubGroupFunction::max_size:
      return widener.set_first_lane(call, part,
                                    llvm::ConstantInt::get(call.getType(), widener.packet().lanes));
    case SubGroupFunction::ballot:
      return widener.set_first_lane(call, part, sub_group.ballot());
    case SubGroupFunction::reduce:
      return widener.set_first_lane(call, part, sub_group.reduce(meaning.operation));
    case SubGroupFunction::shuffle:
      if (!widener.shape(call).is_varying()) {
        return widener.set_first_lane(call, part, sub_group.broadcast());
      }
      return widener.set_vector(call, part, sub_group.shuffle());
    case SubGroupFunction::scan_inclusive:
      return widener.set_vector(call, part, sub_group.scan_inclusive(meaning.operation));
    case SubGroupFunction::scan_exclusive:
      return widener.set_vector(call, part, sub_group.scan_exclusive(meaning.operation));
    case SubGroupFunction::clustered_reduce:
      return widener.set_vector(call, part, sub_group.reduce_clusters(meaning.operation));
  }
}

}  // namespace

bool widen_sub_group_call(Widener &widener, llvm::CallInst &call) {
  const std::optional<SubGroupCall> meaning = sub_group_call(call);
  if (!meaning) {
    return false;
  }
  for (const unsigned part : widener.parts_of(call)) {
    widen_part(widener, call, *meaning, part);
  }
  return true;
}

}  // namespace mux::compiler
