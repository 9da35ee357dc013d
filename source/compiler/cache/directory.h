/// @file
/// The cache's folder, which must be owned by this user and not writable by others.
///
/// A folder or a file that another user owns or may write to is not trusted: code from it would run
/// as this user. The folder is checked once, when it is opened; later operations use its file
/// descriptor, so that a changed path has no effect. Symbolic links are not followed in the last
/// component of a path. There are no locks, and nothing waits for another process.
///
/// Used by one thread at a time. Throws nothing but std::bad_alloc.
#pragma once

#include <ctime>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mux::compiler {

/// Owns a file descriptor.
class FileDescriptor {
 public:
  /// @param number -1 for none.
  explicit FileDescriptor(int number = -1) : number_(number) {}
  FileDescriptor(FileDescriptor &&other) noexcept;
  FileDescriptor &operator=(FileDescriptor &&other) noexcept;
  FileDescriptor(const FileDescriptor &) = delete;
  FileDescriptor &operator=(const FileDescriptor &) = delete;
  ~FileDescriptor();

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// Gives up the ownership.
  void release() { number_ = -1; }
  /// @return false, with errno, if written data may be lost.
  bool close();

 private:
  int number_;
};

enum class FileKind : uint8_t {
  entry,
  /// A temporary file of an entry that is being written, or was left by a killed process.
  unfinished,
};

struct CacheFile {
  std::string name;
  FileKind kind = FileKind::entry;
  /// Its size on disk.
  uint64_t bytes = 0;
  /// Time of last use.
  timespec used{};
};

class CacheDirectory {
 public:
  enum class Opening : uint8_t { existing, created };
  /// Whether reading updates the entry's time of last use.
  enum class Reading : uint8_t { use, look };

  /// Opens the folder; `Opening::created` creates it and its parents if necessary.
  ///
  /// @param[out] problem the reason, when false is returned; empty if it does not exist.
  bool open(const std::string &path, Opening opening, std::string &problem);

  /// Reads the file of an entry.
  /// @param name as entry_name() returns it.
  /// @return false if there is none that can be trusted.
  bool read_entry(const std::string &name, Reading reading, std::string &bytes) const;

  /// Creates or replaces a file atomically.
  /// @param[out] problem the reason, when false is returned.
  bool replace_entry(const std::string &name, std::string_view bytes, std::string &problem) const;

  /// The cache's files in the folder, unsorted; other files are ignored.
  std::vector<CacheFile> files() const;

  void remove(const std::string &name) const;

  /// Adds to the count of bytes stored by all processes.
  /// @return the bytes stored since the last call of reset_stored_count(); UINT64_MAX if it was
  /// never called, or the count cannot be updated.
  uint64_t count_stored(uint64_t bytes) const;
  void reset_stored_count() const;
  /// Removes the file of the count.
  void remove_count() const;

 private:
  FileDescriptor folder_;
};

/// Size on disk of a file of `size` bytes.
uint64_t bytes_on_disk(uint64_t size);

/// Name of the file of the entry with this key.
std::string entry_name(std::string_view key);

}  // namespace mux::compiler
