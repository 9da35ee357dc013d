/// @file
/// What a compilation learned of files besides its source: asked again, the files say whether it
/// would give the same result now.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mux::compiler {

enum class FileQuestion : uint8_t {
  /// Whether there is such a file or folder, and which one it is.
  status,
  content,
};

struct FileAnswer {
  FileQuestion question = FileQuestion::status;
  /// As it was asked for.
  std::string path;
  /// Equal for equal answers.
  std::string answer;
};

struct FileRecord {
  std::vector<FileAnswer> answers;
  /// Nothing else was asked of what may change: no list of a folder's files, no time.
  bool is_complete = true;
};

}  // namespace mux::compiler
