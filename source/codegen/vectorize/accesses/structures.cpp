#include "codegen/vectorize/accesses/structures.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <optional>

#include "codegen/vectorize/accesses/address_terms.h"
#include "codegen/vectorize/accesses/memory_types.h"
#include "codegen/vectorize/analysis/access_runs.h"
#include "codegen/vectorize/analysis/shapes.h"

namespace mux::compiler {

namespace {

/// Accesses, keyed by the distance in members from the given one.
using Neighbors = std::map<int64_t, llvm::Instruction *>;

class NeighborFinder {
 public:
  NeighborFinder(llvm::Instruction &access, int64_t size, const Shapes &shapes,
                 const llvm::DataLayout &layout)
      : access_(access), size_(size), shapes_(shapes), layout_(layout), own_(address_of(access)) {}

  Neighbors find() const { return llvm::isa<llvm::LoadInst>(access_) ? loads() : stores(); }

 private:
  Address address_of(llvm::Instruction &access) const {
    return decompose_address(shapes_, layout_, *llvm::getLoadStorePointerOperand(&access));
  }

  /// Whether the address has the same kind of shape, so that both are widened in the same way.
  bool is_like(const Shape &other) const {
    const Shape own = shapes_.of(*llvm::getLoadStorePointerOperand(&access_));
    return own.is_strided() == other.is_strided() &&
           (!own.is_strided() || own.stride == other.stride);
  }

  std::optional<int64_t> distance_to(llvm::Instruction &other) const {
    if (llvm::getLoadStoreType(&other) != llvm::getLoadStoreType(&access_) ||
        !is_like(shapes_.of(*llvm::getLoadStorePointerOperand(&other)))) {
      return std::nullopt;
    }
    const std::optional<int64_t> bytes = distance(own_, address_of(other));
    return bytes.has_value() && *bytes % size_ == 0 ? std::optional(*bytes / size_) : std::nullopt;
  }

  /// Of several loads from one address, keeps the first.
  Neighbors loads() const {
    Neighbors neighbors;
    for (llvm::Instruction *other : access_run_of(access_)) {
      if (const std::optional<int64_t> distance = distance_to(*other)) {
        neighbors.try_emplace(*distance, other);
      }
    }
    return neighbors;
  }

  /// Returns consecutive stores without any other store between them, which might alias, and one
  /// for each address.
  Neighbors stores() const {
    Neighbors neighbors;
    bool has_own = false;
    for (llvm::Instruction *other : access_run_of(access_)) {
      const std::optional<int64_t> distance = distance_to(*other);
      if (!distance.has_value() || neighbors.contains(*distance)) {
        if (has_own) {
          break;
        }
        neighbors.clear();
      }
      if (distance.has_value()) {
        neighbors[*distance] = other;
        has_own |= other == &access_;
      }
    }
    return neighbors;
  }

  llvm::Instruction &access_;
  int64_t size_;
  const Shapes &shapes_;
  const llvm::DataLayout &layout_;
  Address own_;
};

}  // namespace

size_t Structure::earliest() const {
  size_t result = 0;
  for (size_t i = 1; i < members.size(); ++i) {
    result = members[i]->comesBefore(members[result]) ? i : result;
  }
  return result;
}

size_t Structure::latest() const {
  size_t result = 0;
  for (size_t i = 1; i < members.size(); ++i) {
    result = members[result]->comesBefore(members[i]) ? i : result;
  }
  return result;
}

llvm::Align Structure::alignment() const {
  return llvm::commonAlignment(llvm::getLoadStoreAlignment(members[earliest()]),
                               static_cast<uint64_t>(-offset()));
}

Structure find_structure(llvm::Instruction &access, unsigned lanes, int64_t largest,
                         const Shapes &shapes, const llvm::DataLayout &layout) {
  llvm::Type *type = llvm::getLoadStoreType(&access);
  const auto size =
      static_cast<int64_t>(layout.getTypeStoreSize(type_in_memory(type)).getFixedValue());
  Structure alone{{&access}, size};
  if (type->isPointerTy()) {
    return alone;
  }
  const Neighbors neighbors = NeighborFinder(access, size, shapes, layout).find();
  int64_t first = 0;
  while (neighbors.contains(first - 1)) {
    --first;
  }
  int64_t end = 1;
  while (neighbors.contains(end)) {
    ++end;
  }
  for (int64_t bytes = largest; bytes >= smallest_word;) {
    const int64_t count = bytes / size;
    if (count < 2 || count > end - first || count > lanes) {
      bytes /= 2;
      continue;
    }
    if (first + count > 0) {
      Structure structure{{}, size, neighbors.at(0) == &access};
      for (int64_t i = first; i < first + count; ++i) {
        structure.members.push_back(i == 0 ? &access : neighbors.at(i));
      }
      return structure;
    }
    first += count;
    if (first > 0) {
      break;
    }
  }
  return alone;
}

}  // namespace mux::compiler
