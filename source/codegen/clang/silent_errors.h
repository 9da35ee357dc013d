/// @file
/// Reports errors that Clang recovers from without a diagnostic.
///
/// Clang 19 rejects the initializer of `event_t e[2] = {0, 0}` and leaves a placeholder in the
/// syntax tree, but reports nothing; its code generator then crashes on the placeholder. This
/// consumer must get declarations before the code generator does: the error that it reports
/// prevents code generation.

#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace mux::compiler {

std::unique_ptr<clang::ASTConsumer> report_silent_errors();

}  // namespace mux::compiler
