// Reads Clang's preprocessed header of OpenCL C built-ins, and writes OpenCL C with one function
// for each declaration in scope, which calls it:
//
// write_calls [--all] declarations.i calls.cl
//
// --all includes all declarations: they are those of a device.

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

bool is_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

/// Splits into words and single punctuation characters, without preprocessor lines.
std::vector<std::string> tokenize(const std::string &text) {
  std::vector<std::string> tokens;
  bool line_start = true;
  for (size_t i = 0; i < text.size();) {
    const char character = text[i];
    if (character == '\n') {
      line_start = true;
      ++i;
    } else if (std::isspace(static_cast<unsigned char>(character)) != 0) {
      ++i;
    } else if (character == '#' && line_start) {
      i = std::min(text.find('\n', i), text.size());
    } else if (is_word(character)) {
      const size_t begin = i;
      while (i < text.size() && is_word(text[i])) {
        ++i;
      }
      tokens.push_back(text.substr(begin, i - begin));
      line_start = false;
    } else {
      tokens.emplace_back(1, character);
      line_start = false;
      ++i;
    }
  }
  return tokens;
}

using Tokens = std::vector<std::string>;

/// A declaration without its attributes, and whether it has the attribute of built-ins.
struct Declaration {
  Tokens tokens;
  bool overloadable = false;
};

Declaration without_attributes(const Tokens &tokens) {
  Declaration declaration;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] != "__attribute__") {
      declaration.tokens.push_back(tokens[i]);
      continue;
    }
    int depth = 0;
    do {
      ++i;
      depth += tokens[i] == "(" ? 1 : tokens[i] == ")" ? -1 : 0;
      declaration.overloadable |= tokens[i] == "overloadable";
    } while (depth > 0);
  }
  return declaration;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  for (const std::string_view candidate : words) {
    if (word == candidate) {
      return true;
    }
  }
  return false;
}

bool is_qualifier(std::string_view word) {
  return is_one_of(word, {"const", "volatile", "__global", "__local", "__constant", "__private",
                          "__generic", "restrict", "*", "read_only", "write_only", "read_write",
                          "__read_only", "__write_only", "__read_write"});
}

/// A parameter's type without the parameter's name.
Tokens parameter_type(Tokens tokens) {
  int words = 0;
  for (const std::string &token : tokens) {
    words += is_qualifier(token) ? 0 : 1;
  }
  if (words > 1 && !is_qualifier(tokens.back())) {
    tokens.pop_back();
  }
  return tokens;
}

std::string join(const Tokens &tokens) {
  std::string text;
  for (const std::string &token : tokens) {
    text += text.empty() ? "" : " ";
    text += token;
  }
  return text;
}

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  for (const std::string_view prefix : prefixes) {
    if (name.starts_with(prefix)) {
      return true;
    }
  }
  return false;
}

/// Work-item functions and barriers are handled by the pipeline; vendor extensions, images and
/// device-side queues are not supported.
bool in_scope(const std::string &name, const Tokens &tokens) {
  if (starts_with_any(name, {"sub_group_", "work_group_", "get_sub_group_"}) ||
      is_one_of(name,
                {"get_max_sub_group_size", "get_num_sub_groups", "get_enqueued_num_sub_groups"})) {
    return true;
  }
  if (starts_with_any(
          name, {"amd_", "intel_", "get_", "read_image", "write_image", "ndrange_", "enqueue_"}) ||
      is_one_of(name,
                {"barrier", "retain_event", "release_event", "create_user_event", "is_valid_event",
                 "set_user_event_status", "capture_event_profiling_info", "is_valid_reserve_id"})) {
    return false;
  }
  for (const std::string &token : tokens) {
    if (token == "atomic_half") {
      return false;
    }
  }
  return true;
}

/// Writes of blocks to read-only images: an error in Clang's header.
bool is_mistake(const std::string &name, const Tokens &tokens) {
  return name.starts_with("intel_sub_group_block_write") &&
         std::find(tokens.begin(), tokens.end(), "read_only") != tokens.end();
}

/// Writes the function for a declaration `result name(parameter, ...)`; false if it is not in
/// scope.
bool write_call(std::ostream &out, const Tokens &tokens, size_t number, bool all) {
  size_t open = 0;
  while (open < tokens.size() && tokens[open] != "(") {
    ++open;
  }
  if (open < 2 || open == tokens.size() || tokens.back() != ")" ||
      is_mistake(tokens[open - 1], tokens) || !(all || in_scope(tokens[open - 1], tokens))) {
    return false;
  }
  const Tokens result(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(open) - 1);
  std::vector<Tokens> parameters(1);
  for (size_t i = open + 1; i + 1 < tokens.size(); ++i) {
    if (tokens[i] == ",") {
      parameters.emplace_back();
    } else {
      parameters.back().push_back(tokens[i]);
    }
  }
  if (parameters.size() == 1 && (parameters[0].empty() || parameters[0] == Tokens{"void"})) {
    parameters.clear();
  }
  out << join(result) << " call_" << number << "(";
  std::string arguments;
  for (size_t i = 0; i < parameters.size(); ++i) {
    std::string name = std::to_string(i);
    name.insert(name.begin(), 'a');
    const std::string_view separator = i == 0 ? "" : ", ";
    out << separator << join(parameter_type(parameters[i])) << " " << name;
    arguments += separator;
    arguments += name;
  }
  const bool is_void = result.size() == 1 && result[0] == "void";
  out << ") { " << (is_void ? "" : "return ") << tokens[open - 1] << "(" << arguments << "); }\n";
  return true;
}

}  // namespace

int main(int count, char **arguments) {
  const bool all = count > 1 && std::string_view(arguments[1]) == "--all";
  if (count != (all ? 4 : 3)) {
    std::cerr << "usage: write_calls [--all] declarations.i calls.cl\n";
    return 2;
  }
  std::ifstream in(arguments[count - 2]);
  std::ofstream out(arguments[count - 1]);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  out << "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  Tokens statement;
  size_t number = 0;
  for (const std::string &token : tokenize(text)) {
    if (token != ";") {
      statement.push_back(token);
      continue;
    }
    const Declaration declaration = without_attributes(statement);
    if (declaration.overloadable && write_call(out, declaration.tokens, number, all)) {
      ++number;
    }
    statement.clear();
  }
  std::cout << number << " calls\n";
  return in && out && number > 0 ? 0 : 1;
}
