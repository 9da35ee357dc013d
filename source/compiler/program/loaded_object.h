/// @file
/// Machine code in memory, loaded with LLVM ORC.
///
/// A LoadedObject owns its code: the addresses it gives are valid until it is destroyed. It is
/// loaded and destroyed by one thread at a time; code in it runs on any.

#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/program/elf_file.h"
#include "compiler/program/runtime_symbols.h"

namespace mux::compiler {

class LoadedObject {
 public:
  LoadedObject();
  ~LoadedObject();
  LoadedObject(const LoadedObject &) = delete;
  LoadedObject &operator=(const LoadedObject &) = delete;

  /// Loads a relocatable object. Called once.
  ///
  /// @param callable what the object may call.
  /// @param entry_points symbols to look up, of any visibility but not local.
  /// @param[out] addresses of the entry points, in their order.
  /// @param[out] error what is wrong with the object, when false is returned.
  bool load(const ElfFile &object, SymbolSource callable, std::span<const std::string> entry_points,
            std::vector<void *> &addresses, std::string &error);

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace mux::compiler
