/// @file
/// What a record of files (interface/file_record.h) would say now: the same answers as
/// clang/include_file_system.h, without Clang. Where the two differed, source would be compiled
/// once more.
///
/// Not thread-safe.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/interface/file_record.h"
#include "compiler/interface/source_request.h"

namespace mux::compiler {

class FilesNow {
 public:
  /// @param headers hide what is on the disk; must outlive this object.
  explicit FilesNow(const std::vector<EmbeddedHeader> &headers);

  /// The questions of a record have to be asked in its order.
  std::string ask(FileQuestion question, const std::string &path);

 private:
  std::string status_in_memory(const std::string &absolute) const;
  std::string status_on_disk(const std::string &absolute);

  /// Of the process; empty if it has none.
  const std::string current_folder_;
  /// By their absolute paths.
  std::map<std::string, std::string_view> headers_;
  /// Those that headers are in.
  std::set<std::string> folders_;
  /// The files and folders on disk that answers were about, by device and number.
  std::vector<std::pair<uint64_t, uint64_t>> seen_;
};

}  // namespace mux::compiler
