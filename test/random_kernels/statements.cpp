#include "statements.h"

#include <utility>

namespace mux::random_kernels {
namespace {

/// Limit of statement executions per work-item, so that kernels are short.
constexpr unsigned most_passes = 200;

}  // namespace

Expression Statements::value(Type type, unsigned depth) {
  return expressions_.make(type, depth, {});
}

Element Statements::random_integer() {
  return random_.pick({Element::i32, Element::i32, Element::u32, Element::u32, Element::i64,
                       Element::u64, Element::i16, Element::u8});
}

void Statements::declare(const std::string &declaration) {
  // Declared before the current statement.
  surroundings_.program.body.push_back({declaration, {}, {}, false});
}

Variable Statements::target(Type type, bool uniform) {
  std::vector<const Variable *> candidates;
  for (const Variable &variable : surroundings_.variables) {
    if (variable.writable && variable.uniform == uniform && variable.type == type) {
      candidates.push_back(&variable);
    }
  }
  if (!candidates.empty() && (candidates.size() > 2 || random_.chance(70))) {
    return *random_.pick(candidates);
  }
  const Variable made{surroundings_.new_name(uniform ? "u" : "v"), type, uniform, true};
  declare(name(type) + " " + made.name + " = " + zero_of(type) + ";");
  surroundings_.variables.push_back(made);
  return made;
}

std::string Statements::counter(bool uniform) {
  const std::string name = surroundings_.new_name("c");
  const char *const type =
      random_.pick({"int", "int", "int", "uint", "long", "size_t", "uchar", "short"});
  declare(std::string(type) + " " + name + " = 0;");
  surroundings_.bounded.push_back({name, counter_limit, uniform, false});
  return name;
}

void Statements::fill_local(const std::string &count, const std::string &assignment) {
  // Returned work-items do not participate, so then every work-item does the whole loop.
  const std::string loop = returned_ ? "for (uint i = 0; i < " + count + "; ++i)"
                                     : "for (uint i = lid; i < " + count + "; i += lsize)";
  declare(loop + " {\n  " + assignment + "\n}\nbarrier(CLK_LOCAL_MEM_FENCE);");
}

LocalArray Statements::local_array(Element element, unsigned count) {
  for (const LocalArray &array : surroundings_.local_arrays) {
    if (array.element == element && array.count >= count) {
      return array;
    }
  }
  const LocalArray array{surroundings_.new_name("shared"), element, count};
  const std::string size = std::to_string(count);
  const std::string type = name(element);
  if (random_.chance(25)) {
    surroundings_.program.parameters.push_back(
        {"local " + type + " *" + array.name,
         {ArgumentKind::local, element, size_t{count} * size_of(element), Content::fill, 0}});
  } else {
    declare("local " + type + " " + array.name + "[" + size + "];");
  }
  // Initialized completely: work-items read each other's elements before they are written.
  fill_local(size, array.name + "[i] = (" + type + ")(i * 37 + 11);");
  surroundings_.local_arrays.push_back(array);
  surroundings_.program.groups_matter = true;
  return array;
}

const InputBuffer *Statements::input_of(Element element) {
  for (const InputBuffer &input : surroundings_.inputs) {
    if (input.element == element && input.count == input_count) {
      return &input;
    }
  }
  return nullptr;
}

Statement Statements::assignment(const Flow &flow) {
  const bool uniform = flow.uniform && random_.chance(30);
  const Limits limits{uniform, true};
  const Type type = expressions_.random_type();
  const Variable variable = target(type, uniform);
  const unsigned depth = random_.between(1, 3);
  if (random_.chance(35)) {
    const char sign = random_.pick({'+', '+', '-', '*'});
    Expression sum = Expressions::arithmetic(sign, Expressions::apply(type, variable.name, {}),
                                             expressions_.make(type, depth, limits));
    return {variable.name + " = $0;", {std::move(sum)}, {}, false};
  }
  if (!is_float(type.element) && random_.chance(20)) {
    const std::string sign = random_.pick({"^", "|", "&"});
    return {
        variable.name + " " + sign + "= $0;", {expressions_.make(type, depth, limits)}, {}, false};
  }
  return {variable.name + " = $0;", {expressions_.make(type, depth, limits)}, {}, false};
}

Statement Statements::vector_element_assignment(const Flow &) {
  const unsigned lanes = random_.pick({2U, 4U, 4U, 8U, 3U});
  const Type type{expressions_.random_scalar().element, lanes};
  const Variable variable = target(type, false);
  switch (random_.below(4)) {
    case 0:
      if (lanes != 3) {
        const Type half{type.element, lanes / 2};
        const std::string part = random_.pick({"hi", "lo", "odd", "even"});
        return {variable.name + "." + part + " = $0;", {value(half, 2)}, {}, false};
      }
      [[fallthrough]];
    case 1:
      if (lanes != 3) {
        Expression at = expressions_.index(lanes, 1, {});
        return {variable.name + "[$0] = $1;", {std::move(at), value({type.element}, 2)}, {}, false};
      }
      [[fallthrough]];
    case 2:
      if (lanes >= 3) {
        return {variable.name + ".zx = $0;", {value({type.element, 2}, 2)}, {}, false};
      }
      [[fallthrough]];
    default:
      return {variable.name + ".s" + std::to_string(random_.below(lanes)) + " = $0;",
              {value({type.element}, 2)},
              {},
              false};
  }
}

Statement Statements::place_assignment(const Flow &flow) {
  if (surroundings_.places.empty()) {
    return assignment(flow);
  }
  const Place place = random_.pick(surroundings_.places);
  Statement result;
  for (const unsigned bound : place.bounds) {
    result.expressions.push_back(bound == 0 ? expressions_.condition(1, {})
                                            : expressions_.index(bound, 1, {}));
  }
  result.text = place.text + " = $" + std::to_string(place.bounds.size()) + ";";
  result.expressions.push_back(value(place.type, random_.between(1, 2)));
  return result;
}

Statement Statements::own_store(const Flow &) {
  const OwnBuffer buffer = random_.pick(surroundings_.own_buffers);
  Expression stored = value({buffer.element}, random_.between(0, 3));
  if (is_float(buffer.element)) {
    stored = expressions_.canonical(std::move(stored));
  }
  Expression at = expressions_.index(buffer.per_item, 1, {});
  const std::string where = buffer.interleaved
                                ? buffer.place + " * " + std::to_string(buffer.per_item) + " + $0"
                                : buffer.place + " + " + std::to_string(item_limit) + " * $0";
  return {buffer.name + "[" + where + "] = $1;", {std::move(at), std::move(stored)}, {}, false};
}

Statement Statements::own_vector_store(const Flow &flow) {
  const OwnBuffer buffer = random_.pick(surroundings_.own_buffers);
  if (!buffer.interleaved || buffer.per_item == 1) {
    return own_store(flow);
  }
  unsigned lanes = buffer.per_item;
  if (lanes > 2 && random_.chance(40)) {
    lanes /= 2;
  }
  const bool three = lanes == 4 && random_.chance(20);
  const Type type{buffer.element, three ? 3 : lanes};
  Expression stored = value(type, random_.between(1, 3));
  if (is_float(buffer.element)) {
    stored = expressions_.canonical(std::move(stored));
  }
  const unsigned vectors = buffer.per_item / lanes;
  Expression at = expressions_.index(vectors, 1, {});
  const std::string which = buffer.place + " * " + std::to_string(vectors) + " + $0";
  if (three) {
    return {
        "vstore3($1, 0, " + buffer.name + " + (" + which + ") * " + std::to_string(lanes) + ");",
        {std::move(at), std::move(stored)},
        {},
        false};
  }
  if (random_.chance(50)) {
    return {"vstore" + std::to_string(lanes) + "($1, " + which + ", " + buffer.name + ");",
            {std::move(at), std::move(stored)},
            {},
            false};
  }
  return {"((global " + name(type) + " *)" + buffer.name + ")[" + which + "] = $1;",
          {std::move(at), std::move(stored)},
          {},
          false};
}

Statement Statements::atomic(const Flow &flow) {
  if (surroundings_.atomics.empty()) {
    return own_store(flow);
  }
  const AtomicBuffer buffer = random_.pick(surroundings_.atomics);
  Expression at = expressions_.index(atomic_count, 1, {});
  Expression amount = value({buffer.element}, 2);
  const bool is_long = size_of(buffer.element) == 8;
  std::string function = (is_long ? "atom_" : "atomic_") + buffer.operation;
  std::string last = ");";
  if (surroundings_.language_version >= 20 && random_.chance(40)) {
    function = "atomic_fetch_" + buffer.operation + "_explicit";
    last = ", memory_order_relaxed, memory_scope_device);";
    return {function + "((volatile global atomic_" + name(buffer.element) + " *)&" + buffer.name +
                "[$0], $1" + last,
            {std::move(at), std::move(amount)},
            {},
            false};
  }
  return {function + "(&" + buffer.name + "[$0], $1" + last,
          {std::move(at), std::move(amount)},
          {},
          false};
}

Statement Statements::branch(const Flow &flow) {
  const bool uniform = flow.uniform && random_.chance(40);
  Flow inner = flow;
  inner.uniform = uniform;
  ++inner.depth;
  Statement result{"if ($0) @0", {}, {}, true};
  result.expressions.push_back(expressions_.condition(random_.below(3), {uniform, true}));
  result.blocks.push_back(block(inner, random_.between(1, 3)));
  if (random_.chance(45)) {
    result.text += " else @1";
    result.blocks.push_back(block(inner, random_.between(1, 3)));
  }
  return result;
}

Statement Statements::choice(const Flow &flow) {
  const bool uniform = flow.uniform && random_.chance(40);
  Flow inner = flow;
  inner.uniform = uniform;
  ++inner.depth;
  inner.in_switch = true;
  const unsigned cases = random_.between(2, 5);
  Statement result{"switch ($0) {\n", {}, {}, true};
  Expression selector = expressions_.make({Element::i32}, 2, {uniform, true});
  result.expressions.push_back(Expressions::apply({Element::i32}, "(($0 >> 1) & 7)", {selector}));
  for (unsigned label = 0; label < cases; ++label) {
    const bool is_default = label + 1 == cases && random_.chance(70);
    result.text += is_default ? "  default: " : "  case " + std::to_string(label) + ": ";
    result.text += "@" + std::to_string(label) + "\n";
    if (!random_.chance(25)) {
      result.text += "  break;\n";
    }
    result.blocks.push_back(block(inner, random_.between(1, 2)));
  }
  result.text += "}";
  return result;
}

Statement Statements::loop(const Flow &flow) {
  const bool uniform = flow.uniform && random_.chance(60);
  const Limits limits{uniform, true};
  Flow inner = flow;
  inner.uniform = uniform;
  inner.in_loop = true;
  inner.in_switch = false;
  inner.loop_is_uniform = uniform;
  inner.in_uniform_loop = inner.in_uniform_loop || uniform;
  ++inner.depth;
  const std::string c = counter(uniform);
  const bool always = random_.chance(30);
  const unsigned most = random_.pick({1U, 3U, 7U, 7U, 15U});
  // Clamped, so that reduced forms are bounded as well.
  Expression trips = Expressions::apply(
      {Element::i32}, always ? std::to_string(most) : "($0 & " + std::to_string(most) + ")", {});
  if (!always) {
    Type type = expressions_.random_scalar();
    if (is_float(type.element)) {
      type = {Element::i32};
    }
    trips.operands.push_back(expressions_.make(type, random_.below(3), limits));
  }
  trips.bounded = true;
  Statement result;
  unsigned passes = most;
  switch (random_.below(8)) {
    case 0:
      result.text = c + " = 0;\nwhile (" + c + " < $0 && $1) {\n  ++" + c + ";\n  @0\n}";
      result.expressions = {std::move(trips), expressions_.condition(1, limits)};
      break;
    case 1:
      result.text = c + " = 0;\ndo @0 while (++" + c + " < $0 && $1);";
      result.expressions = {std::move(trips), expressions_.condition(1, limits)};
      break;
    case 2:
      result.text = "for (" + c + " = $0; " + c + " < 16; " + c +
                    " += " + std::to_string(random_.pick({1U, 2U, 4U, 8U})) + ") @0";
      // Ends at 16 for all steps, if it begins at a multiple of 8.
      result.expressions = {Expressions::apply({Element::i32}, "($0 & 8)",
                                               {expressions_.make({Element::i32}, 1, limits)})};
      result.expressions[0].bounded = true;
      passes = 8;
      break;
    case 3:
      result.text = "for (" + c + " = $0; " + c + " > 0; " +
                    (random_.chance(50) ? c + " >>= 1" : "--" + c) + ") @0";
      result.expressions = {std::move(trips)};
      break;
    case 4:
      result.text = "for (" + c + " = 1; " + c + " < 16; " + c + " <<= 1) @0";
      passes = 4;
      break;
    default:
      result.text = "for (" + c + " = 0; " + c + " < $0; ++" + c + ") @0";
      result.expressions = {std::move(trips)};
      break;
  }
  inner.passes = flow.passes * (passes + 1);
  const unsigned leaves_before = leaves_;
  result.blocks.push_back(block(inner, random_.between(1, 4)));
  result.can_be_unwrapped = leaves_ == leaves_before;
  return result;
}

Statement Statements::leave_loop(const Flow &flow) {
  if (!flow.in_loop || (flow.loop_is_uniform && !flow.uniform)) {
    return assignment(flow);
  }
  ++leaves_;
  Statement result{!flow.in_switch && random_.chance(60) ? "if ($0) break;" : "if ($0) continue;",
                   {},
                   {},
                   false};
  result.expressions.push_back(expressions_.condition(random_.below(3), {flow.uniform, true}));
  return result;
}

Statement Statements::early_return(const Flow &flow) {
  const bool uniform = flow.uniform && random_.chance(20);
  if (!uniform) {
    // Barriers after divergent returns are rare; most kernels have none.
    if (!random_.chance(25)) {
      if (flow.in_uniform_loop) {
        return own_store(flow);
      }
      barriers_over_ = true;
    }
    returned_ = true;
  }
  Statement result{"if ($0) return;", {}, {}, false};
  result.expressions.push_back(expressions_.condition(random_.below(3), {uniform, true}));
  return result;
}

Statement Statements::guard() {
  returned_ = true;
  std::string end = std::to_string(random_.between(1, item_limit));
  for (const Variable &variable : surroundings_.variables) {
    const bool is_int = variable.type == Type{Element::i32} || variable.type == Type{Element::u32};
    if (variable.uniform && is_int && random_.chance(50)) {
      end = "(" + variable.name + " & 15) * 64";
      break;
    }
  }
  return {"if (item >= " + end + ") return;", {}, {}, false};
}

Statement Statements::random_statement(const Flow &flow) {
  const unsigned choice_of_kind = random_.below(100);
  const bool can_nest = flow.depth < surroundings_.deepest_block && flow.passes < most_passes;
  if (choice_of_kind < 24) {
    return assignment(flow);
  }
  if (choice_of_kind < 29) {
    return vector_element_assignment(flow);
  }
  if (choice_of_kind < 37) {
    return place_assignment(flow);
  }
  if (choice_of_kind < 45) {
    return own_store(flow);
  }
  if (choice_of_kind < 49) {
    return own_vector_store(flow);
  }
  if (choice_of_kind < 53) {
    return atomic(flow);
  }
  if (choice_of_kind < 64) {
    return can_nest ? branch(flow) : assignment(flow);
  }
  if (choice_of_kind < 67) {
    return can_nest ? choice(flow) : assignment(flow);
  }
  if (choice_of_kind < 78) {
    return can_nest ? loop(flow) : assignment(flow);
  }
  if (choice_of_kind < 82) {
    return leave_loop(flow);
  }
  if (choice_of_kind < 84) {
    return early_return(flow);
  }
  if (choice_of_kind < 92) {
    return idiom(flow);
  }
  return group_statement(flow);
}

Block Statements::block(Flow flow, unsigned length) {
  Block result;
  for (unsigned i = std::min(length, surroundings_.longest_block); i > 0; --i) {
    result.push_back(random_statement(flow));
  }
  return result;
}

Block Statements::epilogue() {
  Block result;
  std::vector<Variable> variables = surroundings_.variables;
  for (const OwnBuffer &buffer : surroundings_.own_buffers) {
    Expression sum = expressions_.literal({buffer.element});
    for (unsigned terms = random_.between(1, 4); terms > 0 && !variables.empty(); --terms) {
      const Variable variable = random_.pick(variables);
      Expression term = expressions_.convert(Expressions::apply(variable.type, variable.name, {}),
                                             {buffer.element});
      sum = Expressions::arithmetic('+', std::move(sum), std::move(term));
    }
    if (is_float(buffer.element)) {
      sum = expressions_.canonical(std::move(sum));
    }
    const std::string first =
        buffer.interleaved ? buffer.place + " * " + std::to_string(buffer.per_item) : buffer.place;
    result.push_back({buffer.name + "[" + first + "] = $0;", {std::move(sum)}, {}, false});
  }
  return result;
}

}  // namespace mux::random_kernels
