/// @file
/// Decides the form of single accesses: for an access plan, and for choices that are made before
/// the packet of a plan is known.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include <array>
#include <cstdint>
#include <deque>
#include <optional>

#include "codegen/ir/packet.h"
#include "codegen/vectorize/accesses/access.h"
#include "codegen/vectorize/accesses/exchange_address.h"
#include "codegen/vectorize/accesses/interleaved_group.h"
#include "codegen/vectorize/accesses/structures.h"

namespace llvm {
class AtomicRMWInst;
class DataLayout;
class Function;
class Instruction;
class LoadInst;
class StoreInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct Shape;
class Shapes;

/// Whether an address with this shape is that of adjacent elements of `size` bytes.
bool has_adjacent_elements(const Shape &address, int64_t size);

class AccessPlanner {
 public:
  /// @param shapes of the function for the packet; must outlive this object.
  AccessPlanner(llvm::Function &linearized, const Packet &packet, const Shapes &shapes);

  /// Returns the entry of an instruction; nullopt if it does not access memory, or is an annotation
  /// or a call that the vectorizer expands itself (lane and sub-group functions). Groups and
  /// structures of the entry are owned by this object.
  /// @param block_mask the mask of its block; NULL if it has none.
  std::optional<Access> plan(llvm::Instruction &instruction, const llvm::Value *block_mask);

 private:
  void plan_load(llvm::LoadInst &load, Access &access);
  void plan_store(llvm::StoreInst &store, Access &access);
  void plan_atomic(llvm::AtomicRMWInst &update, Access &access) const;
  /// Whether it sets the form of a simple access at addresses that differ: not if they are
  /// irregular, or if the type has no vector form.
  bool has_regular_form(Access &access);
  void plan_irregular_load(llvm::LoadInst &load, Access &access);
  void plan_irregular_store(Access &access);
  bool is_in_group(Access &access);
  bool is_exchange(Access &access);
  bool is_near(const Structure &structure) const;
  void set_structure(Access &access, AccessForm form, const Structure &structure) const;
  /// @param largest maximum size of the structure in bytes: of a word or a structure.
  const Structure &structure_of(llvm::Instruction &access, int64_t largest);
  AccessMask mask_of(const llvm::Value *block_mask) const;
  /// Whether the dummy variable that inactive accesses are redirected to is large enough.
  bool fits_dummy(llvm::Type *type) const;

  const llvm::DataLayout &layout_;
  Packet packet_;
  const Shapes &shapes_;
  /// Found once for all members that they are the same for.
  llvm::DenseMap<const llvm::Instruction *, const InterleavedGroup *> group_of_;
  std::array<llvm::DenseMap<const llvm::Instruction *, const Structure *>, 2> structure_of_;
  std::deque<InterleavedGroup> groups_;
  std::deque<Structure> structures_;
  std::deque<ExchangeAddress> exchanges_;
};

}  // namespace mux::compiler
