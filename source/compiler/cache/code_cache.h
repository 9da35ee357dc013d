/// @file
/// What the compiler made before, kept on disk for the next process.
///
/// A value is found by its key, which has to say everything that the value depends on but for the
/// compiler itself: that is added here. Keys are compared as a whole, values are checked as a
/// whole: what another build wrote, what is damaged or was cut off, and what another user could
/// have written is as good as absent. No lock is held, in this process or between processes, and
/// nothing ever fails: at worst the compiler has to do its work.
///
/// Any number of threads may use it at once. Throws nothing but std::bad_alloc.
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

  /// The one that the environment asks for, which is read when it is first needed.
  /// @return NULL if there is none. Lives as long as the process.
  static const CodeCache *of_process();

  /// Whether there may be something in it: nobody has stored anything before there is its folder.
  bool has_folder() const;
  /// @param[out] value what was stored under this key, when true is returned.
  bool find(std::string_view key, std::string &value) const;
  /// Keeps a value, in place of what there is under this key.
  /// @param label what it is, in a line for people.
  void store(std::string_view key, std::string_view label, std::string_view value) const;

 private:
  std::string whole_key(std::string_view key) const;
  void report(const std::string &problem) const;

  const CacheSettings settings_;
  const std::string identity_;
  /// Whether somebody was told that something is wrong: once is enough.
  mutable std::atomic<bool> has_reported_{false};
};

/// Who is told why compiled code cannot be kept.
using CacheProblemReporter = void (*)(const char *problem);

/// Callable from any thread; once, before the cache is used, is enough. Nobody is told before.
void set_cache_problem_reporter(CacheProblemReporter reporter);

}  // namespace mux::compiler
