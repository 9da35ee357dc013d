#include "codegen/vectorize/accesses/interleaved_group.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <cstdlib>
#include <utility>

#include "codegen/vectorize/accesses/address_terms.h"
#include "codegen/vectorize/accesses/memory_types.h"
#include "codegen/vectorize/analysis/access_runs.h"
#include "codegen/vectorize/analysis/shapes.h"

namespace mux::compiler {

namespace {

class GroupFinder {
 public:
  GroupFinder(llvm::Instruction &access, const Shapes &shapes, const llvm::DataLayout &layout)
      : shapes_(shapes),
        layout_(layout),
        access_(access),
        type_(llvm::getLoadStoreType(&access)),
        size_(size_in_memory(layout, type_)),
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

  InterleavedGroup find() const {
    bool is_shared = true;
    Members members = llvm::isa<llvm::LoadInst>(access_) ? loads(is_shared) : stores();
    llvm::sort(members, [](const GroupMember &one, const GroupMember &other) {
      return one.offset < other.offset;
    });
    InterleavedGroup group = structure_in(members);
    group.is_shared = is_shared;
    return group;
  }

 private:
  using Members = llvm::SmallVector<GroupMember, most_accesses>;

  /// Returns the access as a member of the same group; nullopt if its stride, type or base differ.
  std::optional<GroupMember> member(llvm::Instruction &other, const Address &own) const {
    llvm::Value &pointer = *llvm::getLoadStorePointerOperand(&other);
    const Shape shape = shapes_.of(pointer);
    if (!shape.is_strided() || shape.stride != shape_.stride ||
        llvm::getLoadStoreType(&other) != type_) {
      return std::nullopt;
    }
    const std::optional<int64_t> bytes =
        distance(own, decompose_address(shapes_, layout_, pointer));
    return bytes.has_value() && *bytes % size_ == 0
               ? std::optional(GroupMember{&other, *bytes / size_})
               : std::nullopt;
  }

  static GroupMember *find_offset(Members &members, int64_t offset) {
    GroupMember *found = llvm::find_if(
        members, [offset](const GroupMember &candidate) { return candidate.offset == offset; });
    return found == members.end() ? nullptr : found;
  }

  /// @param is_shared becomes false if an earlier load has the address of the access.
  Members loads(bool &is_shared) const {
    const Address own =
        decompose_address(shapes_, layout_, *llvm::getLoadStorePointerOperand(&access_));
    Members members;
    for (llvm::Instruction *other : access_run_of(access_)) {
      const std::optional<GroupMember> candidate = member(*other, own);
      if (!candidate.has_value()) {
        continue;
      }
      GroupMember *same_offset = find_offset(members, candidate->offset);
      if (same_offset == nullptr) {
        members.push_back(*candidate);
      } else if (other == &access_) {
        *same_offset = *candidate;
        is_shared = false;
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
      const std::optional<GroupMember> candidate = member(*other, own);
      if (!candidate.has_value() || find_offset(members, candidate->offset) != nullptr) {
        const bool complete = llvm::any_of(
            members, [&](const GroupMember &earlier) { return earlier.access == &access_; });
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
  InterleavedGroup structure_in(const Members &members) const {
    InterleavedGroup group;
    group.element = type_in_memory(type_);
    group.stride = std::abs(shape_.stride) / size_;
    group.is_backwards = shape_.stride < 0;
    for (const GroupMember *next = members.begin(); next != members.end();) {
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

}  // namespace

const GroupMember *InterleavedGroup::find(int64_t offset) const {
  const auto *member = llvm::find_if(
      members, [offset](const GroupMember &candidate) { return candidate.offset == offset; });
  return member == members.end() ? nullptr : member;
}

std::optional<InterleavedGroup> find_interleaved_group(llvm::Instruction &access,
                                                       const Shapes &shapes,
                                                       const llvm::DataLayout &layout,
                                                       unsigned lanes) {
  const GroupFinder finder(access, shapes, layout);
  const std::optional<int64_t> stride = finder.stride();
  if (!stride.has_value() ||
      (*stride > largest_stride && !finder.can_be_transposed(*stride, lanes))) {
    return std::nullopt;
  }
  InterleavedGroup group = finder.find();
  return *stride <= largest_stride || group.is_full() ? std::optional(std::move(group))
                                                      : std::nullopt;
}

}  // namespace mux::compiler
