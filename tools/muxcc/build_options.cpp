#include "muxcc/build_options.h"

#include <string_view>
#include <utility>

#include "common/shell_word.h"

namespace mux::cc {
namespace {

bool is_build_word(std::string_view argument) {
  return argument.starts_with("-cl-") || argument.starts_with("-W") || argument == "-w" ||
         argument == "-g" || argument == create_library || argument == "-enable-link-options";
}

}  // namespace

std::vector<std::string> take_build_words(std::vector<std::string> &arguments) {
  std::vector<std::string> words;
  std::vector<std::string> others;
  bool is_value = false;
  bool is_last_part = false;
  for (std::string &argument : arguments) {
    const bool is_word = !is_value && !is_last_part && is_build_word(argument);
    // The value of --options looks like a build option, but is not one.
    is_value = argument == "--options";
    is_last_part = is_last_part || argument == "--";
    (is_word ? words : others).push_back(std::move(argument));
  }
  arguments = std::move(others);
  return words;
}

std::string link_line(const BuildOptions &options) {
  std::string line = options.text;
  for (const std::string &word : options.words) {
    line += ' ' + tools::shell_word(word);
  }
  return line;
}

std::string build_line(const BuildOptions &options, const std::string &source_folder) {
  std::string line = link_line(options);
  for (const std::string &definition : options.definitions) {
    line += ' ' + tools::shell_word("-D" + definition);
  }
  for (const std::string &folder : options.include_folders) {
    line += ' ' + tools::shell_word("-I" + folder);
  }
  return line + ' ' + tools::shell_word("-I" + source_folder);
}

}  // namespace mux::cc
