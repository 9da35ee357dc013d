#include "codegen/vectorize/widen/memory/interleaved_access.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "codegen/vectorize/accesses/interleaved_group.h"
#include "codegen/vectorize/accesses/memory_types.h"
#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/element_shuffles.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// The memory of a group as consecutive vectors. Nothing beyond the last element of the last lane
/// is accessed: the last vector that is loaded overlaps the one before, and stores with gaps are
/// masked anyway, so stores of all members and of some of them access the same elements.
class Pieces {
 public:
  Pieces(Widener &widener, const InterleavedGroup &group, unsigned part, const ActiveLanes &running)
      : widener_(widener),
        group_(group),
        running_(running),
        part_(part),
        lanes_(widener.packet().lanes),
        elements_((lanes_ - 1) * group.stride + group.extent) {
    for (const GroupMember &member : group.members) {
      accesses_.push_back(member.access);
    }
  }

  int64_t count() const { return (elements_ + lanes_ - 1) / lanes_; }
  /// Returns the first element of a piece, counted from the first structure.
  int64_t start(int64_t piece) const {
    const int64_t behind = piece * lanes_;
    return llvm::isa<llvm::StoreInst>(accesses_.front()) ? behind
                                                         : std::min(behind, elements_ - lanes_);
  }

  llvm::Value *load(int64_t piece) {
    const ActiveLanes running =
        running_of(piece, [this](int64_t offset) { return offset < group_.extent; });
    return load_vector(widener_, {accesses_, running}, location(piece));
  }

  /// Maps lanes to structures, and structures to lanes.
  int64_t opposite(int64_t index) const { return group_.is_backwards ? lanes_ - 1 - index : index; }
  /// Reorders a vector from the order of lanes to that of structures, and vice versa.
  llvm::Value *mirrored(llvm::Value *vector) {
    return group_.is_backwards ? widener_.builder().CreateVectorReverse(vector) : vector;
  }

  /// Extracts the elements of one member.
  llvm::Value *member(llvm::ArrayRef<llvm::Value *> vectors, int64_t offset) {
    llvm::SmallVector<ShuffleSource, 8> sources;
    for (llvm::Value *vector : vectors) {
      sources.push_back({vector, llvm::SmallVector<int, 16>(static_cast<size_t>(lanes_), -1)});
    }
    for (int64_t lane = 0; lane < lanes_; ++lane) {
      const int64_t element = opposite(lane) * group_.stride + offset;
      const int64_t piece = std::min(element / lanes_, count() - 1);
      sources[static_cast<size_t>(piece)].elements[static_cast<size_t>(lane)] =
          static_cast<int>(element - start(piece));
    }
    return gather_elements(widener_.builder(), std::move(sources));
  }

  void store(int64_t piece, llvm::Value *value) {
    const ActiveLanes running =
        running_of(piece, [this](int64_t offset) { return group_.find(offset) != nullptr; });
    store_vector(widener_, {accesses_, running}, location(piece), value);
  }

 private:
  VectorLocation location(int64_t piece) {
    // The address of the earliest access dominates all the others.
    const GroupMember *first =
        llvm::min_element(group_.members, [](const GroupMember &one, const GroupMember &other) {
          return one.access->comesBefore(other.access);
        });
    const auto size =
        static_cast<int64_t>(widener_.layout().getTypeStoreSize(group_.element).getFixedValue());
    const int64_t first_lane = opposite(0) * group_.stride + first->offset;
    const int64_t distance = (start(piece) - first_lane) * size;
    llvm::Value *pointer =
        widener_.first_lane(*llvm::getLoadStorePointerOperand(first->access), part_);
    const llvm::Align alignment = first_lane_alignment(llvm::getLoadStoreAlignment(first->access),
                                                       group_.stride * size, running_);
    return {advance(widener_, pointer, distance),
            llvm::commonAlignment(alignment, static_cast<uint64_t>(std::abs(distance))),
            widener_.vector_type(group_.element)};
  }

  /// Returns the accessed elements of a piece: wanted elements of active lanes.
  template <typename Predicate>
  ActiveLanes running_of(int64_t piece, Predicate is_wanted) {
    llvm::IRBuilder<> &builder = widener_.builder();
    llvm::SmallVector<int, 16> lanes;
    bool all = true;
    for (int64_t i = 0; i < lanes_; ++i) {
      const int64_t element = start(piece) + i;
      const bool wanted = is_wanted(element % group_.stride);
      all &= wanted;
      lanes.push_back(static_cast<int>(wanted ? opposite(element / group_.stride) : lanes_));
    }
    // Loads may read the gaps between a part's lanes if all of them are active.
    if (running_.each == nullptr &&
        (all || llvm::isa<llvm::LoadInst>(group_.members.front().access))) {
      return running_;
    }
    llvm::Value *mask = lane_mask(widener_, running_);
    return {.each = builder.CreateShuffleVector(mask, llvm::Constant::getNullValue(mask->getType()),
                                                lanes)};
  }

  Widener &widener_;
  const InterleavedGroup &group_;
  const ActiveLanes &running_;
  unsigned part_;
  int64_t lanes_;
  int64_t elements_;
  llvm::SmallVector<const llvm::Instruction *, 8> accesses_;
};

}  // namespace

void widen_interleaved_load(Widener &widener, llvm::LoadInst &load, const InterleavedGroup &group) {
  const GroupMember &own = *llvm::find_if(
      group.members, [&](const GroupMember &member) { return member.access == &load; });
  for (const unsigned part : widener.parts_of(load)) {
    const ActiveLanes running = active_lanes_of_sharing_parts(widener, load, part);
    Pieces pieces(widener, group, part, running);
    llvm::SmallVector<llvm::Value *, 8> vectors;
    for (int64_t piece = 0; piece < pieces.count(); ++piece) {
      vectors.push_back(pieces.load(piece));
    }
    llvm::Value *value = group.is_whole()
                             ? pieces.mirrored(deinterleave(widener.builder(), vectors,
                                                            static_cast<unsigned>(own.offset)))
                             : pieces.member(vectors, own.offset);
    widener.set_vector(load, part, from_memory(widener, value, load.getType()));
  }
}

void widen_interleaved_store(Widener &widener, llvm::StoreInst &store,
                             const InterleavedGroup &group) {
  if (llvm::any_of(group.members,
                   [&](const GroupMember &member) { return store.comesBefore(member.access); })) {
    return;
  }
  const int64_t lanes = widener.packet().lanes;
  for (const unsigned part : widener.all_parts()) {
    const ActiveLanes running = active_lanes(widener, store, part);
    Pieces pieces(widener, group, part, running);
    llvm::SmallVector<llvm::Value *, 8> values;
    for (const GroupMember &member : group.members) {
      llvm::Value &stored = *llvm::cast<llvm::StoreInst>(member.access)->getValueOperand();
      values.push_back(pieces.mirrored(to_memory(widener, widener.vector(stored, part))));
    }
    for (int64_t piece = 0; piece < pieces.count(); ++piece) {
      if (group.is_full()) {
        pieces.store(piece,
                     interleaved_slice(widener.builder(), values, static_cast<unsigned>(piece)));
        continue;
      }
      llvm::SmallVector<ShuffleSource, 8> sources;
      for (size_t i = 0; i < values.size(); ++i) {
        ShuffleSource source{values[i], {}};
        for (int64_t lane = 0; lane < lanes; ++lane) {
          const int64_t element = pieces.start(piece) + lane;
          source.elements.push_back(element % group.stride == group.members[i].offset
                                        ? static_cast<int>(element / group.stride)
                                        : -1);
        }
        sources.push_back(std::move(source));
      }
      // Between distant members there may be a piece without any member.
      if (llvm::any_of(sources, is_used)) {
        pieces.store(piece, gather_elements(widener.builder(), std::move(sources)));
      }
    }
  }
}

}  // namespace mux::compiler
