#include "codegen/clang/time_macros.h"

#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>

namespace mux::compiler {
namespace {

class TimeMacros : public clang::PPCallbacks {
 public:
  explicit TimeMacros(FileRecord &record) : record_(record) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange /*range*/, const clang::MacroArgs * /*arguments*/) override {
    const clang::MacroInfo *macro = definition.getMacroInfo();
    if (macro == nullptr || !macro->isBuiltinMacro()) {
      return;
    }
    const clang::IdentifierInfo *identifier = name.getIdentifierInfo();
    if (identifier->isStr("__DATE__") || identifier->isStr("__TIME__") ||
        identifier->isStr("__TIMESTAMP__")) {
      record_.is_complete = false;
    }
  }

 private:
  FileRecord &record_;
};

}  // namespace

void record_time_macros(clang::Preprocessor &preprocessor, FileRecord &record) {
  preprocessor.addPPCallbacks(std::make_unique<TimeMacros>(record));
}

}  // namespace mux::compiler
