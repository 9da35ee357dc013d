#include "compiler/frontend/source_files.h"

#include <llvm/Support/raw_ostream.h>

namespace mux::compiler {

bool add_headers(const std::vector<EmbeddedHeader> &headers, IncludeFileSystem &files,
                 llvm::raw_ostream &log) {
  bool added = true;
  for (const EmbeddedHeader &header : headers) {
    const bool is_absolute = header.name.front() == '/';
    const std::string path =
        is_absolute ? header.name : std::string(header_folder) + "/" + header.name;
    if (header.name.back() == '/' || !files.add_file(path, header.source)) {
      log << "headers: error: '" << header.name
          << "' is no name for a header, or another one uses it as a folder\n";
      added = false;
    }
  }
  return added;
}

}  // namespace mux::compiler
