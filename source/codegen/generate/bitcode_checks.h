/// @file
/// Checks what LLVM's bitcode reader assumes without checking, before it reads.
///
/// LLVM detects most damage itself and reports it. A few numbers it uses unchecked, so that one
/// wrong bit makes it allocate all memory there is, or access memory out of bounds. Those are
/// checked here; others remain, see docs/specification.md.

#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

/// Visits all blocks and records.
///
/// @param[out] error what is wrong with the bitcode, when false is returned. Throws nothing but
/// std::bad_alloc.
bool check_bitcode(std::string_view bitcode, std::string &error);

}  // namespace mux::compiler
