/// @file
/// Persistent cache of compiled code on disk.
///
/// The key of a value must contain everything that the value depends on except for the compiler's
/// identity, which is added here. Keys are compared completely, values are verified by a checksum:
/// entries that are from another build, damaged, truncated, or writable by another user are
/// ignored. There are no locks, neither in the process nor between processes, and no operation
/// fails: at worst code is compiled again.
///
/// Thread-safe. Throws nothing but std::bad_alloc.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "compiler/cache/settings.h"

namespace mux::compiler {

class CodeCache {
 public:
  /// @param identity of the compiler (library_identity()).
  CodeCache(CacheSettings settings, std::string identity);

  /// The cache that the environment variables configure, which are read on first use.
  /// @return NULL if there is none. Lives as long as the process.
  static const CodeCache *of_process();

  /// Whether its folder exists. If not, the cache is empty.
  bool has_folder() const;
  /// @param[out] value the value of this key, when true is returned.
  bool find(std::string_view key, std::string &value) const;
  /// Stores a value, replacing that of the same key.
  /// @param label a description in one line, for users.
  void store(std::string_view key, std::string_view label, std::string_view value) const;

 private:
  std::string whole_key(std::string_view key) const;
  void report(const std::string &problem) const;

  const CacheSettings settings_;
  const std::string identity_;
  /// Whether a problem was reported: only the first one is.
  mutable std::atomic<bool> has_reported_{false};
};

/// Callback for problems of the cache.
using CacheProblemReporter = void (*)(const char *problem);

/// Callable from any thread. Must be called before the cache is used; problems before the call are
/// not reported.
void set_cache_problem_reporter(CacheProblemReporter reporter);

}  // namespace mux::compiler
