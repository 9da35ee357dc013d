#include "compiler/frontend/include_file_system.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

namespace mux::compiler {
namespace {

using Path = llvm::SmallString<256>;

std::error_code not_found() {
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

bool is_inside(llvm::StringRef path, llvm::StringRef folder) {
  return path.consume_front(folder) &&
         (path.empty() || path.front() == '/' || folder.ends_with("/"));
}

}  // namespace

IncludeFileSystem::IncludeFileSystem(const std::vector<std::string> &folders)
    : memory_(new llvm::vfs::InMemoryFileSystem), disk_(llvm::vfs::createPhysicalFileSystem()) {
  for (const std::string &folder : folders) {
    Path path(folder);
    normalize(path);
    folders_.emplace_back(path.str());
  }
}

bool IncludeFileSystem::add_file(llvm::StringRef path, llvm::StringRef content) {
  Path absolute(path);
  normalize(absolute);
  if (const llvm::ErrorOr<llvm::vfs::Status> present = memory_->status(absolute)) {
    return present->isRegularFile();
  }
  return memory_->addFile(absolute, 0, llvm::MemoryBuffer::getMemBufferCopy(content, path));
}

void IncludeFileSystem::normalize(llvm::SmallVectorImpl<char> &path) const {
  // Without a current directory (it was removed) a relative path stays relative, and is not found.
  (void)disk_->makeAbsolute(path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
}

llvm::vfs::FileSystem *IncludeFileSystem::file_system_of(llvm::SmallVectorImpl<char> &path) const {
  normalize(path);
  const llvm::StringRef absolute(path.data(), path.size());
  if (memory_->exists(absolute)) {
    return memory_.get();
  }
  for (const std::string &folder : folders_) {
    if (is_inside(absolute, folder)) {
      return disk_.get();
    }
  }
  return nullptr;
}

llvm::ErrorOr<llvm::vfs::Status> IncludeFileSystem::status(const llvm::Twine &path) {
  Path absolute;
  path.toVector(absolute);
  llvm::vfs::FileSystem *file_system = file_system_of(absolute);
  if (file_system == nullptr) {
    return not_found();
  }
  auto result = file_system->status(absolute);
  // Clang names the file in its messages by the name it asked for.
  return result ? llvm::vfs::Status::copyWithNewName(*result, path) : result;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> IncludeFileSystem::openFileForRead(
    const llvm::Twine &path) {
  Path absolute;
  path.toVector(absolute);
  llvm::vfs::FileSystem *file_system = file_system_of(absolute);
  if (file_system == nullptr) {
    return not_found();
  }
  return llvm::vfs::File::getWithPath(file_system->openFileForRead(absolute), path);
}

llvm::vfs::directory_iterator IncludeFileSystem::dir_begin(const llvm::Twine &folder,
                                                           std::error_code &error) {
  Path absolute;
  folder.toVector(absolute);
  llvm::vfs::FileSystem *file_system = file_system_of(absolute);
  if (file_system == nullptr) {
    error = not_found();
    return {};
  }
  return file_system->dir_begin(absolute, error);
}

std::error_code IncludeFileSystem::setCurrentWorkingDirectory(const llvm::Twine &path) {
  return disk_->setCurrentWorkingDirectory(path);
}

llvm::ErrorOr<std::string> IncludeFileSystem::getCurrentWorkingDirectory() const {
  return disk_->getCurrentWorkingDirectory();
}

std::error_code IncludeFileSystem::getRealPath(const llvm::Twine &path,
                                               llvm::SmallVectorImpl<char> &output) {
  Path absolute;
  path.toVector(absolute);
  llvm::vfs::FileSystem *file_system = file_system_of(absolute);
  return file_system == nullptr ? not_found() : file_system->getRealPath(absolute, output);
}

}  // namespace mux::compiler
