/// @file
/// muxcache: lists, checks and clears the cache of compiled code.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "common/argument_parser.h"
#include "common/command_line.h"
#include "compiler/cache/settings.h"
#include "muxcache/contents.h"

namespace mux::cache {
namespace {

using compiler::CacheDirectory;

enum class Task { list, verify, clear };

struct CommandLine {
  std::string directory;
  Task task = Task::list;
};

std::optional<int> read_command_line(int argc, char **argv, CommandLine &command_line) {
  tools::ArgumentParser parser("Lists, checks and clears Mux's cache of compiled code.",
                               "muxcache");
  parser.footer(
      "The folder is the one that programs use: MUX_CACHE_DIR, else mux in "
      "XDG_CACHE_HOME, else .cache/mux in HOME.");
  parser.add("--directory", command_line.directory, "Another folder").placeholder("FOLDER");
  parser.require_command();
  parser.add_command("list", "Print size, age and description of each entry");
  const tools::ArgumentParser verify =
      parser.add_command("verify", "Check every entry and print the damaged ones");
  const tools::ArgumentParser clear = parser.add_command("clear", "Remove all entries");
  const std::optional<int> exit_code = parser.parse(argc, argv);
  if (verify.was_given()) {
    command_line.task = Task::verify;
  } else if (clear.was_given()) {
    command_line.task = Task::clear;
  }
  return exit_code;
}

std::string summary(size_t count, uint64_t bytes, const std::string &path) {
  return std::to_string(count) + (count == 1 ? " entry, " : " entries, ") + size_text(bytes) +
         ", in " + path + "\n";
}

std::string summary(const std::vector<Item> &items, const std::string &path) {
  uint64_t bytes = 0;
  for (const Item &item : items) {
    bytes += item.file.bytes;
  }
  return summary(items.size(), bytes, path);
}

std::string what(const Item &item) {
  if (item.file.kind == compiler::FileKind::unfinished) {
    return "unfinished";
  }
  return item.is_whole ? item.label : "damaged, or writable by other users";
}

void list(const CacheDirectory &directory, const std::string &path) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::vector<Item> items = read_items(directory);
  std::string text;
  for (const Item &item : items) {
    std::string size = size_text(item.file.bytes);
    std::string age = age_text(now - item.file.used.tv_sec);
    size.insert(0, 10 - std::min<size_t>(size.size(), 10), ' ');
    age.insert(0, 20 - std::min<size_t>(age.size(), 20), ' ');
    text += size + age + "  " + what(item) + "\n";
  }
  tools::write_output(text + summary(items, path));
}

/// @return the exit code.
int verify(const CacheDirectory &directory, const std::string &path) {
  const std::vector<Item> items = read_items(directory);
  std::string text;
  for (const Item &item : items) {
    if (!item.is_whole) {
      text += item.file.name + ": " + what(item) + "\n";
    }
  }
  tools::write_output(text + summary(items, path));
  // Files that are being written are not errors.
  const bool is_whole = std::all_of(items.begin(), items.end(), [](const Item &item) {
    return item.is_whole || item.file.kind == compiler::FileKind::unfinished;
  });
  return is_whole ? tools::exit_success : tools::exit_failure;
}

void clear(const CacheDirectory &directory, const std::string &path) {
  const std::vector<compiler::CacheFile> files = directory.files();
  uint64_t bytes = 0;
  for (const compiler::CacheFile &file : files) {
    directory.remove(file.name);
    bytes += file.bytes;
  }
  directory.remove_count();
  tools::write_output("removed " + summary(files.size(), bytes, path));
}

int run(const CommandLine &command_line) {
  const std::string path = command_line.directory.empty()
                               ? compiler::cache_directory_of_environment()
                               : command_line.directory;
  if (path.empty()) {
    throw tools::UsageError(
        "no cache folder: set MUX_CACHE_DIR, XDG_CACHE_HOME or HOME, or use --directory");
  }
  CacheDirectory directory;
  std::string problem;
  if (!directory.open(path, CacheDirectory::Opening::existing, problem)) {
    if (!problem.empty()) {
      throw tools::UsageError(problem);
    }
    tools::write_output("no such folder: " + path + "\n");
    return tools::exit_success;
  }
  switch (command_line.task) {
    case Task::list:
      list(directory, path);
      break;
    case Task::verify:
      return verify(directory, path);
    case Task::clear:
      clear(directory, path);
      break;
  }
  return tools::exit_success;
}

}  // namespace
}  // namespace mux::cache

int main(int argc, char **argv) try {
  mux::cache::CommandLine command_line;
  if (const auto exit_code = mux::cache::read_command_line(argc, argv, command_line)) {
    return *exit_code;
  }
  return mux::cache::run(command_line);
} catch (const std::exception &error) {
  return mux::tools::report("muxcache", error);
}
