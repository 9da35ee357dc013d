#include "codegen/clang/header_names.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <utility>

namespace mux::compiler {
namespace {

class HeaderNames : public clang::PPCallbacks {
 public:
  HeaderNames(clang::SourceManager &sources, std::string folder)
      : sources_(sources), folder_(std::move(folder) + "/") {}

  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind kind, clang::FileID /*previous*/) override {
    if (reason != EnterFile) {
      return;
    }
    llvm::StringRef name = sources_.getFilename(location);
    if (name.consume_front(folder_)) {
      // Equivalent to a #line directive before the first line.
      sources_.AddLineNote(location, /*LineNo=*/2, sources_.getLineTableFilenameID(name),
                           /*IsFileEntry=*/false, /*IsFileExit=*/false, kind);
    }
  }

 private:
  clang::SourceManager &sources_;
  const std::string folder_;
};

}  // namespace

void name_headers(clang::Preprocessor &preprocessor, std::string folder) {
  preprocessor.addPPCallbacks(
      std::make_unique<HeaderNames>(preprocessor.getSourceManager(), std::move(folder)));
}

}  // namespace mux::compiler
