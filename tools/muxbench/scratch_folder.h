// A temporary folder.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "common/command_line.h"

namespace mux::bench {

// Accessible only by this user. Removed with its contents by the destructor.
class ScratchFolder {
 public:
  // The name contains `purpose`. Throws UsageError if it cannot be created.
  explicit ScratchFolder(const std::string &purpose) {
    std::error_code problem;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(problem);
    if (problem) {
      throw mux::tools::UsageError("no folder for temporary files: " + problem.message() +
                                   "; set TMPDIR");
    }
    std::string name = (parent / ("muxbench-" + purpose + "-XXXXXX")).string();
    if (mkdtemp(name.data()) == nullptr) {
      throw mux::tools::UsageError(name + " cannot be created: " + std::strerror(errno));
    }
    folder_ = name;
  }
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string path(const std::string &name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace mux::bench
