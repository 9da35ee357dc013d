/// @file
/// Gathers of elements of less than 32 bits.
///
/// No processor gathers those; taken one lane after the other, they cost several times as much as
/// in single work-items. So the aligned 32 bits that an element lies in are gathered, which are in
/// the same page and line as the element, and it is shifted out of them.

#pragma once

namespace llvm {
class LoadInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// @param load of neither uniform nor neighboring addresses.
/// @return the elements of a part as they are in memory; NULL if they are not gathered that way:
/// they have 32 bits or more or may lie in two such words, their addresses have no common base, or
/// the processor gathers nothing.
llvm::Value *gather_narrow(Widener &widener, llvm::LoadInst &load, unsigned part);

}  // namespace mux::compiler
