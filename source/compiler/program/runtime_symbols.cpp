#include "compiler/program/runtime_symbols.h"

#include <unordered_map>

#include "compiler/builtins/builtins.h"

namespace mux::compiler {

namespace {

using Table = std::unordered_map<std::string_view, void *>;

Table make_table() {
  Table table;
  for (const RuntimeFunction &function : runtime_functions()) {
    table.emplace(function.name, function.address);
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
