/// @file
/// Variables of temporaries and address registers. Those that are not indexed by address registers
/// become SSA values in LLVM's SROA.

#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <unordered_map>

#include "codegen/tgsi/body/storage_types.h"

namespace mux::compiler::tgsi {

class Temporaries {
 public:
  /// @param entry the kernel's first block, which needs no terminator yet: variables are defined
  /// and set to zero in it.
  Temporaries(const Program &program, llvm::BasicBlock &entry)
      : types_(program), entry_builder_(&entry) {}

  /// A word of a temporary: a float or a 32-bit integer.
  /// @param index the value of a computed index; NULL if the register's index is constant.
  llvm::Value *load(llvm::IRBuilder<> &builder, const Register &place, llvm::Value *index,
                    unsigned component);
  /// @param value a float or a 32-bit integer.
  void store(llvm::IRBuilder<> &builder, const Register &place, llvm::Value *index,
             unsigned component, llvm::Value *value);

  /// The variable of a component of an address register.
  llvm::Value *address_variable(uint32_t index, unsigned component);

 private:
  /// The variables of each component; equal ones for the components of a 64-bit value.
  struct Variables {
    std::array<llvm::AllocaInst *, component_count> of_component = {};
    ComponentTypes types = {};
  };
  /// Where a component is.
  struct Place {
    llvm::Value *pointer = nullptr;
    llvm::Type *type = nullptr;
    /// Whether the component is a half of a 64-bit value.
    bool is_wide = false;
  };

  llvm::Value *load_place(llvm::IRBuilder<> &builder, const Place &place);
  void store_place(llvm::IRBuilder<> &builder, const Place &place, llvm::Value *value);
  /// Forgets the known values if the block is not that in which they were stored.
  void enter(const llvm::BasicBlock *block);
  Place find(llvm::IRBuilder<> &builder, const Register &place, llvm::Value *index,
             unsigned component);
  llvm::AllocaInst *define(llvm::Type *type, const StorageKey &key);
  llvm::Type *llvm_type(Type type);

  StorageTypes types_;
  llvm::IRBuilder<> entry_builder_;
  std::unordered_map<uint64_t, Variables> variables_;
  std::unordered_map<uint32_t, llvm::AllocaInst *> addresses_;
  /// The values of variables in the current block. SROA would find them, but for each variable it
  /// goes through the blocks that load and store it: that is quadratic in large blocks.
  std::unordered_map<const llvm::Value *, llvm::Value *> known_;
  const llvm::BasicBlock *known_block_ = nullptr;
};

}  // namespace mux::compiler::tgsi
