#include "compiler/cache/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include "compiler/cache/tuning.h"

namespace mux::compiler {
namespace {

constexpr std::string_view entry_suffix = ".entry";
constexpr std::string_view unfinished_suffix = ".new";
constexpr size_t hash_digits = 32;
constexpr const char *count_name = "stored";
/// Block size of a disk: the allocation unit of most file systems.
constexpr uint64_t block_size = 4096;
/// Limit of a file's size; larger files are ignored.
constexpr off_t largest_file = off_t{1} << 30;

std::string reason() {
  return std::error_code(errno, std::generic_category()).message();
}

bool is_trusted(const struct stat &status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool is_hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// @return whether the name has the form of the cache's files.
bool kind_of(std::string_view name, FileKind &kind) {
  const bool is_unfinished = name.ends_with(unfinished_suffix);
  const std::string_view suffix = is_unfinished ? unfinished_suffix : entry_suffix;
  kind = is_unfinished ? FileKind::unfinished : FileKind::entry;
  return name.size() == hash_digits + suffix.size() && name.ends_with(suffix) &&
         is_hexadecimal(name.substr(0, hash_digits));
}

std::string hexadecimal(uint64_t high, uint64_t low) {
  std::array<char, hash_digits + 1> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx",
                static_cast<unsigned long long>(high), static_cast<unsigned long long>(low));
  return digits.data();
}

/// A temporary name that is unique across processes, even if containers share the folder.
std::string unfinished_name() {
  std::array<uint64_t, 2> number{};
  if (getrandom(number.data(), sizeof number, GRND_NONBLOCK) != sizeof number) {
    number = {static_cast<uint64_t>(getpid()),
              static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count())};
  }
  return hexadecimal(number[0], number[1]) + std::string(unfinished_suffix);
}

/// Creates the folder and its parents. Errors are detected when it is opened.
void create_folders(const std::string &path) {
  for (size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    mkdir(path.substr(0, end).c_str(), S_IRWXU);
  }
  mkdir(path.c_str(), S_IRWXU);
}

FileDescriptor open_folder(const std::string &path) {
  // Without trailing slashes, with which a symbolic link would be followed.
  const size_t end = std::max<size_t>(path.find_last_not_of('/') + 1, 1);
  return FileDescriptor(
      ::open(path.substr(0, end).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool read_whole(int file, std::string &bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return false;
    }
    done += static_cast<size_t>(count);
  }
  return true;
}

bool write_whole(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

/// Whether RLIMIT_FSIZE allows this size: writing more raises SIGXFSZ, which terminates the process
/// by default.
bool is_allowed_size(size_t size) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         size <= limit.rlim_cur;
}

/// Updates the time of last use. Failures, as on a read-only disk, are ignored.
void update_use_time(int file, const struct stat &status) {
  const auto used = std::chrono::system_clock::from_time_t(status.st_mtim.tv_sec);
  if (std::chrono::system_clock::now() - used > cache_tuning::use_time_resolution) {
    (void)futimens(file, nullptr);
  }
}

}  // namespace

FileDescriptor::FileDescriptor(FileDescriptor &&other) noexcept
    : number_(std::exchange(other.number_, -1)) {}

FileDescriptor &FileDescriptor::operator=(FileDescriptor &&other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

FileDescriptor::~FileDescriptor() {
  close();
}

bool FileDescriptor::close() {
  return number_ < 0 || ::close(std::exchange(number_, -1)) == 0;
}

bool CacheDirectory::open(const std::string &path, Opening opening, std::string &problem) {
  folder_ = open_folder(path);
  if (!folder_.is_open() && errno == ENOENT) {
    if (opening == Opening::existing) {
      return false;
    }
    create_folders(path);
    folder_ = open_folder(path);
  }
  struct stat status{};
  if (!folder_.is_open() || fstat(folder_.number(), &status) != 0) {
    problem = "the folder for compiled code, '" + path + "', cannot be opened: " + reason();
    return false;
  }
  if (!is_trusted(status)) {
    problem = "the folder for compiled code, '" + path +
              "', is not used: it is owned or writable by another user";
    folder_.close();
    return false;
  }
  return true;
}

bool CacheDirectory::read_entry(const std::string &name, Reading reading,
                                std::string &bytes) const {
  // O_NONBLOCK, because opening a FIFO could block.
  const FileDescriptor file(openat(folder_.number(), name.c_str(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status{};
  if (!file.is_open() || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
      !is_trusted(status) || status.st_size > largest_file) {
    return false;
  }
  bytes.resize(static_cast<size_t>(status.st_size));
  if (!read_whole(file.number(), bytes)) {
    return false;
  }
  if (reading == Reading::use) {
    update_use_time(file.number(), status);
  }
  return true;
}

bool CacheDirectory::replace_entry(const std::string &name, std::string_view bytes,
                                   std::string &problem) const {
  const auto fail = [&problem](const char *what) {
    problem = std::string("compiled code cannot be cached: ") + what + ": " + reason();
    return false;
  };
  if (!is_allowed_size(bytes.size())) {
    errno = EFBIG;
    return fail("a file is too large");
  }
  const std::string unfinished = unfinished_name();
  FileDescriptor file(openat(folder_.number(), unfinished.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                             S_IRUSR | S_IWUSR));
  if (!file.is_open()) {
    return fail("a file cannot be created");
  }
  // Not synchronized to the disk: a file that is incomplete after a crash has an invalid checksum.
  bool is_done = write_whole(file.number(), bytes);
  is_done = file.close() && is_done;
  if (!is_done) {
    fail("a file cannot be written");
  } else if (renameat(folder_.number(), unfinished.c_str(), folder_.number(), name.c_str()) != 0) {
    is_done = fail("a file cannot be renamed");
  }
  if (!is_done) {
    remove(unfinished);
  }
  return is_done;
}

std::vector<CacheFile> CacheDirectory::files() const {
  std::vector<CacheFile> found;
  FileDescriptor copy(openat(folder_.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct Closer {
    void operator()(DIR *folder) const { closedir(folder); }
  };
  const std::unique_ptr<DIR, Closer> folder(copy.is_open() ? fdopendir(copy.number()) : nullptr);
  if (folder == nullptr) {
    return found;
  }
  // Owned by `folder` now.
  copy.release();
  while (const dirent *entry = readdir(folder.get())) {
    CacheFile file{entry->d_name};
    struct stat status{};
    if (kind_of(file.name, file.kind) &&
        fstatat(folder_.number(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(status.st_mode)) {
      file.bytes = bytes_on_disk(static_cast<uint64_t>(status.st_size));
      file.used = status.st_mtim;
      found.push_back(std::move(file));
    }
  }
  return found;
}

void CacheDirectory::remove(const std::string &name) const {
  unlinkat(folder_.number(), name.c_str(), 0);
}

uint64_t CacheDirectory::count_stored(uint64_t bytes) const {
  // The count is the file's size, one byte for each block: concurrent appends of several processes
  // add up.
  FileDescriptor file(openat(folder_.number(), count_name,
                             O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                             S_IRUSR | S_IWUSR));
  struct stat status{};
  const uint64_t blocks = bytes_on_disk(bytes) / block_size;
  if (!file.is_open() || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
      !is_allowed_size(static_cast<size_t>(status.st_size) + blocks) ||
      !write_whole(file.number(), std::string(blocks, '\0')) ||
      fstat(file.number(), &status) != 0) {
    return UINT64_MAX;
  }
  const auto counted = static_cast<uint64_t>(status.st_size);
  return counted <= blocks ? UINT64_MAX : (counted - 1) * block_size;
}

void CacheDirectory::reset_stored_count() const {
  const FileDescriptor file(
      openat(folder_.number(), count_name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  // A size of one byte distinguishes this from a file that has just been created.
  if (file.is_open()) {
    (void)!ftruncate(file.number(), 1);
  }
}

void CacheDirectory::remove_count() const {
  remove(count_name);
}

uint64_t bytes_on_disk(uint64_t size) {
  return (size + block_size - 1) / block_size * block_size;
}

std::string entry_name(std::string_view key) {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return hexadecimal(hash.high64, hash.low64) + std::string(entry_suffix);
}

}  // namespace mux::compiler
