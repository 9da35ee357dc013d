#include "codegen/clang/silent_errors.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>

namespace mux::compiler {
namespace {

class SilentErrorVisitor : public clang::RecursiveASTVisitor<SilentErrorVisitor> {
 public:
  explicit SilentErrorVisitor(clang::DiagnosticsEngine &diagnostics) : diagnostics_(diagnostics) {}

  bool VisitRecoveryExpr(clang::RecoveryExpr *placeholder) {
    return fail(*placeholder,
                "this expression is not supported here (assign the elements of an array of "
                "event_t one by one)");
  }

  /// If a variable argument is a structure (only printf has variable arguments), Clang's code
  /// generator may crash.
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee == nullptr || !callee->isVariadic()) {
      return true;
    }
    for (unsigned index = callee->getNumParams(); index < call->getNumArgs(); ++index) {
      if (call->getArg(index)->getType()->isRecordType()) {
        return fail(*call->getArg(index), "a structure cannot be printed");
      }
    }
    return true;
  }

 private:
  /// Reports the error and returns false, which ends the traversal.
  template <size_t Length>
  bool fail(const clang::Expr &expression, const char (&message)[Length]) {
    diagnostics_.Report(expression.getBeginLoc(),
                        diagnostics_.getCustomDiagID(clang::DiagnosticsEngine::Error, message));
    return false;
  }

  clang::DiagnosticsEngine &diagnostics_;
};

class SilentErrorConsumer : public clang::ASTConsumer {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl *declaration : declarations) {
      clang::DiagnosticsEngine &diagnostics = declaration->getASTContext().getDiagnostics();
      // After an error reported by Clang no code is generated anyway.
      if (!diagnostics.hasErrorOccurred()) {
        SilentErrorVisitor(diagnostics).TraverseDecl(declaration);
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
