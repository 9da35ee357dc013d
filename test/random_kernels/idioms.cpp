// Common code of kernels, with random parts.

#include <utility>

#include "statements.h"

namespace mux::random_kernels {
Statement Statements::idiom(const Flow &flow) {
  if (flow.passes > 40) {
    return assignment(flow);
  }
  switch (random_.below(20)) {
    case 0:
      return matrix_row(flow);
    case 1:
      return mandelbrot(flow);
    case 2:
      return sparse_row(flow);
    case 3:
      return stencil(flow);
    case 4:
      return strided_sum(flow);
    case 5:
      return search(flow);
    case 6:
      return private_sort(flow);
    case 7:
      return checksum(flow);
    case 8:
      return walking_pointer(flow);
    case 9:
      return exchange_loop(flow);
    case 10:
      return tickets(flow);
    case 11:
      return random_.chance(25) ? irreducible(flow) : helper_call(flow);
    case 12:
      return group_store(flow);
    case 13:
      return flag(flow);
    case 14:
      return own_pointer(flow);
    case 15:
      return truth_values(flow);
    case 16:
      return generic_pointer(flow);
    case 17:
      return record_copy(flow);
    default:
      return helper_call(flow);
  }
}

/// A dot product of a row shared by neighbors and a column of each work-item.
Statement Statements::matrix_row(const Flow &flow) {
  const Element element = random_.pick({Element::f32, Element::f32, Element::u32, Element::f64});
  const InputBuffer *input = input_of(element);
  if (input == nullptr) {
    return assignment(flow);
  }
  const Variable sum = target({element}, false);
  const std::string in = input->name;
  Expression row = expressions_.index(64, 1, {flow.uniform, true});
  Expression column = expressions_.affine(64, {});
  const std::string length = number(random_.pick({4U, 9U, 16U}));
  return {"for (int k = 0; k < " + length + "; ++k) {\n  " + sum.name + " += " + in +
              "[$0 * 16 + k] * " + in + "[k * 64 + $1];\n}",
          {std::move(row), std::move(column)},
          {},
          false};
}

Statement Statements::mandelbrot(const Flow &) {
  const Variable count = target({Element::i32}, false);
  const std::string limit = number(random_.between(4, 60));
  Expression x = expressions_.affine(item_limit, {});
  Expression y = expressions_.affine(item_limit, {});
  return {
      "{\n  float cx = (float)($0) / 300.0f - 2.0f;\n  float cy = (float)$1 / 500.0f - "
      "1.0f;\n  float zx = 0.0f;\n  float zy = 0.0f;\n  int n = 0;\n  while (zx * zx + zy * zy "
      "< 4.0f && n < " +
          limit +
          ") {\n    float next = zx * zx - zy * zy + cx;\n    zy = 2.0f * zx * zy + cy;\n    "
          "zx = next;\n    ++n;\n  }\n  " +
          count.name + " = n;\n}",
      {std::move(x), std::move(y)},
      {},
      false};
}

/// Rows of different lengths, with random columns.
Statement Statements::sparse_row(const Flow &flow) {
  const Element element = random_.pick({Element::f32, Element::f64, Element::u32});
  const InputBuffer *input = input_of(element);
  if (input == nullptr || surroundings_.permutation.empty()) {
    return assignment(flow);
  }
  const std::string in = input->name;
  const std::string &columns = surroundings_.permutation;
  const Variable sum = target({element}, false);
  Expression length = expressions_.make({Element::i32}, 1, {});
  Expression start = expressions_.affine(item_limit - 32, {});
  return {
      "{\n  int begin = $0;\n  int end = begin + ($1 & 31);\n  for (int j = begin; j < end; "
      "++j) {\n    " +
          sum.name + " += " + in + "[j * 2] * " + in + "[" + columns + "[j]];\n  }\n}",
      {std::move(start), std::move(length)},
      {},
      false};
}

Statement Statements::stencil(const Flow &flow) {
  const Element element = expressions_.random_scalar().element;
  const InputBuffer *input = input_of(element);
  if (input == nullptr) {
    return assignment(flow);
  }
  const std::string in = input->name;
  const Variable result = target({element}, false);
  const auto at = [&](const std::string &where) {
    return Expressions::apply({element}, in + "[" + where + "]", {});
  };
  const std::string pitch = number(surroundings_.shape[0]);
  Expression sum = Expressions::arithmetic('+', at("item - 1"), at("item + 1"));
  std::string inside = "x > 0 && x < " + number(surroundings_.shape[0] - 1);
  if (surroundings_.shape[1] > 1) {
    inside += " && y > 0 && y < " + number(surroundings_.shape[1] - 1);
    sum = Expressions::arithmetic(
        '+', std::move(sum),
        Expressions::arithmetic('-', at("item - " + pitch), at("item + " + pitch)));
  }
  return {"if (" + inside + ") {\n  " + result.name + " = " + print(sum) + ";\n} else {\n  " +
              result.name + " = $0;\n}",
          {value({element}, 1)},
          {},
          false};
}

/// A strided loop of the whole group over the input.
Statement Statements::strided_sum(const Flow &flow) {
  const Element element = random_.pick({Element::u32, Element::f32, Element::u8, Element::u64});
  const InputBuffer *input = input_of(element);
  if (input == nullptr || flow.passes > 4) {
    return assignment(flow);
  }
  surroundings_.program.groups_matter = true;
  const std::string in = input->name;
  const Variable sum = target({element}, false);
  const std::string end = number(random_.between(100, 600));
  return {
      "for (uint i = lid; i < " + end + "; i += lsize) {\n  " + sum.name + " += " + in + "[i];\n}",
      {},
      {},
      false};
}

Statement Statements::search(const Flow &flow) {
  const InputBuffer *input = input_of(Element::i32);
  if (input == nullptr) {
    return assignment(flow);
  }
  const std::string in = input->name;
  const Variable found = target({Element::i32}, false);
  Expression wanted = value({Element::i32}, 1);
  if (random_.chance(50)) {
    // From a random start.
    Expression start = expressions_.affine(input_count - 32, {});
    return {found.name + " = -1;\nfor (int i = 0; i < 20; ++i) {\n  if (" + in +
                "[$0 + i] > $1) {\n    " + found.name + " = i;\n    break;\n  }\n}",
            {std::move(start), std::move(wanted)},
            {},
            false};
  }
  return {
      "{\n  int low = 0;\n  int high = 1024;\n  int wanted = $0;\n  while (low < high) {\n    "
      "int middle = (low + high) / 2;\n    if (" +
          in +
          "[middle] < wanted) {\n      low = middle + 1;\n    } else {\n      high = "
          "middle;\n    }\n  }\n  " +
          found.name + " = low;\n}",
      {std::move(wanted)},
      {},
      false};
}

Statement Statements::private_sort(const Flow &flow) {
  const Element element = random_integer();
  const InputBuffer *input = input_of(element);
  if (input == nullptr) {
    return assignment(flow);
  }
  const std::string in = input->name;
  const std::string type = name(element);
  const Variable result = target({element}, false);
  Expression start = expressions_.affine(input_count - 16, {});
  Expression which = expressions_.index(8, 1, {});
  return {
      "{\n  " + type + " sorted[8];\n  for (int i = 0; i < 8; ++i) sorted[i] = " + in +
          "[$0 + i];\n  for (int i = 1; i < 8; ++i) {\n    " + type +
          " moved = sorted[i];\n    int j = i;\n    while (j > 0 && sorted[j - 1] > moved) {\n "
          "     sorted[j] = sorted[j - 1];\n      --j;\n    }\n    sorted[j] = moved;\n  }\n  " +
          result.name + " = sorted[$1];\n}",
      {std::move(start), std::move(which)},
      {},
      false};
}

Statement Statements::checksum(const Flow &) {
  const Variable result = target({Element::u32}, false);
  const std::string bits = number(random_.pick({8U, 16U, 32U}));
  return {
      "{\n  uint rest = $0;\n  for (int bit = 0; bit < " + bits +
          "; ++bit) {\n    if (rest & 1) {\n      rest = (rest >> 1) ^ 0xEDB88320u;\n    } else "
          "{\n      rest >>= 1;\n    }\n  }\n  " +
          result.name + " ^= rest;\n}",
      {value({Element::u32}, 2)},
      {},
      false};
}

Statement Statements::walking_pointer(const Flow &flow) {
  const Element element = expressions_.random_scalar().element;
  const InputBuffer *input = input_of(element);
  if (input == nullptr) {
    return assignment(flow);
  }
  const std::string in = input->name;
  const Variable result = target({element}, false);
  const Expression sum = Expressions::arithmetic(
      '+', Expressions::apply({element}, result.name, {}), Expressions::apply({element}, "*p", {}));
  // Stays within the input: 16 steps of at most 64.
  Expression start = expressions_.index(input_count - 1024, 1, {});
  Expression trips = Expressions::apply({Element::i32}, "($0 & 15)", {value({Element::i32}, 1)});
  trips.bounded = true;
  const std::string step = random_.chance(50) ? number(random_.pick({1U, 1U, 2U, 3U, 16U, 64U}))
                                              : "(" + surroundings_.bounded.front().name + " & 31)";
  return {"{\n  global const " + name(element) + " *p = " + in +
              " + $0;\n  for (int k = $1; k > 0; --k) {\n    " + result.name + " = " + print(sum) +
              ";\n    p += " + step + ";\n  }\n}",
          {std::move(start), std::move(trips)},
          {},
          false};
}

/// A custom atomic operation by compare-and-exchange.
Statement Statements::exchange_loop(const Flow &flow) {
  for (const AtomicBuffer &buffer : surroundings_.atomics) {
    if (buffer.operation != "add" || size_of(buffer.element) != 4) {
      continue;
    }
    Expression at = expressions_.index(atomic_count, 1, {});
    return {"{\n  volatile global uint *p = (volatile global uint *)&" + buffer.name +
                "[$0];\n  uint amount = $1;\n  uint old;\n  do {\n    old = *p;\n  } while "
                "(atomic_cmpxchg(p, old, old + amount) != old);\n}",
            {std::move(at), value({Element::u32}, 1)},
            {},
            false};
  }
  return atomic(flow);
}

/// Every work-item draws a number; the assignment is unspecified, the sum is not.
Statement Statements::tickets(const Flow &) {
  const std::string tickets = surroundings_.new_name("tickets");
  Parameter parameter;
  parameter.declaration = "global uint *" + tickets;
  parameter.argument = {ArgumentKind::buffer, Element::u32, 4, Content::fill, 0};
  surroundings_.program.parameters.push_back(parameter);
  return {"if ($0) {\n  uint ticket = atomic_inc(&" + tickets + "[0]);\n  atomic_xor(&" + tickets +
              "[1], ticket * 2654435761u);\n  atomic_add(&" + tickets +
              "[2], ticket);\n  atomic_max(&" + tickets + "[3], ticket);\n}",
          {expressions_.condition(1, {})},
          {},
          false};
}

/// A loop with two entries (irreducible control flow).
Statement Statements::irreducible(const Flow &) {
  const Variable result = target({Element::u32}, false);
  const std::string label = surroundings_.new_name("label");
  return {"{\n  uint fuel = 0;\n  uint mixed = $0;\n  if (mixed & 1) goto " + label + "_b;\n" +
              label + "_a:\n  mixed = mixed * 3 + 1;\n" + label +
              "_b:\n  mixed ^= mixed >> 3;\n  if (++fuel < 10 && (mixed & 6)) goto " + label +
              "_a;\n  if (fuel < 12 && (mixed & 8)) {\n    ++fuel;\n    goto " + label +
              "_b;\n  }\n  " + result.name + " = mixed + fuel;\n}",
          {value({Element::u32}, 2)},
          {},
          false};
}

/// A function with an early exit from a loop.
Statement Statements::helper_call(const Flow &) {
  const std::string function = surroundings_.new_name("helper");
  const Element element = random_integer();
  const std::string type = name(element);
  const std::string steps = number(random_.between(3, 20));
  surroundings_.program.program_scope.push_back(
      {type + " " + function + "(" + type + " a, " + type + " b) {\n  for (int i = 0; i < " +
           steps + "; ++i) {\n    if (((a ^ b) & " + number(random_.pick({1U, 3U, 7U})) +
           ") == 0) return (" + type + ")(a + (" + type + ")i);\n    a = (" + type +
           ")((ulong)a * 5 + 3);\n    b = (" + type + ")((b >> 1) + i);\n  }\n  return b;\n}",
       {},
       {},
       false});
  // a + i must not overflow if the type is signed.
  if (is_signed(element)) {
    std::string &text = surroundings_.program.program_scope.back().text;
    const std::string sum = "(a + (" + type + ")i)";
    text.replace(text.find(sum), sum.size(), "((ulong)a + (ulong)i)");
    const std::string halved = "((b >> 1) + i)";
    text.replace(text.find(halved), halved.size(), "((ulong)(b >> 1) + (ulong)i)");
  }
  const Variable result = target({element}, false);
  return {result.name + " = " + function + "($0, $1);",
          {value({element}, 1), value({element}, 1)},
          {},
          false};
}

/// One work-item stores for its group.
Statement Statements::group_store(const Flow &flow) {
  if (flow.in_uniform_loop && random_.chance(50)) {
    return own_store(flow);
  }
  surroundings_.program.groups_matter = true;
  const std::string buffer = surroundings_.new_name("by_group");
  Parameter parameter;
  parameter.declaration = "global uint *" + buffer;
  parameter.argument = {ArgumentKind::buffer, Element::u32, item_limit, Content::fill, 0};
  surroundings_.program.parameters.push_back(parameter);
  const char *const who = random_.pick({"lid == 0", "lid == lsize - 1", "lid == lsize / 2"});
  return {"if (" + std::string(who) + ") {\n  " + buffer +
              "[(get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + "
              "get_group_id(0)] = $0;\n}",
          {value({Element::u32}, 2)},
          {},
          false};
}

/// Some work-items store the same value to the same address.
Statement Statements::flag(const Flow &) {
  const std::string buffer = surroundings_.new_name("flags");
  Parameter parameter;
  parameter.declaration = "global int *" + buffer;
  parameter.argument = {ArgumentKind::buffer, Element::i32, 16, Content::fill, 0};
  surroundings_.program.parameters.push_back(parameter);
  const std::string value = number(random_.between(1, 9));
  return {"if ($0) " + buffer + "[" + number(random_.below(16)) + "] = " + value + ";",
          {expressions_.condition(2, {})},
          {},
          false};
}

/// Through a pointer to the work-item's own element, in a loop.
Statement Statements::own_pointer(const Flow &) {
  const OwnBuffer buffer = random_.pick(surroundings_.own_buffers);
  const std::string type = name(buffer.element);
  const std::string step = buffer.interleaved ? "1" : number(item_limit);
  const std::string first =
      buffer.interleaved ? buffer.place + " * " + number(buffer.per_item) : buffer.place;
  Expression sum =
      Expressions::arithmetic('+', Expressions::apply({buffer.element}, "*p", {}),
                              Expressions::apply({buffer.element}, "(" + type + ")k", {}));
  if (is_float(buffer.element)) {
    sum = expressions_.canonical(std::move(sum));
  }
  Expression end = expressions_.index(buffer.per_item, 1, {});
  return {"{\n  global " + type + " *p = " + buffer.name + " + " + first +
              ";\n  for (int k = 0; k <= $0; ++k) {\n    *p = " + print(sum) +
              ";\n    p += " + step + ";\n  }\n}",
          {std::move(end)},
          {},
          false};
}

/// Booleans in memory.
Statement Statements::truth_values(const Flow &) {
  const Variable result = target({Element::i32}, false);
  const std::string bits = number(random_.between(2, 6));
  return {"{\n  bool seen[8] = {false};\n  bool odd = $0;\n  for (int k = 0; k < " + bits +
              "; ++k) {\n    seen[($1 + k) & 7] = odd;\n    if ($2) odd = !odd;\n  }\n  " +
              result.name + " = odd * 2 + seen[$3];\n}",
          {expressions_.condition(1, {}), expressions_.index(8, 1, {}),
           expressions_.condition(1, {}), expressions_.index(8, 1, {})},
          {},
          false};
}

/// A function with a pointer of unknown address space.
Statement Statements::generic_pointer(const Flow &flow) {
  const InputBuffer *input = input_of(Element::i32);
  if (surroundings_.language_version < 20 || input == nullptr) {
    return helper_call(flow);
  }
  const std::string in = input->name;
  const std::string function = surroundings_.new_name("sum_at");
  surroundings_.program.program_scope.push_back(
      {"uint " + function +
           "(const int *p, uint count) {\n  uint sum = 0;\n  for (uint i = 0; i < "
           "count; ++i) sum = sum * 3 + (uint)p[i];\n  return sum;\n}",
       {},
       {},
       false});
  const Variable result = target({Element::u32}, false);
  return {
      "{\n  int own[8];\n  for (int i = 0; i < 8; ++i) own[i] = $0;\n  const int *p = own;\n"
      "  if ($1) p = " +
          in + " + $2;\n  " + result.name + " ^= " + function + "(p, ($3 & 7));\n}",
      {value({Element::i32}, 1), expressions_.condition(1, {}),
       expressions_.index(input_count - 8, 1, {}), value({Element::u32}, 1)},
      {},
      false};
}

/// Structures by value: memory copies.
Statement Statements::record_copy(const Flow &) {
  const std::string type = surroundings_.new_name("Pair");
  surroundings_.program.program_scope.push_back(
      {"typedef struct {\n  int first[3];\n  float second;\n  uchar third;\n} " + type + ";",
       {},
       {},
       false});
  const Variable integer = target({Element::i32}, false);
  const Variable real = target({Element::f32}, false);
  return {"{\n  " + type +
              " pairs[4] = {{{0}}};\n  pairs[$0].first[1] = $1;\n  pairs[$2].second = "
              "$3;\n  " +
              type +
              " taken = pairs[$4];\n  pairs[1] = taken;\n  taken.third += 3;\n  if ($5) taken "
              "= pairs[2];\n  " +
              integer.name + " = taken.first[1] + taken.third;\n  " + real.name +
              " = taken.second;\n}",
          {expressions_.index(4, 1, {}), value({Element::i16}, 1), expressions_.index(4, 1, {}),
           value({Element::f32}, 1), expressions_.index(4, 1, {}), expressions_.condition(1, {})},
          {},
          false};
}

}  // namespace mux::random_kernels
