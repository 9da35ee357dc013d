#include "compiler/frontend/current_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "compiler/interface/file_answer.h"
#include "compiler/interface/virtual_folders.h"
#include "support/environment.h"

namespace mux::compiler {
namespace {

bool are_same(const std::string &one, const std::string &other) {
  std::error_code error;
  return std::filesystem::equivalent(one, other, error) && !error;
}

/// The current directory as LLVM determines it: $PWD if that is the same directory.
std::string find_current_folder() {
  std::string shells(environment::text("PWD"));
  if (shells.starts_with('/') && are_same(shells, ".")) {
    return shells;
  }
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

/// Makes a path absolute and removes `.` and `..` lexically, ignoring symbolic links, as `#include`
/// does.
/// @param folder the base of relative paths.
std::string normalize(const std::string &path, const std::string &folder) {
  const std::string whole = path.starts_with('/') ? path : folder + "/" + path;
  std::vector<std::string_view> names;
  for (std::string_view rest = whole; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    if (name == "..") {
      if (!names.empty()) {
        names.pop_back();
      }
    } else if (!name.empty() && name != ".") {
      names.push_back(name);
    }
  }
  std::string result;
  for (const std::string_view name : names) {
    result += '/';
    result += name;
  }
  return result.empty() ? "/" : result;
}

/// @return nothing if the file does not exist, is not readable, or is not regular.
std::optional<std::string> read_file(const std::string &path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return file.is_open() && !file.bad() ? std::optional(std::move(content)) : std::nullopt;
}

}  // namespace

CurrentFiles::CurrentFiles(const std::vector<EmbeddedHeader> &headers)
    : current_folder_(find_current_folder()) {
  for (const EmbeddedHeader &header : headers) {
    const std::string path = normalize(header_path(header.name), current_folder_);
    headers_.emplace(path, header.source);
    for (std::string folder = path; folder.size() > 1;) {
      folder.resize(std::max<size_t>(folder.rfind('/'), 1));
      folders_.insert(folder);
    }
  }
}

std::string CurrentFiles::status_in_memory(const std::string &absolute) const {
  const auto header = headers_.find(absolute);
  return header == headers_.end()
             ? status_answer({.is_folder = true, .is_in_memory = true})
             : status_answer({.size = header->second.size(), .is_in_memory = true});
}

std::string CurrentFiles::status_on_disk(const std::string &absolute) {
  struct stat status{};
  if (stat(absolute.c_str(), &status) != 0 ||
      (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))) {
    return {};
  }
  const std::pair<uint64_t, uint64_t> id(status.st_dev, status.st_ino);
  const auto seen = std::find(seen_.begin(), seen_.end(), id);
  const auto index = static_cast<uint64_t>(seen - seen_.begin());
  if (seen == seen_.end()) {
    seen_.push_back(id);
  }
  return status_answer({.is_folder = S_ISDIR(status.st_mode),
                        .size = static_cast<uint64_t>(status.st_size),
                        .index = index});
}

std::string CurrentFiles::ask(FileQuery question, const std::string &path) {
  if (current_folder_.empty() && !path.starts_with('/')) {
    return {};
  }
  const std::string absolute = normalize(path, current_folder_);
  const auto header = headers_.find(absolute);
  const bool is_in_memory = header != headers_.end() || folders_.contains(absolute);
  if (!is_in_memory && is_below_virtual_folder(path)) {
    return {};
  }
  if (question == FileQuery::status) {
    return is_in_memory ? status_in_memory(absolute) : status_on_disk(absolute);
  }
  if (is_in_memory) {
    return header == headers_.end() ? "" : content_answer(header->second);
  }
  const std::optional<std::string> content = read_file(absolute);
  return content.has_value() ? content_answer(*content) : "";
}

}  // namespace mux::compiler
