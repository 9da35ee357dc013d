#include "codegen/vectorize/widen/memory/interleaved_access.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <utility>

#include "codegen/vectorize/analysis/access_runs.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/element_shuffles.h"
#include "codegen/vectorize/widen/memory/address_terms.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// An access to one element of each lane's structure.
struct Member {
  llvm::Instruction *access = nullptr;
  /// Offset from the start of the structure, in elements.
  int64_t offset = 0;
};

/// Accesses to contiguous structures, one for each lane, sorted by offset.
struct Group {
  llvm::SmallVector<Member, 8> members;
  /// Number of elements from one structure to the next.
  int64_t stride = 0;
  /// The stride is negative: the last lane's structure is the first one in memory.
  bool is_backwards = false;
  /// Number of elements from a structure's first accessed element to its last one.
  int64_t extent = 0;
  llvm::Type *element = nullptr;

  /// Whether the structure has a power of two of elements and the last one is accessed.
  bool is_whole() const {
    return extent == stride && std::has_single_bit(static_cast<uint64_t>(stride));
  }
  /// Whether, in addition, all elements are accessed.
  bool is_full() const { return is_whole() && members.size() == static_cast<size_t>(stride); }
  const Member *find(int64_t offset) const {
    const auto *member = llvm::find_if(
        members, [offset](const Member &candidate) { return candidate.offset == offset; });
    return member == members.end() ? nullptr : member;
  }
};

class GroupFinder {
 public:
  GroupFinder(llvm::Instruction &access, const Shapes &shapes, const llvm::DataLayout &layout)
      : shapes_(shapes),
        layout_(layout),
        access_(access),
        type_(llvm::getLoadStoreType(&access)),
        size_(static_cast<int64_t>(layout.getTypeStoreSize(type_in_memory(type_)).getFixedValue())),
        shape_(shapes.of(*llvm::getLoadStorePointerOperand(&access))) {}

  /// Returns the stride in elements; nullopt unless it is a constant multiple of the element size,
  /// of more than one element.
  std::optional<int64_t> stride() const {
    const int64_t distance = std::abs(shape_.stride);
    return shape_.is_strided() && distance > size_ && distance % size_ == 0
               ? std::optional(distance / size_)
               : std::nullopt;
  }

  /// Whether structures of a stride can be transposed to vectors of members if all elements are
  /// accessed: processors shuffle 32-bit elements of any two vectors with one instruction.
  bool can_be_transposed(int64_t stride, unsigned lanes) const {
    return size_ >= 4 && stride <= lanes && std::has_single_bit(static_cast<uint64_t>(stride));
  }

  Group find() const {
    Members members = llvm::isa<llvm::LoadInst>(access_) ? loads() : stores();
    llvm::sort(members,
               [](const Member &one, const Member &other) { return one.offset < other.offset; });
    return structure_in(members);
  }

 private:
  using Members = llvm::SmallVector<Member, most_accesses>;

  /// Returns the access as a member of the same group; nullopt if its stride, type or base differ.
  std::optional<Member> member(llvm::Instruction &other, const Address &own) const {
    llvm::Value &pointer = *llvm::getLoadStorePointerOperand(&other);
    const Shape shape = shapes_.of(pointer);
    if (!shape.is_strided() || shape.stride != shape_.stride ||
        llvm::getLoadStoreType(&other) != type_) {
      return std::nullopt;
    }
    const std::optional<int64_t> bytes =
        distance(own, decompose_address(shapes_, layout_, pointer));
    return bytes.has_value() && *bytes % size_ == 0 ? std::optional(Member{&other, *bytes / size_})
                                                    : std::nullopt;
  }

  static Member *find_offset(Members &members, int64_t offset) {
    Member *found = llvm::find_if(
        members, [offset](const Member &candidate) { return candidate.offset == offset; });
    return found == members.end() ? nullptr : found;
  }

  Members loads() const {
    const Address own =
        decompose_address(shapes_, layout_, *llvm::getLoadStorePointerOperand(&access_));
    Members members;
    for (llvm::Instruction *other : access_run_of(access_)) {
      const std::optional<Member> candidate = member(*other, own);
      if (!candidate.has_value()) {
        continue;
      }
      Member *same_offset = find_offset(members, candidate->offset);
      if (same_offset == nullptr) {
        members.push_back(*candidate);
      } else if (other == &access_) {
        *same_offset = *candidate;
      }
    }
    return members;
  }

  /// Returns consecutive stores without any other store between them, one for each offset.
  Members stores() const {
    const Address own =
        decompose_address(shapes_, layout_, *llvm::getLoadStorePointerOperand(&access_));
    Members members;
    for (llvm::Instruction *other : access_run_of(access_)) {
      const std::optional<Member> candidate = member(*other, own);
      if (!candidate.has_value() || find_offset(members, candidate->offset) != nullptr) {
        const bool complete = llvm::any_of(
            members, [&](const Member &earlier) { return earlier.access == &access_; });
        if (complete) {
          break;
        }
        members.clear();
      }
      if (candidate.has_value()) {
        members.push_back(*candidate);
      }
    }
    return members;
  }

  /// Partitions the accesses into structures by ascending offset, and returns the one that contains
  /// the access.
  Group structure_in(const Members &members) const {
    Group group;
    group.element = type_in_memory(type_);
    group.stride = std::abs(shape_.stride) / size_;
    group.is_backwards = shape_.stride < 0;
    for (const Member *next = members.begin(); next != members.end();) {
      const int64_t start = next->offset;
      group.members.clear();
      bool found = false;
      for (; next != members.end() && next->offset < start + group.stride; ++next) {
        group.members.push_back({next->access, next->offset - start});
        found |= next->access == &access_;
      }
      if (found) {
        break;
      }
    }
    group.extent = group.members.back().offset + 1;
    return group;
  }

  const Shapes &shapes_;
  const llvm::DataLayout &layout_;
  llvm::Instruction &access_;
  llvm::Type *type_;
  int64_t size_;
  Shape shape_;
};

/// The memory of a group as consecutive vectors. Nothing beyond the last element of the last lane
/// is accessed: the last vector that is loaded overlaps the one before, and stores with gaps are
/// masked anyway, so stores of all members and of some of them access the same elements.
class Pieces {
 public:
  Pieces(Widener &widener, const Group &group, unsigned part, const ActiveLanes &running)
      : widener_(widener),
        group_(group),
        running_(running),
        part_(part),
        lanes_(widener.packet().lanes),
        elements_((lanes_ - 1) * group.stride + group.extent) {
    for (const Member &member : group.members) {
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
    const Member *first =
        llvm::min_element(group_.members, [](const Member &one, const Member &other) {
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
  const Group &group_;
  const ActiveLanes &running_;
  unsigned part_;
  int64_t lanes_;
  int64_t elements_;
  llvm::SmallVector<const llvm::Instruction *, 8> accesses_;
};

/// Returns the group of an access; nullopt if its stride is too large or not constant.
std::optional<Group> find_group(const Widener &widener, llvm::Instruction &access) {
  const GroupFinder finder(access, widener.shapes(), widener.layout());
  const std::optional<int64_t> stride = finder.stride();
  if (!stride.has_value() ||
      (*stride > largest_stride && !finder.can_be_transposed(*stride, widener.packet().lanes))) {
    return std::nullopt;
  }
  Group group = finder.find();
  return *stride <= largest_stride || group.is_full() ? std::optional(std::move(group))
                                                      : std::nullopt;
}

}  // namespace

bool is_of_whole_structures(llvm::Instruction &access, const Shapes &shapes,
                            const llvm::DataLayout &layout, unsigned lanes) {
  const GroupFinder finder(access, shapes, layout);
  const std::optional<int64_t> stride = finder.stride();
  return stride.has_value() && finder.can_be_transposed(*stride, lanes) && finder.find().is_full();
}

bool widen_interleaved_load(Widener &widener, llvm::LoadInst &load) {
  const std::optional<Group> found = find_group(widener, load);
  if (!found.has_value()) {
    return false;
  }
  const Group &group = *found;
  const Member &own =
      *llvm::find_if(group.members, [&](const Member &member) { return member.access == &load; });
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
  return true;
}

bool widen_interleaved_store(Widener &widener, llvm::StoreInst &store) {
  const std::optional<Group> found = find_group(widener, store);
  if (!found.has_value()) {
    return false;
  }
  const Group &group = *found;
  if (llvm::any_of(group.members,
                   [&](const Member &member) { return store.comesBefore(member.access); })) {
    // Built at the position of the group's last store.
    return true;
  }
  const int64_t lanes = widener.packet().lanes;
  for (const unsigned part : widener.all_parts()) {
    const ActiveLanes running = active_lanes(widener, store, part);
    Pieces pieces(widener, group, part, running);
    llvm::SmallVector<llvm::Value *, 8> values;
    for (const Member &member : group.members) {
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
  return true;
}

}  // namespace mux::compiler
