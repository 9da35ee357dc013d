/// @file
/// Random expressions.

#pragma once

#include <string>
#include <vector>

#include "surroundings.h"

namespace mux::random_kernels {

/// What an expression may contain.
struct Limits {
  /// Only what is the same for all work-items of the group.
  bool uniform = false;
  /// Local memory may be written by others at the moment.
  bool local_memory = true;
};

/// Uses the surroundings, which must outlive it, and adds helper functions to the program.
class Expressions {
 public:
  explicit Expressions(Surroundings &surroundings)
      : surroundings_(surroundings), random_(surroundings.random) {}

  /// @param depth how many operations may be nested, at most.
  Expression make(Type type, unsigned depth, Limits limits);
  /// An int that is used as a truth value.
  Expression condition(unsigned depth, Limits limits);
  /// An integer from 0 to `end`, exclusive.
  Expression index(unsigned end, unsigned depth, Limits limits);
  /// A sum of multiples of bounded values: what addresses are made of.
  Expression affine(unsigned end, Limits limits);
  Expression literal(Type type);

  /// The expression with an operand, by text with `$0`.
  static Expression apply(Type type, std::string text, std::vector<Expression> operands);
  Expression convert(Expression value, Type to);
  /// `left + right` and so on, without undefined behavior. '+', '-' or '*'.
  static Expression arithmetic(char operation, Expression left, Expression right);
  /// A floating-point number with the bits of a NaN made known.
  Expression canonical(Expression value);

  Type random_type();
  Type random_scalar();

 private:
  Expression leaf(Type type, Limits limits);
  Expression load(Element element, unsigned depth, Limits limits);
  Expression place_value(const Place &place, unsigned depth, Limits limits);
  Expression combine(char sign, Type type, unsigned depth, Limits limits);
  Expression integer_operation(Type type, unsigned depth, Limits limits);
  Expression integer_built_in(Type type, unsigned depth, Limits limits);
  Expression float_operation(Type type, unsigned depth, Limits limits);
  /// An extremum of an extremum of two numbers and of what else is calculated of the same two,
  /// which LLVM looks for.
  Expression shared_extremum(Type type, unsigned depth, Limits limits);
  Expression vector_operation(Type type, unsigned depth, Limits limits);
  Expression scalar_from_vector(Type type, unsigned depth, Limits limits);
  Expression comparison(Type compared, unsigned depth, Limits limits);
  Expression reinterpretation(Type type, unsigned depth, Limits limits);
  Expression vector_load(Type type, unsigned depth, Limits limits);
  Expression work_item_query(Type type, Limits limits);
  /// A positive number: of work-items in a row, say.
  std::string row_length();
  std::string affine_term(unsigned &remaining, Limits limits);
  std::string helper(const std::string &name, const std::string &definition);

  Surroundings &surroundings_;
  Random &random_;
};

}  // namespace mux::random_kernels
