/// @file
/// Machine code in memory.
///
/// A LoadedObject owns its code: the addresses it gives are valid until it is destroyed. It is
/// loaded and destroyed by one thread at a time; code in it runs on any.

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
  /// Loads a relocatable object. Called once. Throws nothing but std::bad_alloc.
  ///
  /// @param callable what the object may call.
  /// @param entry_points symbols to look up, of any visibility but not local.
  /// @param[out] addresses of the entry points, in their order.
  /// @param[out] error what is wrong with the object, when false is returned.
  bool load(const ElfFile &object, SymbolSource callable, std::span<const std::string> entry_points,
            std::vector<void *> &addresses, std::string &error);

 private:
  CodeMemory memory_;
};

}  // namespace mux::compiler
