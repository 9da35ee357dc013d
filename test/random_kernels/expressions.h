/// @file
/// Random expressions.

#pragma once

#include <string>
#include <vector>

#include "surroundings.h"

namespace mux::random_kernels {

/// Restrictions on an expression.
struct Limits {
  /// Only uniform values.
  bool uniform = false;
  /// Local memory may be accessed: no other work-item is writing it.
  bool local_memory = true;
};

/// For expressions beside writes of local memory by other work-items.
inline constexpr Limits no_local_memory{false, false};

/// Adds helper functions to the program. The surroundings must outlive it.
class Expressions {
 public:
  explicit Expressions(Surroundings &surroundings)
      : surroundings_(surroundings), random_(surroundings.random) {}

  /// @param depth maximum nesting of operations.
  Expression make(Type type, unsigned depth, Limits limits);
  /// An int used as a condition.
  Expression condition(unsigned depth, Limits limits);
  /// An integer from 0 to `end`, exclusive.
  Expression index(unsigned end, unsigned depth, Limits limits);
  /// A sum of multiples of bounded values, as in addresses.
  Expression affine(unsigned end, Limits limits);
  Expression literal(Type type);

  /// The expression with an operand, by text with `$0`.
  static Expression apply(Type type, std::string text, std::vector<Expression> operands);
  Expression convert(Expression value, Type to);
  /// `left + right` and so on, without undefined behavior. '+', '-' or '*'.
  static Expression arithmetic(char operation, Expression left, Expression right);
  /// A floating-point value whose NaNs have known bits.
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
  /// An extremum of an extremum of two numbers and of another expression of these two, a pattern
  /// that LLVM matches.
  Expression shared_extremum(Type type, unsigned depth, Limits limits);
  Expression vector_operation(Type type, unsigned depth, Limits limits);
  Expression scalar_from_vector(Type type, unsigned depth, Limits limits);
  Expression comparison(Type compared, unsigned depth, Limits limits);
  Expression reinterpretation(Type type, unsigned depth, Limits limits);
  Expression vector_load(Type type, unsigned depth, Limits limits);
  Expression work_item_query(Type type, Limits limits);
  /// A positive number, such as the work-items of a row.
  std::string row_length();
  std::string affine_term(unsigned &remaining, Limits limits);
  std::string helper(const std::string &name, const std::string &definition);

  Surroundings &surroundings_;
  Random &random_;
};

}  // namespace mux::random_kernels
