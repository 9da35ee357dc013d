#include "compiler/cache/code_cache.h"

#include <optional>
#include <utility>

#include "compiler/cache/directory.h"
#include "compiler/cache/entry.h"
#include "compiler/cache/eviction.h"
#include "compiler/cache/library_identity.h"
#include "compiler/container/bytes.h"

namespace mux::compiler {
namespace {

constinit std::atomic<CacheProblemReporter> problem_reporter{nullptr};

void report_cache_problem(const std::string &problem) {
  if (const CacheProblemReporter reporter = problem_reporter.load()) {
    reporter(problem.c_str());
  }
}

/// @return NULL if there is no cache.
const CodeCache *make_cache_of_process() {
  std::string problem;
  std::optional<CacheSettings> settings = cache_settings_of_environment(problem);
  std::string identity;
  if (settings.has_value()) {
    identity = library_identity();
    if (identity.empty()) {
      problem =
          "compiled code is not cached: this library has no build id, which distinguishes its code"
          " from that of another build";
    }
  }
  if (!problem.empty()) {
    report_cache_problem(problem);
  }
  return identity.empty() ? nullptr : new CodeCache(std::move(*settings), std::move(identity));
}

}  // namespace

CodeCache::CodeCache(CacheSettings settings, std::string identity)
    : settings_(std::move(settings)), identity_(std::move(identity)) {}

const CodeCache *CodeCache::of_process() {
  // Never destroyed, because threads may compile while the process exits.
  static const CodeCache *const cache = make_cache_of_process();
  return cache;
}

std::string CodeCache::whole_key(std::string_view key) const {
  ByteWriter whole;
  whole.string(identity_);
  whole.raw(key);
  return whole.take();
}

void CodeCache::report(const std::string &problem) const {
  if (!problem.empty() && !has_reported_.exchange(true)) {
    report_cache_problem(problem);
  }
}

bool CodeCache::has_folder() const {
  std::string problem;
  CacheDirectory directory;
  return directory.open(settings_.directory, CacheDirectory::Opening::existing, problem);
}

bool CodeCache::find(std::string_view key, std::string &value) const {
  std::string problem;
  CacheDirectory directory;
  if (!directory.open(settings_.directory, CacheDirectory::Opening::existing, problem)) {
    report(problem);
    return false;
  }
  const std::string whole = whole_key(key);
  std::string bytes;
  CacheEntry entry;
  if (!directory.read_entry(entry_name(whole), CacheDirectory::Reading::use, bytes) ||
      !read_cache_entry(bytes, entry) || entry.key != whole) {
    return false;
  }
  value = entry.value;
  return true;
}

void CodeCache::store(std::string_view key, std::string_view label, std::string_view value) const {
  const std::string whole = whole_key(key);
  const std::string bytes = write_cache_entry({whole, label, value});
  if (bytes.size() > largest_entry(settings_.max_bytes)) {
    return;
  }
  std::string problem;
  CacheDirectory directory;
  if (!directory.open(settings_.directory, CacheDirectory::Opening::created, problem) ||
      !directory.replace_entry(entry_name(whole), bytes, problem)) {
    report(problem);
    return;
  }
  make_room(directory, bytes.size(), settings_.max_bytes);
}

void set_cache_problem_reporter(CacheProblemReporter reporter) {
  problem_reporter.store(reporter);
}

}  // namespace mux::compiler
