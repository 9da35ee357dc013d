#include "codegen/vectorize/widen/memory/scatter_members.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include "codegen/vectorize/accesses/access.h"
#include "codegen/vectorize/accesses/structures.h"
#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/element_shuffles.h"
#include "codegen/vectorize/widen/memory/lane_addresses.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

class MemberStores {
 public:
  MemberStores(Widener &widener, const Structure &structure)
      : widener_(widener),
        builder_(widener.builder()),
        structure_(structure),
        count_(static_cast<unsigned>(structure.members.size())),
        lanes_(widener.packet().lanes) {}

  /// Stores the structures of one part whose lanes are all active.
  void store_one_by_one(unsigned part) {
    constexpr unsigned words_of_structure = largest_structure / largest_word;
    const Values slices = slices_of(part, builder_.getInt64Ty());
    const unsigned structures_of_slice = lanes_ / count_;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      const unsigned word = lane % structures_of_slice * words_of_structure;
      llvm::Value *structure = builder_.CreateShuffleVector(
          slices[lane / structures_of_slice],
          llvm::createSequentialMask(word, words_of_structure, /*NumUndefs=*/0));
      llvm::StoreInst *store = builder_.CreateAlignedStore(
          structure, structure_address(widener_, structure_, part, lane), structure_.alignment());
      copy_access_metadata(structure_.originals(), *store, false);
    }
  }

  void scatter(unsigned part, const ActiveLanes &running) {
    llvm::Value *addresses = structure_addresses(widener_, structure_, part);
    llvm::Type *word = builder_.getIntNTy(static_cast<unsigned>(8 * structure_.bytes()));
    llvm::Value *words = llvm::concatenateVectors(builder_, slices_of(part, word));
    llvm::Instruction *scattered = builder_.CreateMaskedScatter(
        words, addresses, structure_.alignment(), lane_mask(widener_, running));
    copy_access_metadata(structure_.originals(), *scattered, running.all());
  }

 private:
  using Values = llvm::SmallVector<llvm::Value *, 8>;

  /// Returns the members' values as they are to be in memory.
  Values values_of(unsigned part) {
    Values values;
    for (llvm::Instruction *member : structure_.members) {
      llvm::Value &value = *llvm::cast<llvm::StoreInst>(member)->getValueOperand();
      values.push_back(to_memory(widener_, widener_.vector(value, part)));
    }
    return values;
  }

  /// Returns the structures of all lanes, concatenated, as vectors of words. Each vector is bitcast
  /// on its own: a vector with some of the structures has as many elements as one with some of the
  /// lanes, which lets operations be revectorized (revectorize_components.h).
  Values slices_of(unsigned part, llvm::Type *word) {
    const Values values = values_of(part);
    const uint64_t bits = widener_.layout().getTypeSizeInBits(values.front()->getType());
    llvm::Type *words = llvm::FixedVectorType::get(
        word, static_cast<unsigned>(bits / word->getPrimitiveSizeInBits()));
    Values slices;
    for (unsigned i = 0; i < count_; ++i) {
      slices.push_back(builder_.CreateBitCast(interleaved_slice(builder_, values, i), words));
    }
    return slices;
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  const Structure &structure_;
  unsigned count_;
  unsigned lanes_;
};

}  // namespace

void store_members(Widener &widener, llvm::StoreInst &store, const Access &access) {
  const Structure &structure = *access.structure;
  if (structure.members[structure.latest()] != &store) {
    return;
  }
  MemberStores stores(widener, structure);
  for (const unsigned part : widener.all_parts()) {
    if (access.form == AccessForm::structures) {
      stores.store_one_by_one(part);
    } else {
      stores.scatter(part, active_lanes(widener, store, part));
    }
  }
}

}  // namespace mux::compiler
