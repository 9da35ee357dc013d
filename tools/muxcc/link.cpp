#include "muxcc/link.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "common/command_line.h"
#include "common/files.h"

namespace mux::cc {
namespace {

mux_compile_output_e output_for(const BuildOptions &options, bool native) {
  const auto &words = options.words;
  if (std::find(words.begin(), words.end(), create_library) == words.end()) {
    return native ? mux_compile_output_native : mux_compile_output_portable;
  }
  if (native) {
    throw tools::UsageError(
        "-create-library and --native exclude each other: a library is not native code, it is "
        "linked "
        "again");
  }
  return mux_compile_output_object;
}

}  // namespace

Compilation link_files(const std::vector<std::string> &files, const BuildOptions &options,
                       bool native) {
  if (!options.definitions.empty() || !options.include_folders.empty()) {
    throw tools::UsageError("-D and -I have no effect with --link, which has no sources");
  }
  const mux_compile_output_e output = output_for(options, native);
  std::vector<std::string> contents;
  contents.reserve(files.size());
  for (const std::string &file : files) {
    contents.push_back(tools::read_file(file));
  }
  std::vector<std::span<const std::byte>> binaries;
  binaries.reserve(contents.size());
  for (const std::string &content : contents) {
    binaries.push_back(std::as_bytes(std::span(content)));
  }
  return Compilation::link(binaries, link_line(options), output);
}

}  // namespace mux::cc
