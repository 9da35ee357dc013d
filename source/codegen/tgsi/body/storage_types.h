/// @file
/// Chooses the types of the variables in which temporaries are kept, by their uses: a loop's sum
/// should be a float, not an integer that is converted to float and back, and a 64-bit value one
/// variable. The language has no types, so the choice changes no result.

#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

/// What is kept in common variables: a register, or an array that is indexed by address registers.
struct StorageKey {
  bool is_array = false;
  /// Index of the register or number of the array; 0 for the array of all temporaries.
  uint32_t number = 0;

  uint64_t packed() const { return uint64_t{is_array} << 32 | number; }
};

/// The type of each component of a register. 64-bit types are those of both components of a pair.
using ComponentTypes = std::array<Type, component_count>;

class StorageTypes {
 public:
  explicit StorageTypes(const Program &program);

  /// Where a temporary is kept.
  StorageKey key_of(const Register &place) const;
  ComponentTypes types_of(const StorageKey &key) const;
  /// First register and number of registers of an array.
  std::pair<uint32_t, uint32_t> extent_of(const StorageKey &key) const;

 private:
  struct Votes {
    std::array<int, component_count> floats = {};
    std::array<int, component_count> integers = {};
    std::array<int, component_count / 2> wide_floats = {};
    std::array<int, component_count / 2> wide_integers = {};
  };

  void find_arrays(const Program &program);
  void find_array_use(const Register &place);
  void count(const Instruction &instruction);
  void count(const Register &place, Type type, unsigned components);

  /// Whether an index names no array, so that all temporaries are one array.
  bool is_one_array_ = false;
  uint32_t last_ = 0;
  /// By number of the array: whether it is indexed by an address register.
  std::unordered_map<uint32_t, bool> indexed_arrays_;
  /// By number.
  std::unordered_map<uint32_t, std::pair<uint32_t, uint32_t>> extents_;
  /// The array of each register that is part of an indexed one.
  std::unordered_map<uint32_t, uint32_t> array_of_register_;
  std::unordered_map<uint64_t, Votes> votes_;
};

}  // namespace mux::compiler::tgsi
