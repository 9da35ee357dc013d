/// @file
/// The build and link options of a muxcc command line: one line of text, as muxCompile() and
/// muxLink() take them.

#pragma once

#include <string>
#include <vector>

namespace mux::cc {

/// The link option for a library as output.
inline constexpr const char *create_library = "-create-library";

struct BuildOptions {
  /// NAME or NAME=VALUE of each -D.
  std::vector<std::string> definitions;
  /// Folder of each -I.
  std::vector<std::string> include_folders;
  /// The value of --options, with shell quoting.
  std::string text;
  /// Options in the syntax of clBuildProgram or clLinkProgram: -cl-std=CL3.0, -Werror, -w, -g,
  /// -create-library.
  std::vector<std::string> words;
};

/// Removes the build options from the arguments of the program, up to "--".
std::vector<std::string> take_build_words(std::vector<std::string> &arguments);

/// The options for linking as one line: all but macros and include folders.
std::string link_line(const BuildOptions &options);

/// All options as one line.
///
/// @param source_folder the folder of the source file, which is searched for includes last.
std::string build_line(const BuildOptions &options, const std::string &source_folder);

}  // namespace mux::cc
