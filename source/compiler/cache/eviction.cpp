#include "compiler/cache/eviction.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <vector>

#include "compiler/cache/tuning.h"

namespace mux::compiler {
namespace {

bool is_abandoned(const CacheFile &file) {
  const auto written = std::chrono::system_clock::from_time_t(file.used.tv_sec);
  return file.kind == FileKind::unfinished &&
         std::chrono::system_clock::now() - written > cache_tuning::abandoned;
}

bool was_used_before(const CacheFile &a, const CacheFile &b) {
  return std::tie(a.used.tv_sec, a.used.tv_nsec) < std::tie(b.used.tv_sec, b.used.tv_nsec);
}

void scan_and_evict(const CacheDirectory &directory, uint64_t max_bytes) {
  std::vector<CacheFile> files = directory.files();
  uint64_t bytes = 0;
  for (const CacheFile &file : files) {
    if (is_abandoned(file)) {
      directory.remove(file.name);
    } else {
      bytes += file.bytes;
    }
  }
  if (bytes <= max_bytes - max_bytes / 8) {
    return;
  }
  std::erase_if(files, [](const CacheFile &file) { return file.kind != FileKind::entry; });
  std::sort(files.begin(), files.end(), was_used_before);
  for (const CacheFile &file : files) {
    if (bytes <= max_bytes - max_bytes / 4) {
      break;
    }
    directory.remove(file.name);
    bytes -= file.bytes;
  }
}

}  // namespace

uint64_t largest_entry(uint64_t max_bytes) {
  return max_bytes / cache_tuning::scans_per_limit;
}

void make_room(const CacheDirectory &directory, uint64_t stored_bytes, uint64_t max_bytes) {
  if (directory.count_stored(stored_bytes) < max_bytes / cache_tuning::scans_per_limit) {
    return;
  }
  // Reset first, so that few other processes scan at the same time.
  directory.reset_stored_count();
  scan_and_evict(directory, max_bytes);
}

}  // namespace mux::compiler
