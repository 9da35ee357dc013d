#include "codegen/vectorize/widen/memory/gather_members.h"
#include "codegen/vectorize/accesses/access.h"
#include "codegen/vectorize/accesses/memory_types.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include "codegen/vectorize/accesses/structures.h"
#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/element_shuffles.h"
#include "codegen/vectorize/widen/memory/lane_addresses.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

class MemberLoads {
 public:
  MemberLoads(Widener &widener, const Structure &structure)
      : widener_(widener),
        builder_(widener.builder()),
        structure_(structure),
        element_(type_in_memory(structure.members.front()->getType())) {}

  /// Returns a member of one part whose lanes are all active, as it is in memory.
  llvm::Value *load_one_by_one(unsigned part, size_t member) {
    const auto count = static_cast<unsigned>(structure_.members.size());
    const unsigned lanes = widener_.packet().lanes;
    llvm::SmallVector<llvm::Value *, 16> structures;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      structures.push_back(load_structure(part, lane));
    }
    llvm::SmallVector<llvm::Value *, 16> vectors;
    for (unsigned first = 0; first < lanes; first += lanes / count) {
      vectors.push_back(llvm::concatenateVectors(
          builder_, llvm::ArrayRef(structures).slice(first, lanes / count)));
    }
    return deinterleave(builder_, vectors, static_cast<unsigned>(member));
  }

  /// Returns a member of one part, as it is in memory.
  llvm::Value *load(unsigned part, const ActiveLanes &running, size_t member) {
    return member_of(gather(part, running), member);
  }

  /// Returns all members, in the order of their addresses.
  llvm::SmallVector<llvm::Value *, 8> load_all(unsigned part, const ActiveLanes &running) {
    llvm::Value *words = gather(part, running);
    llvm::SmallVector<llvm::Value *, 8> members;
    for (size_t i = 0; i < structure_.members.size(); ++i) {
      members.push_back(member_of(words, i));
    }
    return members;
  }

 private:
  llvm::Value *load_structure(unsigned part, unsigned lane) {
    const auto count = static_cast<unsigned>(structure_.members.size());
    llvm::LoadInst *value = builder_.CreateAlignedLoad(
        llvm::FixedVectorType::get(element_, count),
        structure_address(widener_, structure_, part, lane), structure_.alignment());
    copy_access_metadata(structure_.originals(), *value, false);
    return value;
  }

  llvm::Value *member_of(llvm::Value *words, size_t member) {
    return structure_.size < smallest_word ? bits_of(words, member) : elements_of(words, member);
  }

  /// Gathers the structures of all lanes as integers.
  llvm::Value *gather(unsigned part, const ActiveLanes &running) {
    llvm::Value *addresses = structure_addresses(widener_, structure_, part);
    llvm::Type *type =
        widener_.vector_type(builder_.getIntNTy(static_cast<unsigned>(8 * structure_.bytes())));
    llvm::Instruction *words = builder_.CreateMaskedGather(type, addresses, structure_.alignment(),
                                                           lane_mask(widener_, running),
                                                           llvm::Constant::getNullValue(type));
    copy_access_metadata(structure_.originals(), *words, running.all());
    return words;
  }

  /// Shifts and truncates, which code generators lower well for elements narrower than the smallest
  /// gather.
  llvm::Value *bits_of(llvm::Value *words, size_t member) {
    const auto bits = static_cast<uint64_t>(8 * structure_.size) * index_of(member);
    llvm::Value *shifted =
        builder_.CreateLShr(words, llvm::ConstantInt::get(words->getType(), bits));
    llvm::Type *integer = builder_.getIntNTy(static_cast<unsigned>(8 * structure_.size));
    return builder_.CreateBitCast(builder_.CreateTrunc(shifted, widener_.vector_type(integer)),
                                  widener_.vector_type(element_));
  }

  llvm::Value *elements_of(llvm::Value *words, size_t member) {
    const auto count = static_cast<unsigned>(structure_.members.size());
    const unsigned lanes = widener_.packet().lanes;
    llvm::Value *elements =
        builder_.CreateBitCast(words, llvm::FixedVectorType::get(element_, lanes * count));
    llvm::SmallVector<int, 16> indices;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      indices.push_back(static_cast<int>(lane * count + member));
    }
    return builder_.CreateShuffleVector(elements, indices);
  }

  /// Index of a member counted from the least significant bits.
  uint64_t index_of(size_t member) const {
    return widener_.layout().isLittleEndian() ? member : structure_.members.size() - 1 - member;
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  const Structure &structure_;
  llvm::Type *element_;
};

}  // namespace

void load_structures(Widener &widener, llvm::LoadInst &load, const Access &access) {
  MemberLoads loads(widener, *access.structure);
  for (const unsigned part : widener.parts_of(load)) {
    llvm::Value *value = loads.load_one_by_one(part, access.member);
    widener.set_vector(load, part, from_memory(widener, value, load.getType()));
  }
}

void gather_words(Widener &widener, llvm::LoadInst &load, const Access &access) {
  MemberLoads loads(widener, *access.structure);
  for (const unsigned part : widener.parts_of(load)) {
    llvm::Value *value =
        loads.load(part, active_lanes_of_sharing_parts(widener, load, part), access.member);
    widener.set_vector(load, part, from_memory(widener, value, load.getType()));
  }
}

llvm::SmallVector<llvm::Value *, 8> gather_members(Widener &widener, const Structure &structure,
                                                   unsigned part, const ActiveLanes &running) {
  return MemberLoads(widener, structure).load_all(part, running);
}

}  // namespace mux::compiler
