/// @file
/// Aborts compilations of source that nests too deeply for a stack of any size.
///
/// Clang limits the nesting of brackets (-fbracket-depth), but operators, declarators and `else if`
/// nest without brackets, and its parser and code generator recurse once for each. The guard counts
/// the tokens that the parser gets. When an expression or a chain of statements has too many, or
/// too many loops nest, it reports a fatal error and ends the token stream. One guard belongs to
/// one compilation.

#pragma once

namespace clang {
class Preprocessor;
}

namespace mux::compiler {

/// Must be called before the first token is read.
void guard_nesting(clang::Preprocessor &preprocessor);

}  // namespace mux::compiler
