/// @file
/// Loads relocatable objects: machine code in memory.
///
/// A LoadedObject owns its code: its addresses are valid until it is destroyed. It must be loaded
/// and destroyed by one thread at a time; its code may run on any thread.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/program/code_memory.h"
#include "compiler/program/elf_file.h"
#include "compiler/program/runtime_symbols.h"

namespace mux::compiler {

class LoadedObject {
 public:
  /// Loads a relocatable object. Must be called once. Throws nothing but std::bad_alloc.
  ///
  /// @param callable resolves the functions that the object may call.
  /// @param entry_points symbols to look up, of any visibility but not local.
  /// @param[out] addresses of the entry points, in the same order.
  /// @param[out] error what is wrong with the object, when false is returned.
  bool load(const ElfFile &object, SymbolSource callable, std::span<const std::string> entry_points,
            std::vector<void *> &addresses, std::string &error);

 private:
  CodeMemory memory_;
};

}  // namespace mux::compiler
