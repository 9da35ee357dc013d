// Statements of whole work-groups: barriers, collectives, sub-groups. Statements that write local
// memory are enclosed in barriers.

#include <utility>

#include "statements.h"

namespace mux::random_kernels {
Statement Statements::group_statement(const Flow &flow) {
  if (surroundings_.has_sub_groups() && random_.chance(12)) {
    return sub_group_operation(flow);
  }
  if (!flow.uniform || barriers_over_ || flow.passes > 20) {
    return random_.chance(50) ? own_store(flow) : assignment(flow);
  }
  surroundings_.program.groups_matter = true;
  switch (random_.below(20)) {
    case 0:
      return tile_exchange(flow);
    case 1:
      return local_atomics(flow);
    case 2:
      return tree_reduction(flow);
    case 3:
      return scan(flow);
    case 4:
      return bitonic_sort(flow);
    case 5:
      return asynchronous_copy(flow);
    case 6:
    case 7:
    case 8:
      return collective(flow);
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
      return exchange(flow);
    default:
      return group_idiom(flow);
  }
}

Block Statements::group_block(unsigned length) {
  Block block;
  const Flow flow;
  for (unsigned i = std::min(length, surroundings_.longest_block); i > 0; --i) {
    block.push_back(random_.chance(75)   ? group_statement(flow)
                    : random_.chance(50) ? assignment(flow)
                                         : own_store(flow));
  }
  return block;
}

Statement Statements::exchange(const Flow &) {
  const Element element = expressions_.random_scalar().element;
  const LocalArray array = local_array(element, group_limit);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  const Variable taker = target({element}, false);
  Expression from;
  switch (random_.below(5)) {
    case 0:
      from = {{Element::i32},
              "(lid ^ " + std::to_string(random_.pick({1U, 2U, 4U, 16U})) + ")",
              {},
              true};
      break;
    case 1:
      from = {{Element::i32},
              "(lid + " + std::to_string(random_.between(1, 20)) + ") % lsize",
              {},
              true};
      break;
    case 2:
      from = {{Element::i32}, "(lsize - 1 - lid)", {}, true};
      break;
    default:
      from = expressions_.index(group_limit, 2, no_local_memory);
      break;
  }
  return {
      barrier + array.name + "[lid] = $0;\n" + barrier + taker.name + " = " + array.name + "[$1];",
      {std::move(given), std::move(from)},
      {},
      false};
}

Statement Statements::tile_exchange(const Flow &) {
  const Element element = expressions_.random_scalar().element;
  const std::string tile = surroundings_.new_name("tile");
  const unsigned pitch = random_.pick({16U, 17U, 20U});
  const std::string type = name(element);
  declare("local " + type + " " + tile + "[16][" + std::to_string(pitch) + "];");
  fill_local("256", tile + "[i >> 4][i & 15] = (" + type + ")(i);");
  const Variable taker = target({element}, false);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  return {barrier + tile + "[lid >> 4][lid & 15] = $0;\n" + barrier + taker.name + " = " + tile +
              "[lid & 15][lid >> 4];\n" + "barrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

Statement Statements::local_atomics(const Flow &) {
  const Element element = random_.pick({Element::i32, Element::u32});
  const LocalArray array = local_array(element, 64);
  const std::string operation = random_.pick({"add", "or", "xor", "and", "min", "max"});
  const Variable taker = target({element}, false);
  std::vector<Expression> expressions{
      expressions_.condition(1, no_local_memory), expressions_.index(64, 2, no_local_memory),
      expressions_.make({element}, 2, no_local_memory), expressions_.index(64, 1, no_local_memory)};
  const std::string times = std::to_string(random_.between(1, 3));
  return {barrier + "for (int i = 0; i < " + times + "; ++i) {\n  if ($0) atomic_" + operation +
              "(&" + array.name + "[$1], $2);\n}\n" + barrier + taker.name + " = " + array.name +
              "[$3];\nbarrier(CLK_LOCAL_MEM_FENCE);",
          std::move(expressions),
          {},
          false};
}

Statement Statements::tree_reduction(const Flow &flow) {
  const Element element = random_.pick({Element::u32, Element::f32, Element::i64, Element::u64});
  const LocalArray array = local_array(element, group_limit);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  const Variable result = target({element}, flow.uniform && random_.chance(50));
  const std::string &values = array.name;
  const std::string left = values + "[lid]";
  const std::string right = values + "[lid + stride]";
  const Expression sum = Expressions::arithmetic('+', Expressions::apply({element}, left, {}),
                                                 Expressions::apply({element}, right, {}));
  return {barrier + left + " = $0;\n" + barrier +
              "for (uint stride = 128; stride > 0; stride >>= 1) {\n  if (lid < stride && lid + "
              "stride < lsize) " +
              left + " = " + print(sum) + ";\n  " + barrier + "}\n" + result.name + " = " + values +
              "[0];\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

Statement Statements::scan(const Flow &) {
  const Element element = random_.pick({Element::u32, Element::u32, Element::f32, Element::u64});
  const LocalArray first = local_array(element, group_limit);
  const std::string second = surroundings_.new_name("other");
  const std::string type = name(element);
  declare("local " + type + " " + second + "[256];");
  fill_local("256", second + "[i] = 0;");
  const Variable result = target({element}, false);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  return {barrier + first.name + "[lid] = $0;\n" + barrier + "{\n  local " + type +
              " *from = " + first.name + ";\n  local " + type + " *to = " + second +
              ";\n  for (uint distance = 1; distance < lsize; distance <<= 1) {\n    to[lid] = lid "
              ">= distance ? from[lid] + from[lid - distance] : from[lid];\n    " +
              barrier + "    local " + type +
              " *swapped = from;\n    from = to;\n    to = swapped;\n  }\n  " + result.name +
              " = from[lid];\n}\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

Statement Statements::bitonic_sort(const Flow &) {
  const Element element = random_.pick({Element::i32, Element::u32, Element::u8, Element::i64});
  const LocalArray array = local_array(element, group_limit);
  const Variable result = target({element}, false);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  const std::string &values = array.name;
  const std::string type = name(element);
  const std::string largest = std::to_string(random_.pick({4U, 16U, 256U}));
  return {barrier + values + "[lid] = $0;\n" + barrier + "for (uint size = 2; size <= " + largest +
              "; size <<= 1) {\n  for (uint stride = size >> 1; stride > 0; stride >>= 1) {\n"
              "    uint other = lid ^ stride;\n    if (other > lid && other < lsize) {\n      " +
              type + " a = " + values + "[lid];\n      " + type + " b = " + values +
              "[other];\n      if ((a > b) == ((lid & size) == 0)) {\n        " + values +
              "[lid] = b;\n        " + values + "[other] = a;\n      }\n    }\n    " + barrier +
              "  }\n}\n" + result.name + " = " + values + "[lid];\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

Statement Statements::asynchronous_copy(const Flow &flow) {
  const Element element = expressions_.random_scalar().element;
  const InputBuffer *input = input_of(element);
  if (input == nullptr) {
    return exchange(flow);
  }
  const std::string source = input->name;
  const LocalArray array = local_array(element, group_limit);
  const Variable result = target({element}, false);
  const std::string length = std::to_string(random_.between(1, group_limit));
  const bool strided = random_.chance(30);
  const std::string copy = strided ? "async_work_group_strided_copy" : "async_work_group_copy";
  Expression start = expressions_.index(input_count - 4 * group_limit, 1, {true, false});
  Expression at = expressions_.index(group_limit, 1, no_local_memory);
  return {barrier + "{\n  event_t event = " + copy + "(" + array.name + ", " + source + " + $0, " +
              length + (strided ? ", 3" : "") + ", 0);\n  wait_group_events(1, &event);\n}\n" +
              barrier + result.name + " = " + array.name + "[$1];",
          {std::move(start), std::move(at)},
          {},
          false};
}

Statement Statements::collective(const Flow &flow) {
  if (!surroundings_.has_collectives()) {
    return exchange(flow);
  }
  const Element element =
      random_.pick({Element::i32, Element::u32, Element::i64, Element::u64, Element::i32});
  Expression given = expressions_.make({element}, 2, {});
  const std::string operation = random_.pick({"add", "min", "max"});
  switch (random_.below(5)) {
    case 0: {
      const Variable result = target({element}, flow.uniform);
      return {result.name + " = work_group_reduce_" + operation + "($0);",
              {std::move(given)},
              {},
              false};
    }
    case 1: {
      const Variable result = target({Element::i32}, flow.uniform);
      return {result.name + " = work_group_" + random_.pick({"any", "all"}) + "($0);",
              {expressions_.condition(1, {})},
              {},
              false};
    }
    case 2:
      // The source work-item must not have returned.
      if (!returned_) {
        const Variable result = target({element}, flow.uniform);
        Expression from = expressions_.make({Element::u32}, 1, {true, true});
        return {result.name +
                    " = work_group_broadcast($0, $1 % get_local_size(0), "
                    "get_local_size(1) - 1, 0);",
                {std::move(given), std::move(from)},
                {},
                false};
      }
      [[fallthrough]];
    default: {
      const Variable result = target({element}, false);
      const std::string kind = random_.pick({"inclusive_", "exclusive_"});
      return {result.name + " = work_group_scan_" + kind + operation + "($0);",
              {std::move(given)},
              {},
              false};
    }
  }
}

Statement Statements::sub_group_operation(const Flow &flow) {
  surroundings_.program.groups_matter = true;
  return flow.uniform && !returned_ && random_.chance(60) ? sub_group_identity(flow)
                                                          : sub_group_sum(flow);
}

/// Results that do not depend on the sub-group size.
Statement Statements::sub_group_identity(const Flow &) {
  const Variable same = target({Element::i32}, true);
  const Variable result = target({Element::i32}, false);
  const std::string &text = result.name;
  Expression uniform = expressions_.make({Element::i32}, 1, {true, true});
  Expression any = expressions_.make({Element::i32}, 2, {});
  switch (random_.below(12)) {
    case 0:
      return {same.name + " = sub_group_broadcast($0, 0);", {std::move(uniform)}, {}, false};
    case 1:
      return {
          same.name + " = sub_group_reduce_" + std::string(random_.pick({"min", "max"})) + "($0);",
          {std::move(uniform)},
          {},
          false};
    case 2:
      return {same.name + " = " + std::string(random_.pick({"sub_group_all", "sub_group_any"})) +
                  "($0);",
              {expressions_.condition(1, {true, true})},
              {},
              false};
    case 3:
      return {text + " += sub_group_scan_exclusive_add(1u) == get_sub_group_local_id();",
              {},
              {},
              false};
    case 4:
      return {text +
                  " ^= sub_group_reduce_max(get_sub_group_local_id()) + 1 == "
                  "get_sub_group_size();",
              {},
              {},
              false};
    case 5:
      return {text + " = sub_group_shuffle($0, get_sub_group_local_id());",
              {std::move(any)},
              {},
              false};
    case 6:
      return {"{\n  uint mirrored = get_sub_group_size() - 1 - get_sub_group_local_id();\n  " +
                  text + " = sub_group_shuffle(sub_group_shuffle($0, mirrored), mirrored);\n}",
              {std::move(any)},
              {},
              false};
    case 7:
      return {text +
                  " ^= sub_group_ballot_bit_count(sub_group_ballot(1)) == "
                  "get_sub_group_size();",
              {},
              {},
              false};
    case 8:
      return {"{\n  int truth = $0 & 1;\n  " + text +
                  " += sub_group_inverse_ballot(sub_group_ballot(truth)) == truth;\n}",
              {std::move(any)},
              {},
              false};
    case 9:
      return {"{\n  int own = $0;\n  " + text +
                  " = sub_group_scan_inclusive_max(own) >= own && sub_group_reduce_min(own) <= "
                  "own;\n}",
              {std::move(any)},
              {},
              false};
    case 10:
      return {text + " = sub_group_shuffle_xor($0, 0);", {std::move(any)}, {}, false};
    default:
      return {text +
                  " ^= get_sub_group_local_id() < get_sub_group_size() && "
                  "get_sub_group_size() <= get_max_sub_group_size();",
              {},
              {},
              false};
  }
}

/// The sum over all sub-groups does not depend on their sizes.
Statement Statements::sub_group_sum(const Flow &flow) {
  for (const AtomicBuffer &buffer : surroundings_.atomics) {
    if (buffer.operation != "add" && buffer.operation != "max" && buffer.operation != "min") {
      continue;
    }
    Expression given = value({buffer.element}, 2);
    const bool together = flow.uniform && !returned_;
    const std::string elected =
        random_.chance(50) && together ? "get_sub_group_local_id() == 0" : "sub_group_elect()";
    const std::string function =
        (together ? "sub_group_reduce_" : "sub_group_non_uniform_reduce_") + buffer.operation;
    const std::string prefix = size_of(buffer.element) == 8 ? "atom_" : "atomic_";
    return {"{\n  " + name(buffer.element) + " combined = " + function + "($0);\n  if (" + elected +
                ") " + prefix + buffer.operation + "(&" + buffer.name + "[" +
                std::to_string(random_.below(4)) + "], combined);\n}",
            {std::move(given)},
            {},
            false};
  }
  return own_store(flow);
}

}  // namespace mux::random_kernels
