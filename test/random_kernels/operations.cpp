// Operations of random expressions, by type.

#include <utility>

#include "expressions.h"

namespace mux::random_kernels {
namespace {

/// A helper function for a division or remainder that is always defined.
std::string division(const std::string &function, Type type, char sign) {
  const std::string type_name = name(type);
  const std::string head =
      type_name + " " + function + "(" + type_name + " a, " + type_name + " b) ";
  const unsigned bits = 8 * size_of(type.element);
  const std::string smallest = "((" + name(type.element) + ")(" +
                               std::to_string(uint64_t{1} << (bits - 1)) +
                               (bits == 64 ? "UL" : "U") + "))";
  if (type.lanes == 1) {
    const std::string overflows =
        is_signed(type.element) ? " || (b == -1 && a == " + smallest + ")" : "";
    return head + "{ if (b == 0" + overflows + ") return a; return (" + type_name + ")(a " + sign +
           " b); }\n";
  }
  const std::string overflows =
      is_signed(type.element)
          ? " | ((b == (" + type_name + ")(-1)) & (a == (" + type_name + ")(" + smallest + ")))"
          : "";
  return head + "{ return a " + sign + " select(b, (" + type_name + ")(1), (b == (" + type_name +
         ")(0))" + overflows + "); }\n";
}

}  // namespace

Expression Expressions::combine(char sign, Type type, unsigned depth, Limits limits) {
  // In a fixed order, so that kernels are determined by the seed.
  Expression left = make(type, depth, limits);
  return arithmetic(sign, std::move(left), make(type, depth, limits));
}

Expression Expressions::integer_operation(Type type, unsigned depth, Limits limits) {
  const std::string type_name = name(type);
  const auto operand = [&] { return make(type, depth, limits); };
  const auto combined = [&](char sign) { return combine(sign, type, depth, limits); };
  switch (random_.below(14)) {
    case 0:
    case 1:
    case 2:
      return combined('+');
    case 3:
      return combined('-');
    case 4:
    case 5:
      return combined('*');
    case 6:
    case 7: {
      const char *const sign = random_.pick({"&", "|", "^"});
      return apply(type, "(" + type_name + ")($0 " + sign + " $1)", {operand(), operand()});
    }
    case 8: {
      // OpenCL C masks shift counts.
      const char *const sign = random_.pick({"<<", ">>"});
      return apply(type, "(" + type_name + ")($0 " + sign + " $1)", {operand(), operand()});
    }
    case 9: {
      const bool remainder = random_.chance(40);
      const std::string function = (remainder ? "remainder_" : "divide_") + type_name;
      helper(function, division(function, type, remainder ? '%' : '/'));
      return apply(type, function + "($0, $1)", {operand(), operand()});
    }
    case 10:
      return apply(type, "(" + type_name + ")(~$0)", {operand()});
    case 11: {
      Type compared = type;
      if (type.lanes == 1) {
        compared = random_scalar();
      }
      Expression truth = comparison(compared, depth, limits);
      if (type.lanes == 1) {
        return apply(type, "(" + type_name + ")$0", {std::move(truth)});
      }
      return apply(type, "as_" + type_name + "($0)", {std::move(truth)});
    }
    default:
      return integer_built_in(type, depth, limits);
  }
}

Expression Expressions::integer_built_in(Type type, unsigned depth, Limits limits) {
  const auto operand = [&] { return make(type, depth, limits); };
  switch (random_.below(8)) {
    case 0: {
      const char *const function = random_.pick({"clz", "popcount"});
      return apply(type, std::string(function) + "($0)", {operand()});
    }
    case 1: {
      const char *const function = random_.pick({"abs", "abs_diff"});
      std::vector<Expression> operands{operand()};
      std::string text = std::string(function) + "($0)";
      if (text.starts_with("abs_diff")) {
        operands.push_back(operand());
        text = "abs_diff($0, $1)";
      }
      return apply(type, "as_" + name(type) + "(" + text + ")", std::move(operands));
    }
    case 2: {
      const char *const function = random_.pick({"mad_hi($0, $1, $2)", "mad_sat($0, $1, $2)",
                                                 "bitselect($0, $1, $2)", "select($0, $1, $2)"});
      return apply(type, function, {operand(), operand(), operand()});
    }
    default: {
      const char *const function =
          random_.pick({"min", "max", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate"});
      return apply(type, std::string(function) + "($0, $1)", {operand(), operand()});
    }
  }
}

Expression Expressions::float_operation(Type type, unsigned depth, Limits limits) {
  const auto operand = [&] { return make(type, depth, limits); };
  const auto combined = [&](char sign) { return combine(sign, type, depth, limits); };
  const std::string suffix = type.element == Element::f32 ? "f" : "";
  switch (random_.below(14)) {
    case 0:
    case 1:
    case 2:
      return combined('+');
    case 3:
      return combined('-');
    case 4:
    case 5:
      return combined('*');
    case 6:
      return apply(type, "($0 / $1)", {operand(), operand()});
    case 7:
    case 8:
      return apply(type, "fma($0, $1, $2)", {operand(), operand(), operand()});
    case 9:
      return apply(type, "sqrt(fabs($0))", {operand()});
    case 10: {
      if (random_.chance(40)) {
        return shared_extremum(type, depth, limits);
      }
      // The result for zeros of different sign is unspecified, hence the sum.
      const char *const function = random_.pick({"fmin", "fmax"});
      return apply(type, "(" + std::string(function) + "($0, $1) + 0.0" + suffix + ")",
                   {operand(), operand()});
    }
    case 11:
      return apply(type, "copysign($0, $1)", {operand(), canonical(operand())});
    case 12:
      return apply(type, "(-($0))", {operand()});
    default: {
      const char *const function =
          random_.pick({"floor", "ceil", "trunc", "rint", "round", "fabs", "fabs"});
      return apply(type, std::string(function) + "($0)", {operand()});
    }
  }
}

Expression Expressions::shared_extremum(Type type, unsigned depth, Limits limits) {
  const std::string type_name = name(type);
  const std::string extremum = random_.pick({"fmin", "fmax"});
  const unsigned form = random_.below(5);
  const char *const other[] = {"fma(a, b, c)", "fma(b, a, c)", "copysign(a, b)", "fmin(b, a)",
                               "fmax(a, b)"};
  const bool is_first = random_.chance(50);
  const std::string function =
      "shared_" + extremum + std::to_string(form) + (is_first ? "_first_" : "_") + type_name;
  const std::string inner = extremum + "(a, b)";
  const std::string operands =
      is_first ? other[form] + (", " + inner) : inner + (", " + std::string(other[form]));
  // The result for zeros of different sign is unspecified, hence the sum.
  helper(function, type_name + " " + function + "(" + type_name + " a, " + type_name + " b, " +
                       type_name + " c) { return " + extremum + "(" + operands + ") + 0.0" +
                       (type.element == Element::f32 ? "f" : "") + "; }\n");
  Expression a = make(type, depth, limits);
  Expression b = canonical(make(type, depth, limits));
  return apply(type, function + "($0, $1, $2)",
               {std::move(a), std::move(b), make(type, depth, limits)});
}

Expression Expressions::reinterpretation(Type type, unsigned depth, Limits limits) {
  static constexpr unsigned widths[] = {1, 2, 4, 8, 16};
  std::vector<Type> sources;
  for (unsigned element = 0; element < element_count; ++element) {
    for (const unsigned lanes : widths) {
      const Type source{static_cast<Element>(element), lanes};
      if (type.lanes != 3 && source != type &&
          size_of(source.element) * lanes == size_of(type.element) * type.lanes) {
        sources.push_back(source);
      }
    }
  }
  if (sources.empty()) {
    return leaf(type, limits);
  }
  const Type source = random_.pick(sources);
  Expression value = make(source, depth, limits);
  if (is_float(source.element)) {
    value = canonical(std::move(value));
  }
  Expression result = apply(type, "as_" + name(type) + "($0)", {std::move(value)});
  return is_float(type.element) ? canonical(std::move(result)) : result;
}

Expression Expressions::vector_operation(Type type, unsigned depth, Limits limits) {
  const std::string type_name = name(type);
  switch (random_.below(5)) {
    case 0: {
      if (type.lanes > 4) {
        break;
      }
      std::vector<Expression> elements;
      std::string text = "(" + type_name + ")(";
      for (unsigned lane = 0; lane < type.lanes; ++lane) {
        text += (lane == 0 ? "$" : ", $") + std::to_string(lane);
        elements.push_back(make({type.element}, depth, limits));
      }
      return apply(type, text + ")", std::move(elements));
    }
    case 1: {
      if (type.lanes == 3 || type.lanes == 2) {
        break;
      }
      const Type half{type.element, type.lanes / 2};
      return apply(type, "(" + type_name + ")($0, $1)",
                   {make(half, depth, limits), make(half, depth, limits)});
    }
    case 2: {
      // A random swizzle.
      std::string swizzle = ".s";
      for (unsigned lane = 0; lane < type.lanes; ++lane) {
        swizzle += "0123456789abcdef"[random_.below(type.lanes)];
      }
      return apply(type, "($0)" + swizzle, {make(type, depth, limits)});
    }
    case 3: {
      const Type indices{to_unsigned(type.element), type.lanes};
      if (type.lanes == 3 || is_float(type.element)) {
        break;
      }
      return apply(type, "shuffle($0, $1)",
                   {make(type, depth, limits), make(indices, depth, limits)});
    }
    default:
      break;
  }
  Expression chooses = comparison(type, depth, limits);
  return apply(type, "select($0, $1, $2)",
               {make(type, depth, limits), make(type, depth, limits), std::move(chooses)});
}

Expression Expressions::scalar_from_vector(Type type, unsigned depth, Limits limits) {
  const unsigned lanes = random_.pick({2U, 4U, 4U, 8U, 16U});
  Expression vector = make({type.element, lanes}, depth, limits);
  if (random_.chance(40)) {
    Expression at = index(lanes, depth, limits);
    return apply(type, "($0)[$1]", {std::move(vector), std::move(at)});
  }
  return apply(type, std::string("($0).s") + "0123456789abcdef" [random_.below(lanes)],
               { std::move(vector) });
}

Expression Expressions::vector_load(Type type, unsigned depth, Limits limits) {
  std::vector<const InputBuffer *> inputs;
  for (const InputBuffer &input : surroundings_.inputs) {
    if (input.element == type.element && input.count == input_count) {
      inputs.push_back(&input);
    }
  }
  if (inputs.empty()) {
    return convert(load(type.element, depth, limits), type);
  }
  const std::string buffer = random_.pick(inputs)->name;
  Expression at = index(input_count / 16, depth == 0 ? 0 : depth - 1, limits);
  const std::string lanes = std::to_string(type.lanes);
  switch (random_.below(type.lanes == 3 ? 2 : 3)) {
    case 0:
      return apply(type, "vload" + lanes + "($0, " + buffer + ")", {std::move(at)});
    case 1:
      // With the alignment of elements.
      return apply(type, "vload" + lanes + "(0, " + buffer + " + $0)", {std::move(at)});
    default:
      return apply(type, "((global const " + name(type) + " *)" + buffer + ")[$0]",
                   {std::move(at)});
  }
}

}  // namespace mux::random_kernels
