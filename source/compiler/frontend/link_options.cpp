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

/// @return false if the option is unknown.
bool parse_link_option(std::string_view word, LibraryOptions &library, MathOptions &math) {
  if (word == "-create-library") {
    library.create = true;
  } else if (word == "-enable-link-options") {
    library.open = true;
  } else {
    // The device does not guarantee independent forward progress of sub-groups.
    return add_math_option(word, math) || word == "-cl-no-subgroup-ifp";
  }
  return true;
}

/// The error in a combination of valid options; empty if there is none.
std::string invalid_combination(const LibraryOptions &library, uint32_t output) {
  if (library.open && !library.create) {
    return "'-enable-link-options' needs '-create-library'";
  }
  if (library.create && output != mux_compile_output_object) {
    return "'-create-library' creates an object, but the requested output is a program";
  }
  if (!library.create && output == mux_compile_output_object) {
    return "the requested output is an object, which needs '-create-library'";
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
  if (const std::string wrong = invalid_combination(library, output); !wrong.empty()) {
    add_error(wrong);
  }
  request.output = output_of(library, output);
  return errors.empty();
}

}  // namespace mux::compiler
