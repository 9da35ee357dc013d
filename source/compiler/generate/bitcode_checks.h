/// @file
/// What LLVM's reader of bitcode takes on trust, checked before it reads.
///
/// LLVM finds most damage itself and says so. A few numbers it uses unseen, so that one wrong bit
/// makes it ask for all memory there is, or leave the memory it has. Those are looked at here;
/// others remain, see docs/specification.md.

#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

/// Walks through all blocks and records.
///
/// @param[out] error what is wrong with the bitcode, when false is returned.
/// Throws nothing but std::bad_alloc.
bool check_bitcode(std::string_view bitcode, std::string &error);

}  // namespace mux::compiler
