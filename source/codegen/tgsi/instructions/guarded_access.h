/// @file
/// Accesses of buffers, shared memory and atomic counters that do nothing out of range.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>
#include <span>

#include "codegen/tgsi/body/body.h"

namespace mux::compiler::tgsi {

inline constexpr llvm::Align word_alignment = llvm::Align::Constant<word_bytes>();

/// Words of a resource.
struct WordRange {
  /// The first byte of the resource.
  llvm::Value *pointer = nullptr;
  /// The offset of the first word in bytes, 64 bits.
  llvm::Value *offset = nullptr;
  /// Whether all words are in range, an i1.
  llvm::Value *is_inside = nullptr;
};

/// An access of a buffer, whose number is constant, or of shared memory.
struct AccessDescription {
  const Register *resource = nullptr;
  const Source *address = nullptr;
  /// Number of words from the address on.
  unsigned words = 0;
};

/// Nothing if the instruction is no such access.
std::optional<AccessDescription> describe_access(const Instruction &instruction);

/// Number of words up to the last component of the mask.
unsigned words_of(Mask mask);

/// Whether all of the accesses, for which describe_access() has a description, are in range: an i1.
llvm::Value *are_inside(Body &body, std::span<const Instruction *const> accesses);

/// The words from that at the instruction's address on.
/// @param count number of words.
WordRange find_words(Body &body, const Instruction &instruction, const Register &place,
                     llvm::Value *address, unsigned count);

/// The address of the word `index` of the range.
llvm::Value *word_pointer(Body &body, const WordRange &range, unsigned index);

/// Builds code that is executed only if an access is in range.
/// @param is_inside an i1.
/// @param build returns the values of the code.
/// @return these values; 0 if the access is out of range.
llvm::SmallVector<llvm::Value *> when_inside(
    Body &body, llvm::Value *is_inside,
    llvm::function_ref<llvm::SmallVector<llvm::Value *>()> build);

/// The address operand of a source or destination in bytes: that of atomic counters is the
/// register's index.
llvm::Value *address_of(Body &body, const Instruction &instruction, const Register &place,
                        size_t operand);

}  // namespace mux::compiler::tgsi
