#include "module_text.h"

#include <catch2/catch.hpp>
#include <spirv-tools/libspirv.hpp>

#include <cctype>
#include <functional>
#include <stdexcept>

namespace mux::test {
namespace {

struct Scalar {
  const char *name;
  const char *definition;
  size_t size;
};

constexpr Scalar scalars[] = {
    {"void", "OpTypeVoid", 0},
    {"bool", "OpTypeBool", 1},
    {"uchar", "OpTypeInt 8 0", 1},
    {"ushort", "OpTypeInt 16 0", 2},
    {"uint", "OpTypeInt 32 0", 4},
    {"ulong", "OpTypeInt 64 0", 8},
    {"half", "OpTypeFloat 16", 2},
    {"float", "OpTypeFloat 32", 4},
    {"double", "OpTypeFloat 64", 8},
    {"event", "OpTypeEvent", 8},
    {"sampler", "OpTypeSampler", 8},
    {"reserve_id", "OpTypeReserveId", 8},
    {"pipe_read", "OpTypePipe ReadOnly", 8},
    {"pipe_write", "OpTypePipe WriteOnly", 8},
};

struct Space {
  const char *prefix;
  const char *storage;
};

constexpr Space spaces[] = {{"global_", "CrossWorkgroup"},    {"local_", "Workgroup"},
                            {"private_", "Function"},         {"generic_", "Generic"},
                            {"constant_", "UniformConstant"}, {"input_", "Input"}};

const Scalar *find_scalar(const std::string &name) {
  for (const Scalar &scalar : scalars) {
    if (name == scalar.name) {
      return &scalar;
    }
  }
  return nullptr;
}

/// "v4uint" is 4 times "uint".
struct VectorName {
  size_t lanes = 0;
  std::string element;
};

VectorName vector_name(const std::string &name) {
  if (name.size() < 3 || name[0] != 'v' || std::isdigit(name[1]) == 0) {
    return {};
  }
  size_t digits = 0;
  const size_t lanes = std::stoul(name.substr(1), &digits);
  return {lanes, name.substr(1 + digits)};
}

bool is_name_character(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

/// Replaces each name in the text by the result of the function.
std::string replace_names(const std::string &lines,
                          const std::function<std::string(const std::string &)> &replace) {
  std::string result;
  bool in_string = false;
  for (size_t i = 0; i < lines.size();) {
    in_string = in_string != (lines[i] == '"');
    if (lines[i] != '%' || in_string) {
      result += lines[i++];
      continue;
    }
    size_t end = i + 1;
    while (end < lines.size() && is_name_character(lines[end])) {
      ++end;
    }
    result += "%" + replace(lines.substr(i + 1, end - i - 1));
    i = end;
  }
  return result;
}

std::string without_prefix(const std::string &name, const std::string &prefix) {
  return name.starts_with(prefix) ? name.substr(prefix.size()) : "";
}

struct BuiltInVariable {
  const char *name;
  const char *type;
};

constexpr BuiltInVariable built_ins[] = {{"NumWorkgroups", "v3ulong"},
                                         {"WorkgroupSize", "v3ulong"},
                                         {"WorkgroupId", "v3ulong"},
                                         {"LocalInvocationId", "v3ulong"},
                                         {"GlobalInvocationId", "v3ulong"},
                                         {"GlobalSize", "v3ulong"},
                                         {"EnqueuedWorkgroupSize", "v3ulong"},
                                         {"GlobalOffset", "v3ulong"},
                                         {"WorkDim", "uint"},
                                         {"LocalInvocationIndex", "ulong"},
                                         {"GlobalLinearId", "ulong"},
                                         {"SubgroupSize", "uint"},
                                         {"SubgroupMaxSize", "uint"},
                                         {"NumSubgroups", "uint"},
                                         {"NumEnqueuedSubgroups", "uint"},
                                         {"SubgroupId", "uint"},
                                         {"SubgroupLocalInvocationId", "uint"},
                                         {"SubgroupEqMask", "v4uint"},
                                         {"SubgroupGeMask", "v4uint"},
                                         {"SubgroupGtMask", "v4uint"},
                                         {"SubgroupLeMask", "v4uint"},
                                         {"SubgroupLtMask", "v4uint"}};

/// Moves variables to the beginning, where they are required.
std::string variables_first(const std::string &lines) {
  std::string variables;
  std::string others;
  for (size_t start = 0; start < lines.size();) {
    const size_t end = std::min(lines.find('\n', start), lines.size());
    const std::string line = lines.substr(start, end - start) + "\n";
    (line.find(" = OpVariable ") != std::string::npos ? variables : others) += line;
    start = end + 1;
  }
  return variables + others;
}

}  // namespace

std::set<std::string> defined_names(const std::string &lines) {
  std::set<std::string> names;
  size_t start = 0;
  while (start < lines.size()) {
    const size_t end = std::min(lines.find('\n', start), lines.size());
    const std::string line = lines.substr(start, end - start);
    const size_t first = line.find_first_not_of(' ');
    const size_t equals = line.find(" = ");
    if (first != std::string::npos && line[first] == '%' && equals != std::string::npos) {
      names.insert(line.substr(first + 1, equals - first - 1));
    }
    start = end + 1;
  }
  return names;
}

std::string renamed(const std::string &lines, const std::set<std::string> &names,
                    const std::string &suffix) {
  return replace_names(
      lines, [&](const std::string &name) { return names.contains(name) ? name + suffix : name; });
}

size_t size_of(const std::string &type) {
  if (const Scalar *scalar = find_scalar(type)) {
    return scalar->size;
  }
  const VectorName vector = vector_name(type);
  if (vector.lanes == 0) {
    throw std::invalid_argument(type + " is no type of numbers");
  }
  return (vector.lanes == 3 ? 4 : vector.lanes) * size_of(vector.element);
}

void ModuleText::capability(const std::string &name) {
  capabilities_.insert(name);
}

void ModuleText::extension(const std::string &name) {
  extensions_.insert(name);
}

void ModuleText::file(const std::string &id, const std::string &path) {
  known_.insert(id.substr(1));
  files_ += id + " = OpString \"" + path + "\"\n";
}

void ModuleText::entry_point(const std::string &kernel, const std::string &name) {
  entry_points_.push_back({kernel, name});
}

void ModuleText::execution_mode(const std::string &line) {
  modes_ += "OpExecutionMode " + line + "\n";
}

void ModuleText::decorate(const std::string &line) {
  decorations_ += "OpDecorate " + line + "\n";
}

void ModuleText::declare(const std::string &lines) {
  const std::set<std::string> names = defined_names(lines);
  known_.insert(names.begin(), names.end());
  for (const std::string &name : names) {
    if (name.starts_with("variable_")) {
      interface_.push_back(name);
    }
  }
  require_names(lines);
  declarations_ += lines + "\n";
}

void ModuleText::function(const std::string &lines) {
  const std::set<std::string> names = defined_names(lines);
  known_.insert(names.begin(), names.end());
  require_names(lines);
  functions_ += lines + "\n";
}

std::string ModuleText::function_type(const std::string &result,
                                      const std::vector<std::string> &parameters) {
  std::string name = "function_" + result;
  std::string types = " = OpTypeFunction %" + result;
  for (const std::string &parameter : parameters) {
    name += "_of_" + parameter;
    types += " %" + parameter;
  }
  if (!known_.contains(name)) {
    declare("%" + name + types);
  }
  return "%" + name;
}

void ModuleText::kernel(const std::string &name, const std::vector<std::string> &parameters,
                        const std::string &body) {
  std::vector<std::string> types;
  std::string lines;
  for (const std::string &parameter : parameters) {
    const size_t space = parameter.find(' ');
    types.push_back(parameter.substr(0, space));
    lines += "%" + parameter.substr(space + 1) + " = OpFunctionParameter %" + types.back() + "\n";
  }
  const std::string type = function_type("void", types);
  lines += "%entry = OpLabel\n" + variables_first(body) + "OpReturn\nOpFunctionEnd";
  lines = renamed(lines, defined_names(lines), "_in_" + name);
  function("%" + name + " = OpFunction %void None " + type + "\n" + lines);
  entry_point(name, name);
}

std::string ModuleText::text() const {
  std::string text;
  for (const char *name : {"Kernel", "Addresses", "Linkage", "Int8", "Int16", "Int64", "Float64",
                           "Float16Buffer", "Vector16", "GenericPointer"}) {
    text += std::string("OpCapability ") + name + "\n";
  }
  for (const std::string &name : capabilities_) {
    text += "OpCapability " + name + "\n";
  }
  for (const std::string &name : extensions_) {
    text += "OpExtension \"" + name + "\"\n";
  }
  text += "%opencl = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Physical64 OpenCL\n";
  for (const auto &[function, name] : entry_points_) {
    text += "OpEntryPoint Kernel %" + function + " \"" + name + "\"";
    for (const std::string &variable : interface_) {
      text += " %" + variable;
    }
    text += "\n";
  }
  return text + modes_ + files_ + decorations_ + declarations_ + functions_;
}

std::vector<uint32_t> ModuleText::assemble() const {
  spvtools::SpirvTools tools(minor_version == 3 ? SPV_ENV_UNIVERSAL_1_3 : SPV_ENV_UNIVERSAL_1_4);
  std::string problems;
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char *, const spv_position_t &position, const char *message) {
        problems += std::to_string(position.line) + ": " + message + "\n";
      });
  std::vector<uint32_t> words;
  const bool is_valid = tools.Assemble(text(), &words) && tools.Validate(words);
  INFO(text() << problems);
  REQUIRE(is_valid);
  return words;
}

void ModuleText::require_names(const std::string &lines) {
  replace_names(lines, [this](const std::string &name) {
    require_name(name);
    return name;
  });
}

void ModuleText::add(const std::string &name, const std::string &definition) {
  require_names(definition);
  declarations_ += "%" + name + " = " + definition + "\n";
}

void ModuleText::require_name(const std::string &name) {
  if (name == "opencl" || name == "source_file" || !known_.insert(name).second) {
    return;
  }
  if (!declare_type(name) && !declare_pointer(name) && !declare_constant(name) &&
      !declare_built_in(name)) {
    throw std::invalid_argument("%" + name + " is not declared, and no name that says what it is");
  }
}

bool ModuleText::declare_type(const std::string &name) {
  if (const Scalar *scalar = find_scalar(name)) {
    add(name, scalar->definition);
    return true;
  }
  const VectorName vector = vector_name(name);
  if (vector.lanes != 0 && find_scalar(vector.element) != nullptr) {
    add(name, "OpTypeVector %" + vector.element + " " + std::to_string(vector.lanes));
    return true;
  }
  if (const std::string element = without_prefix(name, "pair_"); !element.empty()) {
    add(name, "OpTypeStruct %" + element + " %" + element);
    return true;
  }
  const size_t underscore = name.find('_');
  if (name.starts_with("array") && underscore != std::string::npos) {
    add(name,
        "OpTypeArray %" + name.substr(underscore + 1) + " %uint_" + name.substr(5, underscore - 5));
    return true;
  }
  return false;
}

bool ModuleText::declare_pointer(const std::string &name) {
  for (const Space &space : spaces) {
    if (const std::string target = without_prefix(name, space.prefix); !target.empty()) {
      add(name, std::string("OpTypePointer ") + space.storage + " %" + target);
      return true;
    }
  }
  return false;
}

bool ModuleText::declare_constant(const std::string &name) {
  if (name == "true" || name == "false") {
    add(name, name == "true" ? "OpConstantTrue %bool" : "OpConstantFalse %bool");
    return true;
  }
  if (const std::string type = without_prefix(name, "null_"); !type.empty()) {
    add(name, "OpConstantNull %" + type);
    return true;
  }
  if (const std::string type = without_prefix(name, "undef_"); !type.empty()) {
    add(name, "OpUndef %" + type);
    return true;
  }
  const size_t underscore = name.find('_');
  if (underscore == std::string::npos) {
    return false;
  }
  const std::string type = name.substr(0, underscore);
  std::string value = name.substr(underscore + 1);
  if (const VectorName vector = vector_name(type); vector.lanes != 0) {
    std::string definition = "OpConstantComposite %" + type;
    for (size_t i = 0; i < vector.lanes; ++i) {
      definition += " %" + vector.element + "_" + value;
    }
    add(name, definition);
    return true;
  }
  if (find_scalar(type) == nullptr) {
    return false;
  }
  for (char &character : value) {
    character = character == 'p' ? '.' : character == 'n' ? '-' : character;
  }
  add(name, "OpConstant %" + type + " " + value);
  return true;
}

bool ModuleText::declare_built_in(const std::string &name) {
  for (const BuiltInVariable &variable : built_ins) {
    if (name == variable.name) {
      add(name, std::string("OpVariable %input_") + variable.type + " Input");
      decorate("%" + name + " BuiltIn " + name);
      interface_.push_back(name);
      return true;
    }
  }
  return false;
}

}  // namespace mux::test
