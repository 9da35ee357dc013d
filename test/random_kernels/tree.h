/// @file
/// A generated kernel as a tree, for reduction that preserves validity.
///
/// The generator ensures that reductions do not introduce undefined behavior: an index is one
/// bounded expression, a barrier and the accesses it separates are one statement, and uniform
/// expressions contain only uniform ones.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "case.h"
#include "types.h"

namespace mux::random_kernels {

struct Expression {
  Type type;
  /// OpenCL C; `$0` to `$9` are the operands. Needs no parentheses around it.
  std::string text;
  std::vector<Expression> operands;
  /// Must stay within bounds: may only be replaced by 0.
  bool bounded = false;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  /// OpenCL C; `$0` to `$9` are expressions, `@0` to `@9` blocks.
  std::string text;
  std::vector<Expression> expressions;
  std::vector<Block> blocks;
  /// May be replaced by one of its blocks, which have no exits.
  bool can_be_unwrapped = false;
};

struct Parameter {
  std::string declaration;
  Argument argument;
};

struct Program {
  std::string options;
  /// Functions that are printed if the kernel uses them: name and definition.
  std::map<std::string, std::string> helpers;
  /// Types, tables and functions before the kernel.
  Block program_scope;
  std::string attributes;
  std::vector<Parameter> parameters;
  Block body;
  std::vector<Range> ranges;
  bool groups_matter = false;
};

std::string print(const Expression &expression);
/// The zero of a type.
std::string zero_of(Type type);
Case to_case(const Program &program);

}  // namespace mux::random_kernels
