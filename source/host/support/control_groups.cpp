#include "host/support/control_groups.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mux::host {
namespace {

/// Far larger than any list of mounts or groups.
constexpr size_t largest_file = size_t{16} << 20;

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};

/// Returns the text of a file; nothing if it does not exist.
std::optional<std::string> read_file(const std::string &path) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "re"));
  if (file == nullptr) {
    return std::nullopt;
  }
  std::string text;
  char block[4096];
  // The size of files in /proc and /sys is not known before they are read.
  size_t size = 0;
  do {
    size = std::fread(block, 1, sizeof block, file.get());
    text.append(block, size);
  } while (size != 0 && text.size() < largest_file);
  return text;
}

/// Returns the text before the first `separator`, or all of it, and removes both from `text`.
std::string_view take_until(std::string_view &text, char separator) {
  const size_t end = text.find(separator);
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return taken;
}

bool lists(std::string_view names, std::string_view wanted) {
  while (!names.empty()) {
    if (take_until(names, ',') == wanted) {
      return true;
    }
  }
  return false;
}

std::string_view without_end_of_line(std::string_view text) {
  const size_t last = text.find_last_not_of(" \t\n");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Returns nothing if the text is not a number of the type, such as "max".
template <typename T>
std::optional<T> number_in(std::string_view text) {
  text = without_end_of_line(text);
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_value = error == std::errc() && end == text.data() + text.size();
  return is_value ? std::optional<T>(value) : std::nullopt;
}

template <typename T>
std::optional<T> number_in_file(const std::string &path) {
  const std::optional<std::string> text = read_file(path);
  return text ? number_in<T>(*text) : std::nullopt;
}

uint32_t processors_of(uint64_t quota, uint64_t period) {
  const uint64_t rounded_up = quota / period + (quota % period != 0 ? 1 : 0);
  return static_cast<uint32_t>(std::clamp<uint64_t>(rounded_up, 1, UINT32_MAX));
}

/// Version 1; a quota of -1 means no limit.
void apply_processor_limit_1(const std::string &directory, ControlGroupLimits &limits) {
  const auto quota = number_in_file<int64_t>(directory + "/cpu.cfs_quota_us");
  const auto period = number_in_file<int64_t>(directory + "/cpu.cfs_period_us");
  if (quota && period && *quota >= 0 && *period > 0) {
    limits.processors = std::min(limits.processors, processors_of(static_cast<uint64_t>(*quota),
                                                                  static_cast<uint64_t>(*period)));
  }
}

/// Version 2: "QUOTA PERIOD" in microseconds; a quota of "max" means no limit.
void apply_processor_limit_2(const std::string &directory, ControlGroupLimits &limits) {
  const std::optional<std::string> file = read_file(directory + "/cpu.max");
  std::string_view text = file ? *file : std::string_view();
  const auto quota = number_in<uint64_t>(take_until(text, ' '));
  const auto period = number_in<uint64_t>(text);
  if (quota && period && *period != 0) {
    limits.processors = std::min(limits.processors, processors_of(*quota, *period));
  }
}

void apply_memory_limit(const std::string &file, ControlGroupLimits &limits) {
  // Limits are multiples of pages; a smaller number was truncated.
  constexpr uint64_t smallest_page = 4096;
  const uint64_t bytes = number_in_file<uint64_t>(file).value_or(UINT64_MAX);
  if (bytes >= smallest_page) {
    limits.memory = std::min(limits.memory, bytes);
  }
}

void apply_memory_limit_1(const std::string &directory, ControlGroupLimits &limits) {
  apply_memory_limit(directory + "/memory.limit_in_bytes", limits);
}

void apply_memory_limit_2(const std::string &directory, ControlGroupLimits &limits) {
  apply_memory_limit(directory + "/memory.max", limits);
}

struct Controller {
  std::string_view name;
  void (*apply_limit_1)(const std::string &directory, ControlGroupLimits &limits);
  void (*apply_limit_2)(const std::string &directory, ControlGroupLimits &limits);
};

constexpr Controller controllers[] = {
    {"cpu", apply_processor_limit_1, apply_processor_limit_2},
    {"memory", apply_memory_limit_1, apply_memory_limit_2},
};

/// Decodes the escapes \ooo of mount lists.
std::string unescaped(std::string_view text) {
  const auto is_octal = [](char digit) { return digit >= '0' && digit <= '7'; };
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size() && is_octal(text[i + 1]) && is_octal(text[i + 2]) &&
        is_octal(text[i + 3])) {
      result += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                  (text[i + 3] - '0'));
      i += 3;
    } else {
      result += text[i];
    }
  }
  return result;
}

/// A line of /proc/self/mountinfo that mounts a hierarchy of groups:
///   31 23 0:28 ROOT MOUNT_POINT rw,relatime shared:9 - cgroup2 cgroup rw,nsdelegate
struct Mount {
  /// The group whose directory is mounted.
  std::string root;
  std::string mount_point;
  bool is_version_2 = false;
  /// Mount options; in version 1 these include the controllers.
  std::string_view options;
};

std::optional<Mount> mount_in(std::string_view line) {
  for (int field = 0; field < 3; ++field) {
    take_until(line, ' ');
  }
  const std::string_view root = take_until(line, ' ');
  const std::string_view mount_point = take_until(line, ' ');
  while (!line.empty() && take_until(line, ' ') != "-") {
  }
  const std::string_view type = take_until(line, ' ');
  if (type != "cgroup" && type != "cgroup2") {
    return std::nullopt;
  }
  take_until(line, ' ');
  return Mount{unescaped(root), unescaped(mount_point), type == "cgroup2", line};
}

/// Returns the path of the process's group in the hierarchy of a controller (version 1) or, with an
/// empty name, of version 2, from lines "NUMBER:CONTROLLERS:PATH" of /proc/self/cgroup. Nothing if
/// the process is in no such group.
std::optional<std::string_view> group_in(std::string_view groups, std::string_view controller) {
  while (!groups.empty()) {
    std::string_view line = take_until(groups, '\n');
    take_until(line, ':');
    const std::string_view names = take_until(line, ':');
    const bool is_it = controller.empty() ? names.empty() : lists(names, controller);
    if (is_it && line.starts_with('/')) {
      return line;
    }
  }
  return std::nullopt;
}

/// Returns the path of a group relative to another one, "" or "/a/b"; nothing if it is not below
/// that.
std::optional<std::string_view> path_below(std::string_view root, std::string_view group) {
  const auto without_last_slash = [](std::string_view path) {
    return path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
  };
  root = without_last_slash(root);
  group = without_last_slash(group);
  if (!group.starts_with(root)) {
    return std::nullopt;
  }
  const std::string_view below = group.substr(root.size());
  // The path of a group outside of the process's namespace starts with "/..".
  const bool leads_up = below.starts_with("/../") || below == "/..";
  const bool is_below = (below.empty() || below.starts_with('/')) && !leads_up;
  return is_below ? std::optional(below) : std::nullopt;
}

/// Applies the limits of all groups from the process's own up to the one at the mount point.
void apply_limits(const std::string &mount_point, std::string_view group,
                  void (*apply_limit)(const std::string &, ControlGroupLimits &),
                  ControlGroupLimits &limits) {
  std::string directory = mount_point + std::string(group);
  while (true) {
    apply_limit(directory, limits);
    if (directory.size() <= mount_point.size()) {
      return;
    }
    directory.erase(std::max(directory.rfind('/'), mount_point.size()));
  }
}

ControlGroupLimits read_limits(const std::string &root) {
  ControlGroupLimits limits;
  const std::optional<std::string> groups = read_file(root + "/proc/self/cgroup");
  const std::optional<std::string> mounts = read_file(root + "/proc/self/mountinfo");
  std::string_view lines = groups && mounts ? *mounts : std::string_view();
  while (!lines.empty()) {
    const std::optional<Mount> mount = mount_in(take_until(lines, '\n'));
    if (!mount) {
      continue;
    }
    for (const Controller &controller : controllers) {
      const bool has_it = mount->is_version_2 || lists(mount->options, controller.name);
      const auto group =
          has_it ? group_in(*groups, mount->is_version_2 ? "" : controller.name) : std::nullopt;
      const auto below = group ? path_below(mount->root, *group) : std::nullopt;
      if (below) {
        apply_limits(root + mount->mount_point, *below,
                     mount->is_version_2 ? controller.apply_limit_2 : controller.apply_limit_1,
                     limits);
      }
    }
  }
  return limits;
}

}  // namespace

ControlGroupLimits read_control_group_limits(const char *root) noexcept {
  try {
    return read_limits(root);
  } catch (const std::exception &) {
    // Out of memory.
    return {};
  }
}

}  // namespace mux::host
