/// @file
/// The build and link options of a muxcc command line: one line of text, as muxCompile() and
/// muxLink() take them.

#pragma once

#include <string>
#include <vector>

namespace mux::cc {

/// The link option that decides what the linker makes.
inline constexpr const char *create_library = "-create-library";

struct BuildOptions {
  /// NAME or NAME=VALUE of each -D.
  std::vector<std::string> definitions;
  /// Folder of each -I.
  std::vector<std::string> include_folders;
  /// --options, already quoted as a shell would.
  std::string text;
  /// Options that are given to muxcc just as to clBuildProgram or clLinkProgram: -cl-std=CL3.0,
  /// -Werror, -w, -g, -create-library.
  std::vector<std::string> words;
};

/// Takes the words that are build options out of the arguments of a program. What follows "--"
/// stays.
std::vector<std::string> take_build_words(std::vector<std::string> &arguments);

/// One line with what linking may ask for: all but macros and folders.
std::string link_line(const BuildOptions &options);

/// One line with all of `options`.
///
/// @param source_folder where the source file is; includes are looked for there last.
std::string build_line(const BuildOptions &options, const std::string &source_folder);

}  // namespace mux::cc
