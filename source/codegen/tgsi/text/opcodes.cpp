#include "codegen/tgsi/text/opcodes.h"

#include <iterator>
#include <unordered_map>

namespace mux::compiler::tgsi {
namespace {

constexpr OpcodeInfo opcodes[] = {
#define TGSI_OPCODE(name, destinations, sources, form, shape, result, source, stages) \
  {#name,        destinations, sources,      Form::form,                              \
   Shape::shape, Type::result, Type::source, stage_sets::stages},
#include "codegen/tgsi/text/opcode_list.inc"
#undef TGSI_OPCODE
};

std::unordered_map<std::string_view, Opcode> index_names() {
  std::unordered_map<std::string_view, Opcode> index;
  for (size_t i = 0; i < std::size(opcodes); ++i) {
    index.emplace(opcodes[i].name, static_cast<Opcode>(i));
  }
  return index;
}

bool take_suffix(std::string_view &word, std::string_view suffix) {
  if (!word.ends_with(suffix)) {
    return false;
  }
  word.remove_suffix(suffix.size());
  return true;
}

}  // namespace

const OpcodeInfo &info_of(Opcode opcode) {
  return opcodes[static_cast<size_t>(opcode)];
}

bool find_opcode(std::string_view word, WrittenOpcode &found) {
  static const std::unordered_map<std::string_view, Opcode> index = index_names();
  found.precise = take_suffix(word, "_PRECISE");
  found.saturate = take_suffix(word, "_SAT");
  const auto entry = index.find(word);
  if (entry == index.end()) {
    return false;
  }
  found.opcode = entry->second;
  return true;
}

}  // namespace mux::compiler::tgsi
