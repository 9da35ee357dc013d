/// @file
/// Runs the tools as a shell would, and looks at what they print and how they end.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mux::test {

struct ProcessResult {
  /// The exit code, or minus the number of the signal that ended the process.
  int exit_code;
  std::string output;
  std::string errors;
};

/// Runs a program to its end. Throws std::runtime_error if it cannot be started.
ProcessResult run_process(const std::vector<std::string> &command);

/// A directory that is removed with all that is in it.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ScratchDirectory(const ScratchDirectory &) = delete;
  ScratchDirectory &operator=(const ScratchDirectory &) = delete;
  ~ScratchDirectory();

  /// The path of a file in it.
  std::string path(const std::string &name) const;
  /// Creates a file in it and returns its path.
  std::string write(const std::string &name, const std::string &content) const;

 private:
  std::filesystem::path directory_;
};

std::string read_file(const std::string &path);

}  // namespace mux::test
