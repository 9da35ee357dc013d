#include "compiler/program/runtime_symbols.h"

#include <cmath>
#include <cstring>
#include <string>
#include <unordered_map>

#include "compiler/builtins/builtins.h"

extern "C" {
// Conversions that the processor has no instruction for; the compiler's own library has them. Their
// type is of no interest here: only the address is used.
void __truncdfhf2();
void __truncsfhf2();
void __extendhfsf2();
}

namespace mux::compiler {

namespace {

using Table = std::unordered_map<std::string_view, void *>;

template <typename Result, typename... Parameters>
void *address_of(Result (*function)(Parameters...)) {
  return reinterpret_cast<void *>(function);
}

/// What LLVM's code generator calls of its own accord.
Table code_generator_functions() {
  return {
      {"memcpy", address_of(&std::memcpy)},
      {"memmove", address_of(&std::memmove)},
      {"memset", address_of(&std::memset)},
      {"fmod", address_of<double, double, double>(&std::fmod)},
      {"fmodf", address_of(&fmodf)},
      {"__truncdfhf2", address_of(&__truncdfhf2)},
      {"__truncsfhf2", address_of(&__truncsfhf2)},
      {"__extendhfsf2", address_of(&__extendhfsf2)},
  };
}

Table make_table() {
  Table table = code_generator_functions();
  for (const RuntimeFunction &function : runtime_functions()) {
    table[function.name] = function.address;
  }
  return table;
}

}  // namespace

void *find_runtime_symbol(std::string_view name) {
  static const Table table = make_table();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace mux::compiler
