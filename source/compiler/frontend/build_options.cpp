#include "compiler/frontend/build_options.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "compiler/frontend/shell_words.h"

namespace mux::compiler {
namespace {

/// An option without a value, and the equivalent argument of Clang ("" for none).
struct FixedOption {
  std::string_view name;
  std::string_view clang_argument;
};

constexpr FixedOption fixed_options[] = {
    {"-cl-single-precision-constant", "-cl-single-precision-constant"},
    {"-cl-denorms-are-zero", "-fdenormal-fp-math-f32=preserve-sign,preserve-sign"},
    {"-cl-fp32-correctly-rounded-divide-sqrt", "-cl-fp32-correctly-rounded-divide-sqrt"},
    {"-cl-uniform-work-group-size", "-cl-uniform-work-group-size"},
    {"-cl-mad-enable", "-cl-mad-enable"},
    {"-cl-no-signed-zeros", "-cl-no-signed-zeros"},
    {"-cl-unsafe-math-optimizations", "-cl-unsafe-math-optimizations"},
    {"-cl-finite-math-only", "-cl-finite-math-only"},
    {"-cl-fast-relaxed-math", "-cl-fast-relaxed-math"},
    {"-w", "-w"},
    {"-Werror", "-Werror"},
    // Deprecated since OpenCL 1.1, ignored.
    {"-cl-strict-aliasing", ""},
    // The device does not guarantee independent forward progress of sub-groups.
    {"-cl-no-subgroup-ifp", ""},
    // Always enabled: descriptors are checked against the kinds of the arguments.
    {"-cl-kernel-arg-info", ""},
    // Intel's option for its profiler, ignored.
    {"-profiling", ""},
};

/// The debug options of Clang's driver; levels are not distinguished.
constexpr std::string_view debug_options[] = {"-g", "-g1", "-g2", "-g3", "-ggdb"};

/// -Wall, -Wno-unused-variable, -Werror=..., but not -Wl,... and similar options, which are for
/// other tools.
bool is_warning_option(std::string_view word) {
  return word.size() > 2 && word.starts_with("-W") &&
         std::all_of(word.begin() + 2, word.end(), [](unsigned char character) {
           return std::isalnum(character) != 0 || character == '-' || character == '=' ||
                  character == '+';
         });
}

constexpr std::string_view bracket_option = "-fbracket-depth=";

class Parser {
 public:
  Parser(std::vector<std::string> words, BuildOptions &options, std::string &errors)
      : words_(std::move(words)), options_(options), errors_(errors) {}

  bool parse() {
    while (next_ < words_.size()) {
      parse_option(words_[next_++]);
    }
    return errors_.empty();
  }

 private:
  void parse_option(const std::string &word) {
    const auto *fixed =
        std::find_if(std::begin(fixed_options), std::end(fixed_options),
                     [&](const FixedOption &option) { return option.name == word; });
    if (fixed != std::end(fixed_options)) {
      add_math_option(word, options_.math);
      if (!fixed->clang_argument.empty()) {
        options_.clang_arguments.emplace_back(fixed->clang_argument);
      }
    } else if (word == "-cl-opt-disable") {
      options_.optimize = false;
    } else if (std::find(std::begin(debug_options), std::end(debug_options), word) !=
               std::end(debug_options)) {
      options_.debug_information = true;
    } else if (word == "-g0") {
      options_.debug_information = false;
    } else if (word == "-s") {
      // Ignored: the source's path for debuggers is given by muxCompile().
      next_value(word, "the name of a file");
    } else if (word == "-x") {
      parse_language();
    } else if (word.starts_with(bracket_option)) {
      parse_bracket_depth(word);
    } else if (word.starts_with("-cl-std=")) {
      parse_language_version(word);
    } else if (word.starts_with("-D")) {
      if (const std::string macro = value_of(word, "a macro"); !macro.empty()) {
        options_.clang_arguments.push_back("-D" + macro);
      }
    } else if (word.starts_with("-I")) {
      if (const std::string folder = value_of(word, "a folder"); !folder.empty()) {
        options_.include_directories.push_back(folder);
      }
    } else if (is_warning_option(word)) {
      options_.clang_arguments.push_back(word);
    } else {
      error("unknown option '" + word + "'");
    }
  }

  void parse_language_version(const std::string &word) {
    const std::string version = word.substr(word.find('=') + 1);
    if (std::find(std::begin(language_versions), std::end(language_versions), version) ==
        std::end(language_versions)) {
      error("unknown language version '" + version + "' in '" + word +
            "'; supported are CL1.0, CL1.1, CL1.2, CL2.0, CL3.0 and CL3.1");
      return;
    }
    options_.language_version = version;
  }

  /// Accepts all names of OpenCL C.
  void parse_language() {
    const std::string language = next_value("-x", "a language");
    if (!language.empty() && language != "cl" && language != "clc") {
      error("unknown language '" + language + "' in '-x " + language + "'; only clc is supported");
    }
  }

  void parse_bracket_depth(const std::string &word) {
    const std::string_view number = std::string_view(word).substr(bracket_option.size());
    unsigned depth = 0;
    const auto [end, problem] =
        std::from_chars(number.data(), number.data() + number.size(), depth);
    if (number.empty() || problem == std::errc::invalid_argument ||
        end != number.data() + number.size()) {
      error("option '" + word + "' needs a number");
      return;
    }
    options_.bracket_depth =
        problem == std::errc() ? std::min(depth, max_bracket_depth) : max_bracket_depth;
  }

  /// The value of -D or -I, in the same word or the next one.
  std::string value_of(const std::string &word, std::string_view what) {
    const std::string value = word.substr(2);
    return value.empty() ? next_value(word, what) : value;
  }

  std::string next_value(const std::string &word, std::string_view what) {
    std::string value;
    if (next_ < words_.size()) {
      value = words_[next_++];
    }
    if (value.empty()) {
      error("option '" + word + "' needs " + std::string(what));
    }
    return value;
  }

  void error(const std::string &message) { errors_ += "build options: error: " + message + "\n"; }

  std::vector<std::string> words_;
  size_t next_ = 0;
  BuildOptions &options_;
  std::string &errors_;
};

}  // namespace

bool parse_build_options(std::string_view text, BuildOptions &options, std::string &errors) {
  std::vector<std::string> words;
  std::string error;
  if (!split_shell_words(text, words, error)) {
    errors = "build options: error: " + error + "\n";
    return false;
  }
  return Parser(std::move(words), options, errors).parse();
}

}  // namespace mux::compiler
