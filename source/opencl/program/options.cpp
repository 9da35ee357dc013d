#include "opencl/program/options.h"

#include <algorithm>

namespace mux::opencl {
namespace {

/// Calls the function with each word. Quoted words with spaces are split, but their parts do not
/// match any option that is looked for here.
template <typename Function>
void for_each_word(std::string_view options, Function use) {
  constexpr std::string_view spaces = " \t\n\r\v\f";
  for (size_t begin = options.find_first_not_of(spaces); begin != std::string_view::npos;) {
    const size_t end = std::min(options.find_first_of(spaces, begin), options.size());
    use(options.substr(begin, end - begin));
    begin = options.find_first_not_of(spaces, end);
  }
}

/// The absolute path that a macro definition has as its value, if it needs no quotes.
std::string_view path_of(std::string_view definition) {
  const size_t equals = definition.find('=');
  if (equals == std::string_view::npos) {
    return {};
  }
  const std::string_view value = definition.substr(equals + 1);
  const bool is_path =
      value.starts_with('/') && value.find_first_of("'\"\\") == std::string_view::npos;
  return is_path ? value : std::string_view();
}

}  // namespace

bool has_option(std::string_view options, std::string_view option) {
  bool found = false;
  for_each_word(options, [&](std::string_view word) { found = found || word == option; });
  return found;
}

bool demands_uniform_groups(std::string_view options) {
  return has_option(options, "-cl-uniform-work-group-size");
}

bool needs_uniform_groups(std::string_view options) {
  constexpr std::string_view language = "-cl-std=";
  // Without an option the version is 1.2. The last option wins.
  std::string_view version = "CL1.2";
  for_each_word(options, [&](std::string_view word) {
    if (word.starts_with(language)) {
      version = word.substr(language.size());
    }
  });
  return version.starts_with("CL1.") || demands_uniform_groups(options);
}

std::string add_include_folders(std::string_view options) {
  constexpr std::string_view define = "-D";
  std::string result(options);
  std::string_view previous;
  for_each_word(options, [&](std::string_view word) {
    if (word.starts_with(define) || previous == define) {
      const std::string_view path = path_of(word);
      result += path.empty() ? "" : " -I" + std::string(path);
    }
    previous = word;
  });
  return result + " -I.";
}

}  // namespace mux::opencl
