#include "muxcc/build_options.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace mux::cc {
namespace {

bool is_build_word(std::string_view argument) {
  return argument.starts_with("-cl-") || argument.starts_with("-W") || argument == "-w" ||
         argument == "-g";
}

/// One word for the compiler, whatever characters it has.
std::string quoted(std::string_view word) {
  std::string text = "'";
  for (const char character : word) {
    text += character == '\'' ? std::string("'\\''") : std::string(1, character);
  }
  return text + "'";
}

}  // namespace

std::vector<std::string> take_build_words(std::vector<std::string> &arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  const auto first_word = std::stable_partition(
      arguments.begin(), end, [](const std::string &argument) { return !is_build_word(argument); });
  std::vector<std::string> words(std::make_move_iterator(first_word), std::make_move_iterator(end));
  arguments.erase(first_word, end);
  return words;
}

std::string build_line(const BuildOptions &options, const std::string &source_folder) {
  std::string line = options.text;
  for (const std::string &word : options.words) {
    line += ' ' + quoted(word);
  }
  for (const std::string &definition : options.definitions) {
    line += ' ' + quoted("-D" + definition);
  }
  for (const std::string &folder : options.include_folders) {
    line += ' ' + quoted("-I" + folder);
  }
  return line + ' ' + quoted("-I" + source_folder);
}

}  // namespace mux::cc
