#include "muxcc/replace_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "common/command_line.h"
#include "common/files.h"

namespace mux::cc {
namespace {

[[noreturn]] void fail(const char *action, const std::string &path, int error) {
  throw tools::UsageError("cannot " + std::string(action) + " '" + path +
                          "': " + std::strerror(error));
}

/// A temporary file that is removed unless it was renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string &final_path)
      : final_path_(final_path), path_(final_path + ".XXXXXX") {
    descriptor_ = mkstemp(path_.data());
    if (descriptor_ < 0) {
      fail("create", final_path_, errno);
    }
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
    if (!renamed_) {
      unlink(path_.c_str());
    }
  }

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written >= 0) {
        bytes = bytes.subspan(static_cast<size_t>(written));
      } else if (errno != EINTR) {
        fail("write", final_path_, errno);
      }
    }
  }

  /// @param mode the permissions of the file.
  void rename_to_final(mode_t mode) {
    const int descriptor = descriptor_;
    if (fchmod(descriptor, mode) != 0) {
      fail("write", final_path_, errno);
    }
    // Some file systems report a full disk only when the file is closed.
    descriptor_ = -1;
    if (close(descriptor) != 0) {
      fail("write", final_path_, errno);
    }
    if (rename(path_.c_str(), final_path_.c_str()) != 0) {
      fail("create", final_path_, errno);
    }
    renamed_ = true;
  }

 private:
  std::string final_path_;
  std::string path_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

/// The permissions of a new file. umask() must be changed to read it; the tool is single-threaded,
/// so no other file is created meanwhile.
mode_t default_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

void replace_file(const std::string &path, std::span<const std::byte> bytes) {
  struct stat status;
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    tools::write_file(path, bytes);
    return;
  }
  TemporaryFile file(exists ? std::filesystem::canonical(path).string() : path);
  file.write(bytes);
  file.rename_to_final(exists ? status.st_mode & 0777 : default_mode());
}

}  // namespace mux::cc
