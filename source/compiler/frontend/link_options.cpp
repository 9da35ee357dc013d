#include "compiler/frontend/link_options.h"

#include <mux/compiler.h>

#include <vector>

#include "compiler/frontend/shell_words.h"

namespace mux::compiler {
namespace {

struct LibraryOptions {
  bool create = false;
  bool open = false;
};

/// @return whether there is such an option.
bool parse_link_option(std::string_view word, LibraryOptions &library, MathOptions &math) {
  if (word == "-create-library") {
    library.create = true;
  } else if (word == "-enable-link-options") {
    library.open = true;
  } else {
    // No sub-group is promised to go on without the others.
    return add_math_option(word, math) || word == "-cl-no-subgroup-ifp";
  }
  return true;
}

/// What is wrong with options that are right by themselves; empty if nothing is.
std::string wrong_combination(const LibraryOptions &library, uint32_t output) {
  if (library.open && !library.create) {
    return "'-enable-link-options' needs '-create-library'";
  }
  if (library.create && output != mux_compile_output_object) {
    return "'-create-library' makes an object, but the output is to be a program";
  }
  if (!library.create && output == mux_compile_output_object) {
    return "the output is to be an object, which needs '-create-library'";
  }
  return {};
}

LinkOutput output_of(const LibraryOptions &library, uint32_t output) {
  if (library.create) {
    return library.open ? LinkOutput::open_library : LinkOutput::library;
  }
  return output == mux_compile_output_native ? LinkOutput::native : LinkOutput::portable;
}

}  // namespace

bool parse_link_options(std::string_view text, uint32_t output, LinkRequest &request,
                        std::string &errors) {
  const auto add_error = [&errors](const std::string &error) {
    errors += "link options: error: " + error + "\n";
  };
  std::vector<std::string> words;
  std::string error;
  if (!split_shell_words(text, words, error)) {
    add_error(error);
    return false;
  }
  LibraryOptions library;
  for (const std::string &word : words) {
    if (!parse_link_option(word, library, request.math)) {
      add_error("unknown option '" + word + "'");
    }
  }
  if (const std::string wrong = wrong_combination(library, output); !wrong.empty()) {
    add_error(wrong);
  }
  request.output = output_of(library, output);
  return errors.empty();
}

}  // namespace mux::compiler
