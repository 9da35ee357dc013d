#include "compiler/library/compiler_file.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include "compiler/cache/library_identity.h"

namespace mux::compiler {
namespace {

/// Greater than the note segments that linkers write.
constexpr uint64_t most_note_bytes = 1 << 16;

class File {
 public:
  explicit File(const std::string &path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status{};
    if (descriptor_ >= 0 && fstat(descriptor_, &status) == 0) {
      size_ = static_cast<uint64_t>(status.st_size);
    }
  }
  ~File() {
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  bool is_open() const { return descriptor_ >= 0; }

  bool has(uint64_t offset, uint64_t bytes) const {
    return offset <= size_ && bytes <= size_ - offset;
  }

  bool read(void *to, uint64_t offset, size_t bytes) const {
    return has(offset, bytes) &&
           pread(descriptor_, to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
  }

 private:
  int descriptor_;
  uint64_t size_ = 0;
};

bool read_segments(const File &file, std::vector<Elf64_Phdr> &segments) {
  Elf64_Ehdr header;
  if (!file.read(&header, 0, sizeof header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_type != ET_DYN || header.e_phentsize != sizeof(Elf64_Phdr)) {
    return false;
  }
  segments.resize(header.e_phnum);
  return file.read(segments.data(), header.e_phoff, segments.size() * sizeof(Elf64_Phdr));
}

/// @return the build id; empty if there is none.
std::string read_build_id(const File &file, const std::vector<Elf64_Phdr> &segments) {
  for (const Elf64_Phdr &segment : segments) {
    if (segment.p_type != PT_NOTE || segment.p_filesz > most_note_bytes) {
      continue;
    }
    std::string notes(segment.p_filesz, '\0');
    if (file.read(notes.data(), segment.p_offset, notes.size())) {
      if (const std::string_view found = find_build_id(notes); !found.empty()) {
        return std::string(found);
      }
    }
  }
  return {};
}

}  // namespace

std::string check_compiler_file(const std::string &path, std::string_view identity) {
  const File file(path);
  if (!file.is_open()) {
    return std::generic_category().message(errno);
  }
  std::vector<Elf64_Phdr> segments;
  if (!read_segments(file, segments)) {
    return "it is no shared library";
  }
  for (const Elf64_Phdr &segment : segments) {
    if (!file.has(segment.p_offset, segment.p_filesz)) {
      return "it is truncated";
    }
  }
  return read_build_id(file, segments) == identity
             ? ""
             : "it is from another build than the library that needs it";
}

}  // namespace mux::compiler
