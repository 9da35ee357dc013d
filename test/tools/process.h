/// @file
/// Runs the tools in processes, and captures their output and exit codes.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mux::test {

struct ProcessResult {
  /// The exit code, or the negated number of the signal that killed the process.
  int exit_code;
  std::string output;
  std::string errors;
};

/// Runs a program and waits for it. Throws std::runtime_error if it cannot be started.
ProcessResult run_process(const std::vector<std::string> &command);

/// A directory that is removed with its contents.
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
