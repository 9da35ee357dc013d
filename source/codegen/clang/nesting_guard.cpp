#include "codegen/clang/nesting_guard.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <vector>

namespace mux::compiler {
namespace {

/// Measured: the stack of run_with_large_stack() holds more than 50,000 unary operators, which need
/// the most stack. This limit is sufficient, and also bounds constructs that take quadratic time (a
/// type of many array dimensions).
constexpr unsigned largest_expression = 20'000;
/// The time of LLVM's loop analyses grows faster than the nesting depth: 250 loops take 8 seconds,
/// 500 more than 40.
constexpr unsigned deepest_loop = 256;
/// Clang's control flow warnings take quadratic time in the length of such a chain.
constexpr unsigned longest_else_chain = 2'000;

class NestingGuard {
 public:
  explicit NestingGuard(clang::Preprocessor &preprocessor) : preprocessor_(preprocessor) {}

  void see(const clang::Token &token) {
    if (!ended_) {
      count(token);
      if (tokens_in_expression_ > largest_expression) {
        end(token, "the expression or declaration has more than %0 tokens", largest_expression);
      } else if (loops_ > deepest_loop) {
        end(token, "loops are nested more than %0 levels deep", deepest_loop);
      } else if (blocks_.back().else_chain > longest_else_chain) {
        end(token, "the chain of 'else if' has more than %0 parts", longest_else_chain);
      }
    }
    if (ended_) {
      // The preprocessor passes the same token object to the parser.
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
    count_blocks(token);
  }

  /// A chain continues while an `else` follows the end of a statement; the content of braces has
  /// chains of its own.
  void count_else(const clang::Token &token) {
    if (token.is(clang::tok::kw_else)) {
      ++blocks_.back().else_chain;
    } else if (after_statement_ && token.isNot(clang::tok::r_brace)) {
      blocks_.back().else_chain = 0;
    }
    after_statement_ = token.isOneOf(clang::tok::semi, clang::tok::r_brace);
  }

  /// Counts loops with braces. Loops without braces are limited by the number of tokens.
  void count_blocks(const clang::Token &token) {
    if (token.isOneOf(clang::tok::kw_for, clang::tok::kw_while, clang::tok::kw_do)) {
      loop_begins_ = true;
    } else if (token.is(clang::tok::l_brace)) {
      blocks_.push_back({0, loop_begins_});
      loops_ += loop_begins_ ? 1 : 0;
      loop_begins_ = false;
    } else if (token.is(clang::tok::r_brace) && blocks_.size() > 1) {
      loops_ -= blocks_.back().is_loop ? 1 : 0;
      blocks_.pop_back();
    } else if (token.is(clang::tok::semi) && open_parentheses_ == 0) {
      loop_begins_ = false;
    }
  }

  /// Whether the token ends an expression or declaration, so that the following tokens are not
  /// nested in it.
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
  struct Block {
    unsigned else_chain;
    bool is_loop;
  };
  /// One for each open brace, innermost last; the first is the file's.
  std::vector<Block> blocks_{{0, false}};
  unsigned loops_ = 0;
  bool loop_begins_ = false;
  bool after_statement_ = false;
  bool ended_ = false;
};

}  // namespace

void guard_nesting(clang::Preprocessor &preprocessor) {
  preprocessor.setTokenWatcher([guard = std::make_shared<NestingGuard>(preprocessor)](
                                   const clang::Token &token) { guard->see(token); });
}

}  // namespace mux::compiler
