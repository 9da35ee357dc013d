#include "compiler/program/runtime_symbols.h"

#include <unordered_map>

#include "compiler/program/native_symbols.h"
#include "compiler/runtime/runtime_functions.h"

namespace mux::compiler {

namespace {

using Table = std::unordered_map<std::string_view, void *>;

void *find(const Table &table, std::string_view name) {
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace

void *find_runtime_symbol(std::string_view name) {
  static const Table table = [] {
    Table built;
    for (const RuntimeFunction &function : runtime_functions()) {
      built.emplace(function.name, function.address);
    }
    return built;
  }();
  return find(table, name);
}

void *find_native_symbol(std::string_view name) {
  static const Table table = [] {
    Table built;
    for (size_t i = 0; i < native_function_count; ++i) {
      built.emplace(native_functions[i].name,
                    reinterpret_cast<void *>(native_functions[i].address));
    }
    return built;
  }();
  return find(table, name);
}

}  // namespace mux::compiler
