#include "codegen/clang/include_file_system.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include <utility>

#include "compiler/interface/file_answer.h"
#include "compiler/interface/virtual_folders.h"

namespace mux::compiler {
namespace {

using Path = llvm::SmallString<256>;

std::error_code not_found() {
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

/// Whether the path is part of every compilation: the source, the prelude, and their folders.
bool is_own(llvm::StringRef path) {
  return path == "/" || is_inside(path, virtual_source_folder);
}

}  // namespace

/// A file that records the results of reading it.
class IncludeFileSystem::RecordedFile : public llvm::vfs::File {
 public:
  RecordedFile(IncludeFileSystem &files, std::string path, bool is_in_memory,
               std::unique_ptr<llvm::vfs::File> file)
      : files_(files),
        path_(std::move(path)),
        is_in_memory_(is_in_memory),
        file_(std::move(file)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override {
    llvm::ErrorOr<llvm::vfs::Status> result = file_->status();
    files_.note(FileQuery::status, path_, files_.status_answer(result, is_in_memory_));
    return result;
  }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name,
                                                               int64_t size,
                                                               bool requires_null_terminator,
                                                               bool is_volatile) override {
    auto result = file_->getBuffer(name, size, requires_null_terminator, is_volatile);
    files_.note(FileQuery::content, path_,
                result ? content_answer(std::string_view((*result)->getBuffer())) : "");
    return result;
  }
  std::error_code close() override { return file_->close(); }

 private:
  IncludeFileSystem &files_;
  const std::string path_;
  const bool is_in_memory_;
  const std::unique_ptr<llvm::vfs::File> file_;
};

void IncludeFileSystem::record_to(FileRecord &record) {
  record_ = &record;
}

std::string IncludeFileSystem::status_answer(const llvm::ErrorOr<llvm::vfs::Status> &status,
                                             bool is_in_memory) {
  if (!status) {
    return {};
  }
  FilePlace place{status->isDirectory(), status->getSize(), is_in_memory, 0};
  if (!is_in_memory) {
    const auto seen = llvm::find(seen_, status->getUniqueID());
    place.index = static_cast<uint64_t>(seen - seen_.begin());
    if (seen == seen_.end()) {
      seen_.push_back(status->getUniqueID());
    }
  }
  return mux::compiler::status_answer(place);
}

void IncludeFileSystem::note(FileQuery question, const std::string &path, std::string answer) {
  if (record_ != nullptr && !is_own(path)) {
    record_->answers.push_back({question, path, std::move(answer)});
  }
}

IncludeFileSystem::IncludeFileSystem()
    : memory_(new llvm::vfs::InMemoryFileSystem), disk_(llvm::vfs::createPhysicalFileSystem()) {}

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
  const bool is_imagined = is_below_virtual_folder({path.data(), path.size()});
  normalize(path);
  const llvm::StringRef absolute(path.data(), path.size());
  if (memory_->exists(absolute)) {
    return memory_.get();
  }
  if (is_imagined) {
    return nullptr;
  }
  const llvm::ErrorOr<llvm::vfs::Status> status = disk_->status(absolute);
  const bool ends = !status || status->isRegularFile() || status->isDirectory();
  return ends ? disk_.get() : nullptr;
}

llvm::ErrorOr<llvm::vfs::Status> IncludeFileSystem::status(const llvm::Twine &path) {
  Path absolute;
  path.toVector(absolute);
  llvm::vfs::FileSystem *file_system = file_system_of(absolute);
  if (file_system == nullptr) {
    note(FileQuery::status, path.str(), {});
    return not_found();
  }
  auto result = file_system->status(absolute);
  note(FileQuery::status, path.str(), status_answer(result, file_system == memory_.get()));
  // Diagnostics name a file by the path of this status.
  return result ? llvm::vfs::Status::copyWithNewName(*result, path) : result;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> IncludeFileSystem::openFileForRead(
    const llvm::Twine &path) {
  Path absolute;
  path.toVector(absolute);
  llvm::vfs::FileSystem *file_system = file_system_of(absolute);
  if (file_system == nullptr) {
    note(FileQuery::status, path.str(), {});
    return not_found();
  }
  auto file = llvm::vfs::File::getWithPath(file_system->openFileForRead(absolute), path);
  if (!file) {
    // The file does not exist or is not readable: recorded as an empty answer.
    note(FileQuery::content, path.str(), {});
    return file;
  }
  return std::make_unique<RecordedFile>(*this, path.str(), file_system == memory_.get(),
                                        std::move(*file));
}

llvm::vfs::directory_iterator IncludeFileSystem::dir_begin(const llvm::Twine &folder,
                                                           std::error_code &error) {
  if (record_ != nullptr) {
    record_->is_complete = false;
  }
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
