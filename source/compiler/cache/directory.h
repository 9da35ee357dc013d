/// @file
/// The folder of the cache, which belongs to this user and which nobody else can write to.
///
/// A folder or a file that another user owns or may write to is not trusted: code from it would run
/// as this user. The folder is looked at once, when it is opened; what is done with it afterwards
/// is done with what was looked at, wherever its name may point by then. No symbolic link is
/// followed at the end of a path, no lock is taken, and nothing here waits for another process.
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
  /// Leaves it to somebody else.
  void release() { number_ = -1; }
  /// @return false, with errno, if what was written may be lost.
  bool close();

 private:
  int number_;
};

enum class FileKind : uint8_t {
  entry,
  /// What is going to be an entry, or was left over by a process that was killed.
  unfinished,
};

struct CacheFile {
  std::string name;
  FileKind kind = FileKind::entry;
  /// What it takes of the disk.
  uint64_t bytes = 0;
  /// When it was last used.
  timespec used{};
};

class CacheDirectory {
 public:
  enum class Opening : uint8_t { existing, created };
  /// Whether the reader uses an entry, so that it is not the next to go, or just looks at it.
  enum class Reading : uint8_t { use, look };

  /// Opens the folder, and creates it and those it is in if asked for.
  ///
  /// @param[out] problem why not, when false is returned; empty if it just does not exist.
  bool open(const std::string &path, Opening opening, std::string &problem);

  /// The whole file of an entry.
  /// @param name as entry_name() makes it.
  /// @return false if there is none to be trusted.
  bool read_entry(const std::string &name, Reading reading, std::string &bytes) const;

  /// Makes a file of this name, or replaces it, as a whole or not at all.
  /// @param[out] problem why not, when false is returned.
  bool replace_entry(const std::string &name, std::string_view bytes, std::string &problem) const;

  /// What of the cache is in the folder, in no order; other files are none of its business.
  std::vector<CacheFile> files() const;

  void remove(const std::string &name) const;

  /// Counts bytes that were stored. All processes count together.
  /// @return how many have been since the last call of forget_stored(); the largest number if
  /// nobody has ever called it, or if they cannot be counted.
  uint64_t count_stored(uint64_t bytes) const;
  void forget_stored() const;
  /// Removes the count itself.
  void remove_count() const;

 private:
  FileDescriptor folder_;
};

/// What a file of so many bytes takes of the disk.
uint64_t bytes_on_disk(uint64_t size);

/// The file of the entry with this key.
std::string entry_name(std::string_view key);

}  // namespace mux::compiler
