/// @file
/// Record of the file queries of a compilation and their answers. If all queries have the same
/// answers again, the compilation would give the same result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mux::compiler {

enum class FileQuery : uint8_t {
  /// Whether the file or folder exists, and its identity.
  status,
  content,
};

struct FileAnswer {
  FileQuery question = FileQuery::status;
  /// The path as in the query.
  std::string path;
  /// The serialized answer; equal for equal answers.
  std::string answer;
};

struct FileRecord {
  std::vector<FileAnswer> answers;
  /// Whether all dependencies are recorded: no folder was listed, and the time was not used.
  bool is_complete = true;
};

}  // namespace mux::compiler
