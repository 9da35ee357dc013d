/// @file
/// Evaluates the queries of a file record (interface/file_record.h) on the current files, with the
/// same answers as clang/include_file_system.h but without Clang. If an answer differs, the source
/// is compiled again.
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

class CurrentFiles {
 public:
  /// @param headers hide files on disk; must outlive this object.
  explicit CurrentFiles(const std::vector<EmbeddedHeader> &headers);

  /// Answers a query. The queries of a record must be evaluated in order.
  std::string ask(FileQuery question, const std::string &path);

 private:
  std::string status_in_memory(const std::string &absolute) const;
  std::string status_on_disk(const std::string &absolute);

  /// The current directory of the process; empty if it has none.
  const std::string current_folder_;
  /// By absolute path.
  std::map<std::string, std::string_view> headers_;
  /// The folders of the headers.
  std::set<std::string> folders_;
  /// The files and folders on disk that answers referred to, by device and inode number.
  std::vector<std::pair<uint64_t, uint64_t>> seen_;
};

}  // namespace mux::compiler
