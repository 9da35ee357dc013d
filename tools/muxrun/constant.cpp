#include "muxrun/constant.h"

#include <algorithm>
#include <limits>
#include <span>

#include "common/command_line.h"
#include "muxrun/element_type.h"

namespace mux::run {

namespace {

bool is_number(const std::string &name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

uint32_t parse_id(const std::string &text) {
  const uint64_t id = parse_count(text, "number of a specialization constant");
  if (id > std::numeric_limits<uint32_t>::max()) {
    throw tools::UsageError("'" + text + "' is not the number of a specialization constant");
  }
  return static_cast<uint32_t>(id);
}

}  // namespace

ConstantValue parse_constant(const std::string &text) {
  const size_t equals = text.find('=');
  const size_t colon = equals == std::string::npos ? equals : text.find(':', equals);
  if (equals == 0 || colon == std::string::npos) {
    throw tools::UsageError("constant '" + text + "': expected NAME=TYPE:VALUE");
  }
  try {
    const std::string name = text.substr(0, equals);
    const ElementType type = parse_type(text.substr(equals + 1, colon - equals - 1));
    const std::vector<std::byte> value = parse_value(type, text.substr(colon + 1));
    const std::span<const std::byte> bytes(value);
    return is_number(name) ? ConstantValue(parse_id(name), bytes) : ConstantValue(name, bytes);
  } catch (const tools::UsageError &error) {
    throw tools::UsageError("constant '" + text + "': " + error.what());
  }
}

}  // namespace mux::run
