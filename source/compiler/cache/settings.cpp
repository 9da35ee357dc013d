#include "compiler/cache/settings.h"

#include <charconv>

#include "compiler/cache/tuning.h"
#include "support/environment.h"

namespace mux::compiler {

std::string cache_directory_of_environment() {
  if (const std::string_view folder = environment::text("MUX_CACHE_DIR"); !folder.empty()) {
    return std::string(folder);
  }
  // The XDG Base Directory specification requires that relative paths are ignored.
  if (const std::string_view folder = environment::text("XDG_CACHE_HOME");
      folder.starts_with('/')) {
    return std::string(folder) + "/mux";
  }
  if (const std::string_view home = environment::text("HOME"); home.starts_with('/')) {
    return std::string(home) + "/.cache/mux";
  }
  return {};
}

std::optional<uint64_t> parse_cache_size(std::string_view text) {
  constexpr std::string_view units = "KMGT";
  unsigned shift = 0;
  if (!text.empty()) {
    if (const size_t unit = units.find(text.back()); unit != std::string_view::npos) {
      shift = static_cast<unsigned>(10 * (unit + 1));
      text.remove_suffix(1);
    }
  }
  uint64_t bytes = 0;
  const char *const end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, bytes);
  if (result.ec != std::errc() || result.ptr != end || bytes > UINT64_MAX >> shift) {
    return std::nullopt;
  }
  return bytes << shift;
}

std::optional<CacheSettings> cache_settings_of_environment(std::string &problem) {
  if (environment::text("MUX_CACHE") == "0") {
    return std::nullopt;
  }
  CacheSettings settings{cache_directory_of_environment(), cache_tuning::default_max_bytes};
  if (settings.directory.empty()) {
    problem = "none of MUX_CACHE_DIR, XDG_CACHE_HOME and HOME names a folder for compiled code";
    return std::nullopt;
  }
  if (const std::string_view text = environment::text("MUX_CACHE_MAX"); !text.empty()) {
    if (const std::optional<uint64_t> bytes = parse_cache_size(text)) {
      settings.max_bytes = *bytes;
    } else {
      environment::Problem malformed;
      malformed.describe("MUX_CACHE_MAX", text,
                         "a number of bytes with an optional suffix K, M, G or T");
      problem = malformed.text();
    }
  }
  return settings;
}

}  // namespace mux::compiler
