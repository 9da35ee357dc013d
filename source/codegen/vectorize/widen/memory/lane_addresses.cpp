#include "codegen/vectorize/widen/memory/lane_addresses.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <numeric>
#include <optional>

#include "codegen/vectorize/accesses/structures.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/memory/uniform_address.h"
#include "codegen/vectorize/widen/widener.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// Whether all offsets within the object of the base fit 31 bits.
bool is_in_small_object(const Widener &widener, const llvm::Value &base) {
  if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&base)) {
    const auto size = variable->getAllocationSize(widener.layout());
    const uint64_t most = uint64_t{1} << 31;
    return size.has_value() && size->getFixedValue() < most / (2 * widener.packet().lanes);
  }
  return base.getType()->getPointerAddressSpace() == address_space::local;
}

class AddressBuilder {
 public:
  AddressBuilder(Widener &widener, unsigned part)
      : widener_(widener), builder_(widener.builder()), part_(part) {}

  llvm::Value *build(const Address &address) {
    const Shape base = widener_.shape(*address.base);
    if (base.is_varying()) {
      return nullptr;
    }
    return is_in_small_object(widener_, *address.base) ? in_small_object(address, base)
                                                       : anywhere(address, base);
  }

 private:
  /// Computes the offset in 32 bits: it fits, so intermediate overflow is harmless.
  llvm::Value *in_small_object(const Address &address, const Shape &base) {
    llvm::Type *integer = builder_.getInt32Ty();
    int64_t granularity = std::gcd(address.constant, base.stride);
    for (const Term &term : address.terms) {
      granularity = std::gcd(granularity, term.scale);
    }
    granularity = largest_step(granularity);
    llvm::Value *same = builder_.getInt32(static_cast<uint32_t>(address.constant / granularity));
    llvm::Value *different =
        base.is_strided() ? widener_.lane_offsets(integer, base.stride / granularity) : nullptr;
    for (const Term &term : address.terms) {
      const Shape shape = widener_.shape(*term.index);
      llvm::Value *scale = builder_.getInt32(static_cast<uint32_t>(term.scale / granularity));
      if (shape.is_uniform()) {
        llvm::Value *index = resize(widener_.first_lane(*term.index, part_), term, integer);
        same = builder_.CreateAdd(same, builder_.CreateMul(index, scale));
      } else {
        llvm::Value *index = resize(widener_.vector(*term.index, part_), term, integer);
        different = plus(different, builder_.CreateMul(index, splat(scale)));
      }
    }
    different = plus(different, splat(same));
    return builder_.CreateGEP(step_type(granularity), widener_.first_lane(*address.base, part_),
                              different);
  }

  llvm::Value *anywhere(const Address &address, const Shape &base) {
    llvm::Type *wide = builder_.getInt64Ty();
    llvm::Value *pointer = uniform_address(widener_, address, part_);
    llvm::SmallVector<Term> varying;
    for (const Term &term : address.terms) {
      if (!widener_.shape(*term.index).is_uniform()) {
        varying.push_back(term);
      }
    }
    if (varying.size() == 1 && base.is_uniform()) {
      if (llvm::Value *result = one_narrow_index(pointer, varying.front())) {
        return result;
      }
    }
    llvm::Value *offsets = base.is_strided() ? widener_.lane_offsets(wide, base.stride) : nullptr;
    for (const Term &term : varying) {
      llvm::Value *index = resize(widener_.vector(*term.index, part_), term, wide);
      llvm::Value *scale = builder_.getInt64(static_cast<uint64_t>(term.scale));
      offsets = plus(offsets, builder_.CreateMul(index, splat(scale)));
    }
    return builder_.CreateGEP(builder_.getInt8Ty(), pointer,
                              offsets == nullptr ? splat(builder_.getInt64(0)) : offsets);
  }

  /// If the only varying index has at most 32 bits and a scale that instructions support.
  llvm::Value *one_narrow_index(llvm::Value *pointer, const Term &term) {
    if (term.scale != largest_step(term.scale)) {
      return nullptr;
    }
    const unsigned bits = term.index->getType()->getIntegerBitWidth();
    const unsigned signs = llvm::ComputeNumSignBits(term.index, widener_.layout());
    const bool fits = term.extension == Extension::sign
                          ? bits - signs < 32
                          : bits < 32 || llvm::isKnownNonNegative(
                                             term.index, llvm::SimplifyQuery(widener_.layout()));
    llvm::Value *index = nullptr;
    if (fits) {
      index = resize(widener_.vector(*term.index, part_), term, builder_.getInt32Ty());
    } else if (term.extension == Extension::zero && bits == 32) {
      // Biased by 2^31, an unsigned index becomes a signed one.
      constexpr int64_t middle = int64_t{1} << 31;
      pointer = advance(widener_, pointer, middle * term.scale);
      llvm::Value *sign = builder_.getInt32(static_cast<uint32_t>(middle));
      index = builder_.CreateXor(widener_.vector(*term.index, part_), splat(sign));
    } else {
      return nullptr;
    }
    return builder_.CreateGEP(step_type(term.scale), pointer, index);
  }

  /// Returns the largest step of 1, 2, 4 or 8 that divides a number of bytes.
  static int64_t largest_step(int64_t bytes) { return bytes == 0 ? 8 : std::gcd(bytes, 8); }

  llvm::Type *step_type(int64_t bytes) {
    return builder_.getIntNTy(static_cast<unsigned>(8 * bytes));
  }

  llvm::Value *splat(llvm::Value *scalar) {
    return builder_.CreateVectorSplat(widener_.packet().lanes, scalar);
  }

  llvm::Value *plus(llvm::Value *sum, llvm::Value *term) {
    return sum == nullptr ? term : builder_.CreateAdd(sum, term);
  }

  llvm::Value *resize(llvm::Value *index, const Term &term, llvm::Type *integer) {
    return resize_index(widener_, index, term.extension, integer);
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  unsigned part_;
};

/// Returns a strided pointer as its first lane plus constant offsets.
llvm::Value *strided_addresses(Widener &widener, llvm::Value &pointer, unsigned part,
                               int64_t stride) {
  llvm::IRBuilder<> &builder = widener.builder();
  constexpr int64_t most = int64_t{1} << 30;
  const int64_t lanes = widener.packet().lanes;
  const bool narrow = stride < most / lanes && stride > -most / lanes;
  llvm::Type *integer = narrow ? builder.getInt32Ty() : builder.getInt64Ty();
  return builder.CreateGEP(builder.getInt8Ty(), widener.first_lane(pointer, part),
                           widener.lane_offsets(integer, stride));
}

}  // namespace

llvm::Value *lane_addresses(Widener &widener, llvm::Value &pointer, unsigned part) {
  const Shape shape = widener.shape(pointer);
  if (shape.is_strided()) {
    return strided_addresses(widener, pointer, part, shape.stride);
  }
  if (shape.is_varying()) {
    AddressBuilder builder(widener, part);
    if (llvm::Value *result = builder.build(decompose_address(widener, pointer))) {
      return result;
    }
  }
  return widener.vector(pointer, part);
}

llvm::Value *address_at(Widener &widener, const IndexedAddress &indexed, unsigned part,
                        llvm::Value *index) {
  llvm::IRBuilder<> &builder = widener.builder();
  index = resize_index(widener, index, indexed.index.extension, builder.getInt64Ty());
  llvm::Value *scale = builder.getInt64(static_cast<uint64_t>(indexed.index.scale));
  llvm::Value *start = uniform_address(widener, indexed.address, part);
  return builder.CreateGEP(builder.getInt8Ty(), start, builder.CreateMul(index, scale));
}

llvm::Value *lane_address(Widener &widener, llvm::Value &pointer, unsigned part, unsigned lane) {
  const std::optional<IndexedAddress> indexed =
      indexed_address(widener.shapes(), widener.layout(), pointer);
  return indexed.has_value()
             ? address_at(widener, *indexed, part, widener.lane(*indexed->index.index, part, lane))
             : widener.lane(pointer, part, lane);
}

llvm::Value *structure_addresses(Widener &widener, const Structure &structure, unsigned part) {
  llvm::Value &first = *llvm::getLoadStorePointerOperand(structure.members[structure.earliest()]);
  return advance(widener, lane_addresses(widener, first, part), structure.offset());
}

llvm::Value *structure_address(Widener &widener, const Structure &structure, unsigned part,
                               unsigned lane) {
  llvm::Value &first = *llvm::getLoadStorePointerOperand(structure.members[structure.earliest()]);
  return advance(widener, lane_address(widener, first, part, lane), structure.offset());
}

}  // namespace mux::compiler
