#include "muxcache/contents.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>

#include "compiler/cache/entry.h"

namespace mux::cache {

std::vector<Item> read_items(const compiler::CacheDirectory &directory) {
  std::vector<Item> items;
  for (compiler::CacheFile &file : directory.files()) {
    Item item{std::move(file), {}, false};
    std::string bytes;
    compiler::CacheEntry entry;
    if (item.file.kind == compiler::FileKind::entry &&
        directory.read_entry(item.file.name, compiler::CacheDirectory::Reading::look, bytes) &&
        compiler::read_cache_entry(bytes, entry)) {
      item.is_whole = compiler::entry_name(entry.key) == item.file.name;
      item.label = entry.label;
    }
    items.push_back(std::move(item));
  }
  std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) {
    return std::tie(b.file.used.tv_sec, b.file.used.tv_nsec, a.file.name) <
           std::tie(a.file.used.tv_sec, a.file.used.tv_nsec, b.file.name);
  });
  return items;
}

std::string size_text(uint64_t bytes) {
  constexpr std::array units = {"KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  double value = static_cast<double>(bytes) / 1024;
  while (value >= 1024 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  return text.data();
}

std::string age_text(int64_t seconds) {
  struct Unit {
    const char *name;
    int64_t seconds;
  };
  constexpr std::array units = {Unit{"day", 86400}, Unit{"hour", 3600}, Unit{"minute", 60}};
  for (const Unit &unit : units) {
    if (const int64_t count = seconds / unit.seconds; count > 0) {
      return std::to_string(count) + " " + unit.name + (count == 1 ? "" : "s");
    }
  }
  return "less than a minute";
}

}  // namespace mux::cache
