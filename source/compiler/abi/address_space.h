/// @file
/// The address spaces of spir64, the target of OpenCL C.

#pragma once

namespace mux::compiler::address_space {

inline constexpr unsigned private_memory = 0;
inline constexpr unsigned global = 1;
inline constexpr unsigned constant = 2;
inline constexpr unsigned local = 3;
inline constexpr unsigned generic = 4;

/// Whether pointers into an address space never point to local memory.
constexpr bool excludes_local(unsigned space) {
  return space == global || space == constant;
}

}  // namespace mux::compiler::address_space
