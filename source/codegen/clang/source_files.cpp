#include "codegen/clang/source_files.h"

#include <llvm/Support/raw_ostream.h>

#include "compiler/interface/virtual_folders.h"

namespace mux::compiler {

bool add_headers(const std::vector<EmbeddedHeader> &headers, IncludeFileSystem &files,
                 llvm::raw_ostream &log) {
  bool added = true;
  for (const EmbeddedHeader &header : headers) {
    if (header.name.back() == '/' || !files.add_file(header_path(header.name), header.source)) {
      log << "headers: error: '" << header.name
          << "' is no valid header name, or is a folder of another header\n";
      added = false;
    }
  }
  return added;
}

}  // namespace mux::compiler
