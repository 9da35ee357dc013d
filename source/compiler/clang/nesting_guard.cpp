#include "compiler/clang/nesting_guard.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <vector>

namespace mux::compiler {
namespace {

/// The deepest recursion that the stack of run_with_large_stack() holds was measured with unary
/// operators, the worst of all: more than 50,000 of them. Less is plenty, and keeps what takes
/// quadratic time (a type of ever more array dimensions) short.
constexpr unsigned largest_expression = 20'000;
/// Clang's warnings about control flow take quadratic time in the length of such a chain.
constexpr unsigned longest_else_chain = 2'000;

class NestingGuard {
 public:
  explicit NestingGuard(clang::Preprocessor &preprocessor) : preprocessor_(preprocessor) {}

  void see(const clang::Token &token) {
    if (!ended_) {
      count(token);
      if (tokens_in_expression_ > largest_expression) {
        end(token, "the expression or declaration has more than %0 tokens", largest_expression);
      } else if (else_chains_.back() > longest_else_chain) {
        end(token, "more than %0 'else if' follow each other", longest_else_chain);
      }
    }
    if (ended_) {
      // The preprocessor hands out the very token that the parser is about to get.
      const_cast<clang::Token &>(token).setKind(clang::tok::eof);
    }
  }

 private:
  void count(const clang::Token &token) {
    if (token.is(clang::tok::l_paren)) {
      ++open_parentheses_;
    } else if (token.is(clang::tok::r_paren) && open_parentheses_ > 0) {
      --open_parentheses_;
    } else if (token.isOneOf(clang::tok::l_brace, clang::tok::r_brace)) {
      open_parentheses_ = 0;
    }
    tokens_in_expression_ = separates(token) ? 0 : tokens_in_expression_ + 1;
    count_else(token);
  }

  /// A chain goes on as long as an `else` follows the end of a statement; what is in braces in
  /// between has chains of its own.
  void count_else(const clang::Token &token) {
    if (token.is(clang::tok::kw_else)) {
      ++else_chains_.back();
    } else if (after_statement_ && token.isNot(clang::tok::r_brace)) {
      else_chains_.back() = 0;
    }
    if (token.is(clang::tok::l_brace)) {
      else_chains_.push_back(0);
    } else if (token.is(clang::tok::r_brace) && else_chains_.size() > 1) {
      else_chains_.pop_back();
    }
    after_statement_ = token.isOneOf(clang::tok::semi, clang::tok::r_brace);
  }

  /// Whether what follows stands beside what went before, not inside of it.
  bool separates(const clang::Token &token) const {
    return token.isOneOf(clang::tok::l_brace, clang::tok::r_brace) ||
           (open_parentheses_ == 0 && token.isOneOf(clang::tok::semi, clang::tok::comma));
  }

  template <size_t Length>
  void end(const clang::Token &token, const char (&message)[Length], unsigned limit) {
    clang::DiagnosticsEngine &diagnostics = preprocessor_.getDiagnostics();
    diagnostics.Report(token.getLocation(),
                       diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Fatal, message))
        << limit;
    ended_ = true;
  }

  clang::Preprocessor &preprocessor_;
  unsigned tokens_in_expression_ = 0;
  unsigned open_parentheses_ = 0;
  /// Of each open brace, innermost last.
  std::vector<unsigned> else_chains_{0};
  bool after_statement_ = false;
  bool ended_ = false;
};

}  // namespace

void guard_nesting(clang::Preprocessor &preprocessor) {
  preprocessor.setTokenWatcher([guard = std::make_shared<NestingGuard>(preprocessor)](
                                   const clang::Token &token) { guard->see(token); });
}

}  // namespace mux::compiler
