/// @file
/// Ends a compilation whose source nests too deeply for a stack of any size.
///
/// Clang bounds the nesting of brackets itself (-fbracket-depth), but operators, declarators and
/// `else if` nest without brackets, and its parser and code generator recurse once for each. The
/// guard watches the tokens that the parser gets and, when one expression or chain of statements
/// has too many, or too many loops nest, reports a fatal error and lets the source end there.
/// Belongs to one compilation.

#pragma once

namespace clang {
class Preprocessor;
}

namespace mux::compiler {

/// To be called before the first token is read.
void guard_nesting(clang::Preprocessor &preprocessor);

}  // namespace mux::compiler
