/// @file
/// The virtual file system of a compilation: files given in memory, and files on disk.
///
/// Files in memory hide those on disk. The virtual folders of the source and the headers in memory
/// do not exist on disk, also in paths with `..`: names that are relative to the source are
/// resolved by the folders of -I, of which the current directory is the last.
///
/// On disk only regular files and folders are visible: reading others (pipes, devices) might not
/// end.
///
/// Not thread-safe: each compilation has its own. It never writes.

#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <string>
#include <vector>

#include "compiler/interface/file_record.h"

namespace mux::compiler {

class IncludeFileSystem : public llvm::vfs::FileSystem {
 public:
  IncludeFileSystem();

  /// Adds a file in memory, which hides a file of the same path on disk. If the path was added
  /// before, the first file remains.
  /// @return whether there is a file of that path now: false if the path is a folder, or below a
  /// file.
  bool add_file(llvm::StringRef path, llvm::StringRef content);

  /// Records all queries and their answers from now on.
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

  /// Serializes the identity of a file or folder.
  std::string status_answer(const llvm::ErrorOr<llvm::vfs::Status> &status, bool is_in_memory);
  /// Records an answer, if recording is enabled.
  void note(FileQuery question, const std::string &path, std::string answer);
  /// The file system that contains `path`, or NULL if there is none. Makes `path` absolute.
  llvm::vfs::FileSystem *file_system_of(llvm::SmallVectorImpl<char> &path) const;
  /// Makes the path absolute and removes `.` and `..`.
  void normalize(llvm::SmallVectorImpl<char> &path) const;

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory_;
  std::unique_ptr<llvm::vfs::FileSystem> disk_;
  /// NULL unless recording is enabled.
  FileRecord *record_ = nullptr;
  /// The files and folders on disk that answers referred to. Answers contain indices into this
  /// list: Clang depends on which of them are identical, not on their inode numbers.
  std::vector<llvm::sys::fs::UniqueID> seen_;
};

}  // namespace mux::compiler
