/// @file
/// A temporary cache folder, and its files.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/cache/code_cache.h"

namespace mux::test {

/// Removed with its contents.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;

  std::filesystem::path path() const { return path_; }
  /// A folder in it that does not exist before the cache creates it.
  std::filesystem::path cache() const { return path_ / "cache"; }

 private:
  std::filesystem::path path_;
};

/// The entries of a cache.
std::vector<std::filesystem::path> entries(const std::filesystem::path &cache);
/// Temporary files, in use or left over.
std::vector<std::filesystem::path> unfinished(const std::filesystem::path &cache);

std::string read(const std::filesystem::path &file);
void write(const std::filesystem::path &file, const std::string &bytes);

/// Sets the last use of a file to `age` ago.
void make_older(const std::filesystem::path &file, std::chrono::hours age);
/// Whether it was used within the last hour.
bool is_young(const std::filesystem::path &file);

/// Problems reported by caches since the last call.
std::vector<std::string> reported_problems();

}  // namespace mux::test
