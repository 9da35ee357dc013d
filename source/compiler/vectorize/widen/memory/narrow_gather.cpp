#include "compiler/vectorize/widen/memory/narrow_gather.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include <optional>

#include "compiler/processor/host_target.h"
#include "compiler/vectorize/widen/memory/lane_addresses.h"
#include "compiler/vectorize/widen/memory/memory_access.h"
#include "compiler/vectorize/widen/running_lanes.h"
#include "compiler/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

constexpr unsigned word_size = 4;

/// Addresses as one base and a vector of indices.
struct Indexed {
  llvm::Value *base = nullptr;
  llvm::Value *indices = nullptr;
  /// Bytes from one index to the next.
  unsigned step = 1;
};

std::optional<Indexed> indexed(const Widener &widener, llvm::Value &addresses) {
  auto *step = llvm::dyn_cast<llvm::GEPOperator>(&addresses);
  if (step == nullptr || step->getPointerOperand()->getType()->isVectorTy() ||
      step->getNumIndices() != 1 || !step->getOperand(1)->getType()->isVectorTy()) {
    return std::nullopt;
  }
  const uint64_t size =
      widener.layout().getTypeAllocSize(step->getSourceElementType()).getFixedValue();
  return Indexed{step->getPointerOperand(), step->getOperand(1), static_cast<unsigned>(size)};
}

class WordGatherer {
 public:
  WordGatherer(Widener &widener, llvm::LoadInst &load, unsigned part, unsigned size)
      : widener_(widener), builder_(widener.builder()), load_(load), part_(part), size_(size) {}

  llvm::Value *build(const Indexed &address) {
    llvm::Type *pointer = address.base->getType();
    llvm::Type *integer = widener_.layout().getIndexType(pointer);
    llvm::Value *words = builder_.CreateIntrinsic(
        llvm::Intrinsic::ptrmask, {pointer, integer},
        {address.base, llvm::ConstantInt::getSigned(integer, -static_cast<int64_t>(word_size))});
    llvm::Value *low = builder_.CreateAnd(
        builder_.CreateTrunc(builder_.CreatePtrToInt(address.base, integer), builder_.getInt32Ty()),
        word_size - 1);
    if (address.step >= word_size) {
      llvm::Value *gathered = gather(words, address.indices, address.step);
      return element_of(gathered, splat(builder_.CreateMul(low, builder_.getInt32(8))));
    }
    // The index of the word, and of the element in it, without a sum that might overflow.
    llvm::Type *index = address.indices->getType();
    const unsigned in_word = word_size / size_;
    llvm::Value *element =
        builder_.CreateAnd(address.indices, llvm::ConstantInt::get(index, in_word - 1));
    llvm::Value *first = builder_.CreateLShr(low, llvm::Log2_32(size_));
    first = builder_.CreateZExtOrTrunc(first, index->getScalarType());
    element = builder_.CreateAdd(element, splat(first));
    const unsigned shift = llvm::Log2_32(in_word);
    llvm::Value *word = builder_.CreateAdd(builder_.CreateAShr(address.indices, shift),
                                           builder_.CreateLShr(element, shift));
    element = builder_.CreateAnd(element, llvm::ConstantInt::get(index, in_word - 1));
    element = builder_.CreateZExtOrTrunc(element, widener_.vector_type(builder_.getInt32Ty()));
    llvm::Value *bits =
        builder_.CreateMul(element, llvm::ConstantInt::get(element->getType(), 8 * size_));
    return element_of(gather(words, word, word_size), bits);
  }

 private:
  llvm::Value *gather(llvm::Value *base, llvm::Value *indices, unsigned step) {
    const RunningLanes running = reading_lanes(widener_, load_, part_);
    llvm::Type *type = widener_.vector_type(builder_.getInt32Ty());
    llvm::Value *addresses = builder_.CreateGEP(builder_.getIntNTy(8 * step), base, indices);
    llvm::Instruction *words = builder_.CreateMaskedGather(type, addresses, llvm::Align(word_size),
                                                           lane_mask(widener_, running),
                                                           llvm::Constant::getNullValue(type));
    copy_access_metadata(&load_, *words, false);
    return words;
  }

  /// @param distance of the element in bits from the lowest one.
  llvm::Value *element_of(llvm::Value *words, llvm::Value *distance) {
    llvm::Type *integer = widener_.vector_type(builder_.getIntNTy(8 * size_));
    llvm::Value *elements = builder_.CreateTrunc(builder_.CreateLShr(words, distance), integer);
    return builder_.CreateBitCast(elements, widener_.vector_type(type_in_memory(load_.getType())));
  }

  llvm::Value *splat(llvm::Value *scalar) {
    return builder_.CreateVectorSplat(widener_.packet().lanes, scalar);
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  llvm::LoadInst &load_;
  unsigned part_;
  unsigned size_;
};

}  // namespace

llvm::Value *gather_narrow(Widener &widener, llvm::LoadInst &load, unsigned part) {
  llvm::Type *element = type_in_memory(load.getType());
  const auto size =
      static_cast<unsigned>(widener.layout().getTypeStoreSize(element).getFixedValue());
  if (size >= word_size || load.getAlign().value() < size || !code_target().has_feature("avx2")) {
    return nullptr;
  }
  llvm::Value *addresses = lane_addresses(widener, *load.getPointerOperand(), part);
  const std::optional<Indexed> address = indexed(widener, *addresses);
  if (!address.has_value() || (address->step < word_size && address->step != size)) {
    return nullptr;
  }
  return WordGatherer(widener, load, part, size).build(*address);
}

}  // namespace mux::compiler
