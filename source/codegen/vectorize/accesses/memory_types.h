/// @file
/// Types of elements in memory, and which of them vectors can be accessed with.

#pragma once

#include <cstdint>

namespace llvm {
class DataLayout;
class Type;
}  // namespace llvm

namespace mux::compiler {

/// Size in bytes of the largest element of a vector in memory.
inline constexpr uint64_t largest_vector_element = 8;

/// Size in bytes of the dummy variable that accesses of inactive lanes are redirected to.
constexpr uint64_t dummy_size(unsigned lanes) {
  return largest_vector_element * lanes;
}

/// Returns the type of an element in memory: a Boolean occupies a byte.
llvm::Type *type_in_memory(llvm::Type *element);
/// Returns the size in bytes of an element in memory.
int64_t size_in_memory(const llvm::DataLayout &layout, llvm::Type *element);
/// Whether contiguous elements in memory can be accessed as a vector.
bool has_vector_form(const llvm::DataLayout &layout, llvm::Type *element);

}  // namespace mux::compiler
