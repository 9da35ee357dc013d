#include "compiler/clang/silent_errors.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>

namespace mux::compiler {
namespace {

class PlaceholderVisitor : public clang::RecursiveASTVisitor<PlaceholderVisitor> {
 public:
  explicit PlaceholderVisitor(clang::DiagnosticsEngine &diagnostics) : diagnostics_(diagnostics) {}

  bool VisitRecoveryExpr(clang::RecoveryExpr *placeholder) {
    diagnostics_.Report(
        placeholder->getBeginLoc(),
        diagnostics_.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                     "this expression is not supported here (assign the elements "
                                     "of an array of event_t one by one)"));
    return false;
  }

 private:
  clang::DiagnosticsEngine &diagnostics_;
};

class SilentErrorConsumer : public clang::ASTConsumer {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl *declaration : declarations) {
      clang::DiagnosticsEngine &diagnostics = declaration->getASTContext().getDiagnostics();
      // After an error of Clang's own no code is generated anyway.
      if (!diagnostics.hasErrorOccurred()) {
        PlaceholderVisitor(diagnostics).TraverseDecl(declaration);
      }
    }
    return true;
  }
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> report_silent_errors() {
  return std::make_unique<SilentErrorConsumer>();
}

}  // namespace mux::compiler
