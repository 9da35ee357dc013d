#include "compiler/program/given_constants.h"

#include <algorithm>

namespace mux::compiler {
namespace {

/// Constants that an error names; a program may have thousands.
constexpr size_t most_names = 8;

bool is_meant(const GivenConstant &given, const ProgramConstant &constant) {
  return given.name.has_value() ? !constant.id.has_value() && constant.symbol == *given.name
                                : constant.id == given.id;
}

std::string name_of(const ProgramConstant &constant) {
  return constant.id.has_value() ? constant_name(std::nullopt, *constant.id)
                                 : constant_name(constant.symbol, 0);
}

/// The constants that there are.
std::string list(const std::vector<ProgramConstant> &constants) {
  if (constants.empty()) {
    return "none";
  }
  std::string text;
  for (size_t i = 0; i < std::min(constants.size(), most_names); ++i) {
    text += (i == 0 ? "" : ", ") + name_of(constants[i]);
  }
  return text + (constants.size() > most_names ? ", ..." : "");
}

const ProgramConstant &find(const GivenConstant &given,
                            const std::vector<ProgramConstant> &constants) {
  const auto found =
      std::find_if(constants.begin(), constants.end(),
                   [&](const ProgramConstant &constant) { return is_meant(given, constant); });
  const std::string name = constant_name(given.name, given.id);
  if (found == constants.end()) {
    throw ConstantRefused("the program has no " + name + "; its constants: " + list(constants));
  }
  const size_t size = found->default_value.size();
  if (given.bytes.size() != size) {
    throw ConstantRefused(name + " has " + std::to_string(size) + " bytes, and the value for it " +
                          std::to_string(given.bytes.size()));
  }
  if (found->is_fixed) {
    throw ConstantRefused("the translation of the module depends on " + name +
                          " (the length of an array, a work-group size, ...): its value can only "
                          "be given to muxCompile()");
  }
  return *found;
}

}  // namespace

std::string constant_name(std::optional<std::string_view> name, uint32_t id) {
  if (!name.has_value()) {
    return "specialization constant " + std::to_string(id);
  }
  std::string text = "constant '";
  text += *name;
  return text + "'";
}

std::vector<ConstantValue> match_constants(std::span<const GivenConstant> given,
                                           const std::vector<ProgramConstant> &constants) {
  std::vector<ConstantValue> values;
  for (const GivenConstant &value : given) {
    const ProgramConstant &constant = find(value, constants);
    if (value.bytes != constant.default_value) {
      values.push_back({constant.symbol, std::string(value.bytes)});
    }
  }
  std::sort(values.begin(), values.end(),
            [](const ConstantValue &a, const ConstantValue &b) { return a.symbol < b.symbol; });
  return values;
}

}  // namespace mux::compiler
