/// @file
/// What the address of an access is the sum of.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Alignment.h>

#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Shapes;
class Widener;

/// How the narrow integer that an index comes from is made wide.
enum class Extension { sign, zero };

/// `index * scale` bytes.
struct Term {
  llvm::Value *index = nullptr;
  int64_t scale = 1;
  Extension extension = Extension::sign;

  bool operator==(const Term &) const = default;
};

/// base + constant + the sum of the terms, modulo 2^64.
struct Address {
  llvm::Value *base = nullptr;
  int64_t constant = 0;
  llvm::SmallVector<Term> terms;
};

/// Takes steps from pointer to pointer together, and indices apart where they add a constant, or to
/// a varying value a uniform one.
/// @param pointer of the linearized function.
Address decompose_address(const Shapes &shapes, const llvm::DataLayout &layout,
                          llvm::Value &pointer);
Address decompose_address(const Widener &widener, llvm::Value &pointer);

/// The index of a term in another integer type; a vector stays one.
llvm::Value *resize_index(Widener &widener, llvm::Value *index, Extension extension,
                          llvm::Type *integer);
/// The base's first lane, the constant and the terms that are uniform.
llvm::Value *uniform_address(Widener &widener, const Address &address, unsigned part);

/// What is known of the first lane of each part without what the accesses say.
llvm::Align known_alignment(const Widener &widener, const Address &address);

/// How many bytes the second address lies behind the first one; nothing if that is not known.
std::optional<int64_t> distance(const Address &first, const Address &second);

}  // namespace mux::compiler
