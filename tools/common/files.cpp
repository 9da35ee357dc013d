#include "common/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "common/command_line.h"

namespace mux::tools {

namespace {

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

[[noreturn]] void fail(const char *action, const std::string &path) {
  throw UsageError("cannot " + std::string(action) + " '" + path + "': " + std::strerror(errno));
}

}  // namespace

std::string read_file(const std::string &path) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    fail("open", path);
  }
  std::string content;
  char block[1 << 16];
  while (std::feof(file.get()) == 0 && std::ferror(file.get()) == 0) {
    const size_t length = std::fread(block, 1, sizeof(block), file.get());
    content.append(block, length);
  }
  if (std::ferror(file.get()) != 0) {
    fail("read", path);
  }
  return content;
}

void write_file(const std::string &path, std::span<const std::byte> bytes) {
  File file(std::fopen(path.c_str(), "wb"));
  if (file == nullptr) {
    fail("create", path);
  }
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  // Closing flushes buffered data, so a full disk is reported here.
  if (!written || std::fclose(file.release()) != 0) {
    fail("write", path);
  }
}

}  // namespace mux::tools
