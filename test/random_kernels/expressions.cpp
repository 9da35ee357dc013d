#include "expressions.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace mux::random_kernels {
namespace {

std::string integer_literal(Random &random, Element element) {
  const unsigned bits = 8 * size_of(element);
  const uint64_t edges[] = {0,
                            1,
                            2,
                            3,
                            5,
                            7,
                            10,
                            31,
                            100,
                            255,
                            uint64_t{1} << (bits - 1),
                            (uint64_t{1} << (bits - 1)) - 1,
                            ~uint64_t{0},
                            ~uint64_t{0} - 1};
  uint64_t value = random.chance(80) ? edges[random.below(14)] : random.next();
  if (bits < 64) {
    value &= (uint64_t{1} << bits) - 1;
  }
  return "(" + name(element) + ")(" + number(value) + (bits == 64 ? "UL" : "U") + ")";
}

std::string float_literal(Random &random, Element element) {
  const char *const values[] = {"0.0",        "1.0",    "-1.0",  "0.5",    "2.0",
                                "-0.25",      "1.5",    "100.0", "3.25",   "-7.0",
                                "16777216.0", "1.0e10", "0.1",   "1.0e-3", "-0.0"};
  // With a cast: a constant without suffix may be single or double.
  return "(" + name(element) + ")(" + values[random.below(15)] +
         (element == Element::f32 ? "f" : "") + ")";
}

}  // namespace

Expression Expressions::apply(Type type, std::string text, std::vector<Expression> operands) {
  return {type, std::move(text), std::move(operands), false};
}

std::string Expressions::helper(const std::string &name, const std::string &definition) {
  surroundings_.program.helpers.emplace(name, definition);
  return name;
}

Expression Expressions::literal(Type type) {
  const auto text = [&] {
    return is_float(type.element) ? float_literal(random_, type.element)
                                  : integer_literal(random_, type.element);
  };
  if (type.lanes == 1) {
    return {type, text(), {}};
  }
  std::string elements = text();
  if (random_.chance(60)) {
    for (unsigned lane = 1; lane < type.lanes; ++lane) {
      elements += ", " + text();
    }
  }
  return {type, "(" + name(type) + ")(" + elements + ")", {}};
}

Type Expressions::random_scalar() {
  static const std::vector<Element> elements = {
      Element::i32, Element::i32, Element::i32, Element::u32, Element::u32,
      Element::f32, Element::f32, Element::f32, Element::i8,  Element::u8,
      Element::i16, Element::u16, Element::i64, Element::u64, Element::f64};
  return {random_.pick(elements)};
}

Type Expressions::random_type() {
  Type type = random_scalar();
  if (random_.chance(20)) {
    type.lanes = random_.pick({2U, 2U, 4U, 4U, 4U, 3U, 8U, 16U});
  }
  return type;
}

Expression Expressions::canonical(Expression value) {
  const Type type = value.type;
  const std::string type_name = name(type);
  const std::string nan =
      type.element == Element::f32 ? "as_float(0x7fc00000)" : "as_double(0x7ff8000000000000L)";
  const std::string body = type.lanes == 1
                               ? "isnan(x) ? " + nan + " : x"
                               : "select(x, (" + type_name + ")(" + nan + "), isnan(x))";
  const std::string function =
      helper("canonical_" + type_name, type_name + " canonical_" + type_name + "(" + type_name +
                                           " x) { return " + body + "; }\n");
  return apply(type, function + "($0)", {std::move(value)});
}

Expression Expressions::convert(Expression value, Type to) {
  const Type from = value.type;
  if (from == to) {
    return value;
  }
  if (from.lanes != to.lanes) {
    if (to.lanes == 1) {
      Expression element =
          apply({from.element}, "($0).s" + number(random_.below(2)), {std::move(value)});
      return convert(std::move(element), to);
    }
    if (from.lanes == 1) {
      Expression scalar = convert(std::move(value), {to.element});
      return apply(to, "(" + name(to) + ")($0)", {std::move(scalar)});
    }
    Expression scalar = apply({from.element}, "($0).s1", {std::move(value)});
    return convert(std::move(scalar), to);
  }
  if (is_float(from.element) && !is_float(to.element)) {
    const char *rounding = random_.pick({"", "", "_rte", "_rtp", "_rtn", "_rtz"});
    return apply(to, "convert_" + name(to) + "_sat" + rounding + "($0)", {std::move(value)});
  }
  if (from.lanes == 1 && !is_float(from.element) && !is_float(to.element)) {
    return apply(to, "(" + name(to) + ")($0)", {std::move(value)});
  }
  const bool saturates = !is_float(to.element) && random_.chance(30);
  return apply(to, "convert_" + name(to) + (saturates ? "_sat" : "") + "($0)", {std::move(value)});
}

Expression Expressions::arithmetic(char operation, Expression left, Expression right) {
  const Type type = left.type;
  const std::string sign(1, operation);
  if (is_float(type.element)) {
    return apply(type, "($0 " + sign + " $1)", {std::move(left), std::move(right)});
  }
  if (type.lanes == 1 && size_of(type.element) < 4) {
    // The promoted operands must not overflow either.
    return apply(type, "(" + name(type) + ")((uint)($0) " + sign + " (uint)($1))",
                 {std::move(left), std::move(right)});
  }
  if (is_signed(type.element)) {
    const std::string to_unsigned_type = "as_" + name(Type{to_unsigned(type.element), type.lanes});
    return apply(type,
                 "as_" + name(type) + "(" + to_unsigned_type + "($0) " + sign + " " +
                     to_unsigned_type + "($1))",
                 {std::move(left), std::move(right)});
  }
  return apply(type, "($0 " + sign + " $1)", {std::move(left), std::move(right)});
}

std::string Expressions::affine_term(unsigned &remaining, Limits limits) {
  std::vector<const BoundedValue *> candidates;
  for (const BoundedValue &value : surroundings_.bounded) {
    if (value.largest <= remaining && (value.uniform || !limits.uniform)) {
      candidates.push_back(&value);
    }
  }
  if (candidates.empty()) {
    return {};
  }
  const BoundedValue &value = *random_.pick(candidates);
  if (value.by_group) {
    surroundings_.program.groups_matter = true;
  }
  const unsigned factor = random_.pick({1U, 1U, 1U, 1U, 2U, 3U, 4U, 5U, 8U});
  if (value.largest * factor > remaining) {
    remaining -= value.largest;
    return value.name;
  }
  remaining -= value.largest * factor;
  return factor == 1 ? value.name : value.name + " * " + number(factor);
}

std::string Expressions::row_length() {
  const auto is_uniform = [](const BoundedValue &value) {
    return value.uniform && !value.by_group;
  };
  const auto uniform =
      std::find_if(surroundings_.bounded.begin(), surroundings_.bounded.end(), is_uniform);
  if (uniform != surroundings_.bounded.end() && random_.chance(30)) {
    return "(" + uniform->name + " + " + number(random_.between(1, 40)) + ")";
  }
  return number(random_.pick({2U, 3U, 4U, 5U, 7U, 16U, 17U, 24U, 32U, 33U, 64U, 100U}));
}

Expression Expressions::affine(unsigned end, Limits limits) {
  unsigned remaining = end - 1;
  std::string text = affine_term(remaining, limits);
  if (text.empty()) {
    return {{Element::i32}, number(random_.below(end)), {}, true};
  }
  for (unsigned terms = random_.below(3); terms > 0; --terms) {
    const std::string term = affine_term(remaining, limits);
    text += term.empty() ? "" : " + " + term;
  }
  if (remaining > 0 && random_.chance(50)) {
    text += " + " + number(random_.between(1, std::min(remaining, 40U)));
  }
  switch (random_.below(16)) {
    case 0:
      text = number(end - 1) + " - (" + text + ")";
      break;
    case 1:
      text = "(" + text + ") >> " + number(random_.between(1, 3));
      break;
    case 2:
      text = "(" + text + ") / " + row_length();
      break;
    case 3:
      text = "(" + text + ") % " + number(random_.between(2, std::max(end, 3U) - 1));
      break;
    case 4:
      text = "(" + text + ") ^ " + number(random_.below(std::bit_floor(end)));
      if (!std::has_single_bit(end)) {
        text = "(" + text + ") % " + number(end);
      }
      break;
    case 5:
      text = "(" + text + ") & " + number(random_.pick({1U, 3U, 6U, 15U, 60U, 255U, ~0U}));
      break;
    case 6:
      if (end >= 256) {
        text = "(uchar)(" + text + ")";
      }
      break;
    case 7:
      // Wraps around for some work-items.
      text = "(" + text + " + " + number(random_.between(1, end)) + ") % " + number(end);
      break;
    case 8: {
      // At most the dividend.
      const std::string length = row_length();
      text = "(" + text + ") / " + length + " + (" + text + ") % " + length;
      break;
    }
    case 9:
      text = "clamp((int)(" + text + ") - " + number(random_.between(0, 20)) + ", 0, " +
             number(end - 1) + ")";
      break;
    case 10:
      text = "min((uint)(" + text + ") + " + number(random_.between(0, 20)) + ", " +
             number(end - 1) + "u)";
      break;
    case 11: {
      const std::string last = number(end - 1);
      text = "((" + text + ") == " + last + " ? 0 : (" + text + ") + 1)";
      break;
    }
    default:
      break;
  }
  if (random_.chance(30)) {
    text = std::string("(") + random_.pick({"int", "uint", "long", "size_t", "short"}) + ")(" +
           text + ")";
  }
  return {{Element::i32}, "(" + text + ")", {}, true};
}

Expression Expressions::index(unsigned end, unsigned depth, Limits limits) {
  const unsigned choice = random_.below(100);
  if (choice < 10 || end == 1) {
    return {{Element::i32}, number(random_.below(end)), {}, true};
  }
  if (choice < 60 || depth == 0) {
    return affine(end, limits);
  }
  if (choice < 72 && !surroundings_.permutation.empty() && end >= item_limit) {
    Expression inner = affine(item_limit, limits);
    return {{Element::i32}, surroundings_.permutation + "[$0]", {std::move(inner)}, true};
  }
  Type type = random_scalar();
  if (is_float(type.element)) {
    type = {Element::i32};
  }
  Expression value = make(type, depth - 1, limits);
  if (std::has_single_bit(end)) {
    return {{Element::i32}, "($0 & " + number(end - 1) + ")", {std::move(value)}, true};
  }
  value = convert(std::move(value), {Element::u32});
  return {{Element::i32}, "($0 % " + number(end) + ")", {std::move(value)}, true};
}

Expression Expressions::place_value(const Place &place, unsigned depth, Limits limits) {
  std::vector<Expression> indices;
  for (const unsigned bound : place.bounds) {
    indices.push_back(bound == 0 ? condition(depth == 0 ? 0 : depth - 1, limits)
                                 : index(bound, depth == 0 ? 0 : depth - 1, limits));
  }
  return apply(place.type, place.text, std::move(indices));
}

Expression Expressions::load(Element element, unsigned depth, Limits limits) {
  std::vector<Expression> loads;
  const unsigned inner = depth == 0 ? 0 : depth - 1;
  for (const InputBuffer &input : surroundings_.inputs) {
    if (input.element == element || random_.chance(20)) {
      Expression at = index(input.count, inner, limits);
      loads.push_back(apply({input.element}, input.name + "[$0]", {std::move(at)}));
    }
  }
  if (limits.local_memory) {
    for (const LocalArray &array : surroundings_.local_arrays) {
      if (array.element == element || random_.chance(40)) {
        Expression at = index(array.count, inner, limits);
        loads.push_back(apply({array.element}, array.name + "[$0]", {std::move(at)}));
        surroundings_.program.groups_matter = true;
      }
    }
  }
  if (!limits.uniform) {
    for (const OwnBuffer &buffer : surroundings_.own_buffers) {
      if (buffer.element == element) {
        Expression at = index(buffer.per_item, inner, limits);
        const std::string where = buffer.interleaved
                                      ? buffer.place + " * " + number(buffer.per_item) + " + $0"
                                      : buffer.place + " + " + number(item_limit) + " * $0";
        loads.push_back(apply({element}, buffer.name + "[" + where + "]", {std::move(at)}));
      }
    }
  }
  if (loads.empty()) {
    return literal({element});
  }
  const Expression loaded = random_.pick(loads);
  if (element == Element::f32 && loaded.type.element == Element::u16 &&
      loaded.text.starts_with("in")) {
    // Arbitrary bits as half-precision numbers.
    const std::string buffer = loaded.text.substr(0, loaded.text.find('['));
    const InputBuffer *input = nullptr;
    for (const InputBuffer &candidate : surroundings_.inputs) {
      input = candidate.name == buffer && candidate.count == input_count ? &candidate : input;
    }
    if (input != nullptr) {
      return canonical(apply({Element::f32}, "vload_half($0, (global const half *)" + buffer + ")",
                             loaded.operands));
    }
  }
  return convert(loaded, {element});
}

Expression Expressions::work_item_query(Type type, Limits limits) {
  const std::string dimension = "(" + number(random_.below(3)) + ")";
  std::string text;
  if (random_.chance(30) || limits.uniform) {
    text = random_.pick({"get_group_id", "get_num_groups", "get_local_size", "get_global_size",
                         "get_global_offset"}) +
           dimension;
    if (text.find("group") != std::string::npos || text.find("local") != std::string::npos) {
      surroundings_.program.groups_matter = true;
    }
  } else if (random_.chance(60)) {
    text = surroundings_.language_version >= 20 && random_.chance(15) ? "get_global_linear_id()"
                                                                      : "get_global_id" + dimension;
  } else {
    text = "get_local_id" + dimension;
    surroundings_.program.groups_matter = true;
  }
  return convert(apply({Element::u64}, text, {}), type);
}

Expression Expressions::leaf(Type type, Limits limits) {
  const unsigned choice = random_.below(100);
  if (choice < 12) {
    return literal(type);
  }
  if (choice < 62) {
    std::vector<const Variable *> same;
    std::vector<const Variable *> others;
    for (const Variable &variable : surroundings_.variables) {
      if (variable.uniform || !limits.uniform) {
        others.push_back(&variable);
        if (variable.type == type) {
          same.push_back(&variable);
        }
      }
    }
    const auto &candidates = !same.empty() && random_.chance(80) ? same : others;
    if (!candidates.empty()) {
      const Variable &variable = *random_.pick(candidates);
      return convert(apply(variable.type, variable.name, {}), type);
    }
  }
  if (choice < 72) {
    return convert(work_item_query({type.element}, limits), type);
  }
  if (choice < 82 && !limits.uniform && !surroundings_.places.empty()) {
    return convert(place_value(random_.pick(surroundings_.places), 0, limits), type);
  }
  if (type.lanes > 1 && random_.chance(40)) {
    return vector_load(type, 0, limits);
  }
  return convert(load(type.element, 0, limits), type);
}

Expression Expressions::comparison(Type compared, unsigned depth, Limits limits) {
  Expression left = make(compared, depth, limits);
  Expression right = random_.chance(40) ? literal(compared) : make(compared, depth, limits);
  const char *const sign = random_.pick({"<", "<=", ">", ">=", "==", "!="});
  return apply({to_signed(compared.element), compared.lanes}, std::string("($0 ") + sign + " $1)",
               {std::move(left), std::move(right)});
}

Expression Expressions::condition(unsigned depth, Limits limits) {
  const Type truth{Element::i32};
  const unsigned inner = depth == 0 ? 0 : depth - 1;
  switch (random_.below(depth == 0 ? 5 : 10)) {
    case 0: {
      Expression value =
          make({random_.pick({Element::i32, Element::u32, Element::u8})}, inner, limits);
      return apply(truth, "(($0 & " + number(random_.between(1, 7)) + ") != 0)",
                   {std::move(value)});
    }
    case 1: {
      // A bound of the range, or every few work-items.
      Expression at = affine(item_limit, limits);
      const std::string sign = random_.pick({"<", ">=", "==", "!="});
      const unsigned end = random_.pick({4U, 40U, item_limit});
      return apply(truth, "($0 " + sign + " " + number(random_.below(end)) + ")", {std::move(at)});
    }
    case 5:
      return apply(truth, "($0 && $1)", {condition(inner, limits), condition(inner, limits)});
    case 6:
      return apply(truth, "($0 || $1)", {condition(inner, limits), condition(inner, limits)});
    case 7:
      return apply(truth, "(!$0)", {condition(inner, limits)});
    case 8: {
      Type vector = random_type();
      if (vector.lanes == 1) {
        vector.lanes = 4;
      }
      const char *const combined = random_.pick({"any($0)", "all($0)"});
      return apply(truth, combined, {comparison(vector, 0, limits)});
    }
    default: {
      Expression compared = comparison(random_scalar(), inner, limits);
      compared.type = truth;
      return compared;
    }
  }
}

Expression Expressions::make(Type type, unsigned depth, Limits limits) {
  if (depth == 0 || random_.chance(15)) {
    return leaf(type, limits);
  }
  const unsigned inner = depth - 1;
  const unsigned choice = random_.below(100);
  if (choice < 6) {
    return convert(make({random_type().element, type.lanes}, inner, limits), type);
  }
  if (choice < 14) {
    return type.lanes == 1 ? convert(load(type.element, depth, limits), type)
                           : vector_load(type, depth, limits);
  }
  if (choice < 20 && !limits.uniform && !surroundings_.places.empty()) {
    return convert(place_value(random_.pick(surroundings_.places), depth, limits), type);
  }
  if (choice < 24) {
    return reinterpretation(type, inner, limits);
  }
  if (choice < 32) {
    if (type.lanes == 1) {
      Expression truth = condition(inner, limits);
      return apply(type, "(" + name(type) + ")($0 ? $1 : $2)",
                   {std::move(truth), make(type, inner, limits), make(type, inner, limits)});
    }
    return vector_operation(type, inner, limits);
  }
  if (choice < 38) {
    return type.lanes == 1 ? scalar_from_vector(type, inner, limits)
                           : vector_operation(type, inner, limits);
  }
  return is_float(type.element) ? float_operation(type, inner, limits)
                                : integer_operation(type, inner, limits);
}

}  // namespace mux::random_kernels
