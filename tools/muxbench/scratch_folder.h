// A folder for files that nobody needs afterwards.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "common/command_line.h"

namespace mux::bench {

// Only this user may look into it. It is removed with all that is in it.
class ScratchFolder {
 public:
  // The name has `purpose` in it. Throws UsageError if there is no place for folders of this kind.
  explicit ScratchFolder(const std::string &purpose) {
    std::error_code problem;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(problem);
    if (problem) {
      throw mux::tools::UsageError("there is no folder for temporary files: " + problem.message() +
                                   "; TMPDIR names one");
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
