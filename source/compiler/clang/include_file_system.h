/// @file
/// The files that Clang sees while it compiles: what is given to it in memory, and those of the
/// machine.
///
/// What is in memory hides what is on the disk. The folders that seem to hold the source and the
/// headers in memory are not on the disk, whatever `..` makes of them: what the source names
/// relative to itself is found by the folders of -I, of which the current one is the last.
///
/// On the disk there are regular files and folders only: nothing is read that may not end.
///
/// Not thread-safe: each compilation has its own. Nothing is written, ever.

#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <string>
#include <vector>

#include "compiler/interface/file_record.h"

namespace mux::compiler {

class IncludeFileSystem : public llvm::vfs::FileSystem {
 public:
  IncludeFileSystem();

  /// Adds a file that exists in memory only, and hides one of the disk. Of two files of one path
  /// the first one stays.
  /// @return whether there is a file of that path now: not where a folder is, nor below a file.
  bool add_file(llvm::StringRef path, llvm::StringRef content);

  /// From now on, notes what is asked and answered.
  ///
  /// @param record must outlive the file system.
  void record_to(FileRecord &record);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &folder,
                                          std::error_code &error) override;
  std::error_code setCurrentWorkingDirectory(const llvm::Twine &path) override;
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override;
  std::error_code getRealPath(const llvm::Twine &path,
                              llvm::SmallVectorImpl<char> &output) override;

 private:
  class RecordedFile;

  /// Which file or folder it is.
  std::string status_answer(const llvm::ErrorOr<llvm::vfs::Status> &status, bool is_in_memory);
  /// Notes an answer, if somebody asked for that.
  void note(FileQuestion question, const std::string &path, std::string answer);
  /// The file system that has `path`, or NULL if there is none. Makes `path` absolute.
  llvm::vfs::FileSystem *file_system_of(llvm::SmallVectorImpl<char> &path) const;
  /// Absolute and free of `.` and `..`.
  void normalize(llvm::SmallVectorImpl<char> &path) const;

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory_;
  std::unique_ptr<llvm::vfs::FileSystem> disk_;
  /// NULL as long as nothing is noted.
  FileRecord *record_ = nullptr;
  /// The files and folders on disk that answers were about: which of them are the same one matters
  /// to Clang, not which one that is.
  std::vector<llvm::sys::fs::UniqueID> seen_;
};

}  // namespace mux::compiler
