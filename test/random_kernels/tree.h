/// @file
/// A generated kernel as a tree, so that parts can be left out without breaking what makes it
/// legal.
///
/// The generator takes care that whatever the reducer may do to a tree keeps it free of undefined
/// behavior: an index is one bounded expression, a barrier and the accesses it separates are one
/// statement, what must be the same for all work-items contains nothing else.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "case.h"
#include "types.h"

namespace mux::random_kernels {

struct Expression {
  Type type;
  /// OpenCL C; `$0` to `$9` stand for the operands. Needs no parentheses around it.
  std::string text;
  std::vector<Expression> operands;
  /// Has to stay within bounds: nothing may take its place but 0.
  bool bounded = false;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  /// OpenCL C; `$0` to `$9` stand for expressions, `@0` to `@9` for blocks.
  std::string text;
  std::vector<Expression> expressions;
  std::vector<Block> blocks;
  /// One of its blocks can stand in its place: nothing in them breaks out of it.
  bool can_be_unwrapped = false;
};

struct Parameter {
  std::string declaration;
  Argument argument;
};

struct Program {
  std::string options;
  /// Functions that are written out if the kernel mentions them: name and definition.
  std::map<std::string, std::string> helpers;
  /// Types, tables and functions in front of the kernel.
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
