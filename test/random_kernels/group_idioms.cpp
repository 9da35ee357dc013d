// Common operations of work-groups: reductions and scans over local memory in usual forms,
// histograms, tiles, neighbors. Each operation and each step is enclosed in barriers. Sums are of
// unsigned numbers, or of floats, which may overflow.

#include <utility>

#include "statements.h"

namespace mux::random_kernels {
Statement Statements::group_idiom(const Flow &flow) {
  switch (random_.below(10)) {
    case 0:
      return interleaved_reduction(flow);
    case 1:
      return unrolled_reduction(flow);
    case 2:
      return in_place_scan(flow);
    case 3:
      return two_row_scan(flow);
    case 4:
      return sweep_scan(flow);
    case 5:
      return local_histogram(flow);
    case 6:
      return neighbors(flow);
    case 7:
      return rotation(flow);
    case 8:
      return tiles(flow);
    default:
      return partition(flow);
  }
}

Element Statements::random_summand() {
  return random_.pick({Element::u32, Element::u32, Element::f32, Element::u64, Element::f64});
}

/// Neighbors first; the active work-items are strided, or contiguous.
Statement Statements::interleaved_reduction(const Flow &flow) {
  const Element element = random_summand();
  const LocalArray array = local_array(element, group_limit);
  const Variable result = target({element}, flow.uniform && random_.chance(50));
  Expression given = expressions_.make({element}, 2, no_local_memory);
  const std::string &values = array.name;
  const std::string step = random_.chance(50)
                               ? "if (lid % (2 * stride) == 0 && lid + stride < lsize) " + values +
                                     "[lid] += " + values + "[lid + stride];\n  "
                               : "uint at = 2 * stride * lid;\n  if (at + stride < lsize) " +
                                     values + "[at] += " + values + "[at + stride];\n  ";
  return {barrier + values + "[lid] = $0;\n" + barrier +
              "for (uint stride = 1; stride < lsize; stride *= 2) {\n  " + step + barrier + "}\n" +
              result.name + " = " + values + "[0];\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

/// Unrolled, the largest stride first.
Statement Statements::unrolled_reduction(const Flow &flow) {
  const Element element = random_summand();
  const LocalArray array = local_array(element, group_limit);
  const Variable result = target({element}, flow.uniform && random_.chance(50));
  Expression given = expressions_.make({element}, 2, no_local_memory);
  const std::string &values = array.name;
  std::string steps;
  for (unsigned stride = random_.pick({128U, 64U, 32U, 8U}); stride > 0; stride /= 2) {
    const std::string distance = std::to_string(stride);
    steps += "if (lid < " + distance + " && lid + " + distance + " < lsize) " + values +
             "[lid] += " + values + "[lid + " + distance + "];\n" + barrier;
  }
  return {barrier + values + "[lid] = $0;\n" + barrier + steps + result.name + " = " + values +
              "[0];\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

/// Read, barrier, write.
Statement Statements::in_place_scan(const Flow &) {
  const Element element = random_summand();
  const LocalArray array = local_array(element, group_limit);
  const Variable result = target({element}, false);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  const std::string &values = array.name;
  const std::string limit = random_.pick({"lsize", "lsize", "256", "16"});
  const std::string type = name(element);
  const std::string other =
      random_.chance(50)
          ? type + " other = lid >= step ? " + values + "[lid - step] : 0;\n  "
          : type + " other = 0;\n  if (lid >= step) other = " + values + "[lid - step];\n  ";
  return {barrier + values + "[lid] = $0;\n" + barrier + "for (uint step = 1; step < " + limit +
              "; step <<= 1) {\n  " + other + barrier + "  " + values + "[lid] += other;\n  " +
              barrier + "}\n" + result.name + " = " + values +
              (random_.chance(30) ? "[lid] - " + values + "[0]" : "[lid]") +
              ";\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

/// Alternates between two rows.
Statement Statements::two_row_scan(const Flow &) {
  const Element element = random_summand();
  const std::string rows = surroundings_.new_name("rows");
  const std::string type = name(element);
  declare("local " + type + " " + rows + "[2][256];");
  fill_local("256", rows + "[0][i] = 1;\n  " + rows + "[1][i] = 2;");
  const Variable result = target({element}, false);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  return {
      barrier + rows + "[0][lid] = $0;\n" + barrier +
          "{\n  int from = 0;\n  for (uint step = 1; step < lsize; step *= 2) {\n    if (lid >= "
          "step) {\n      " +
          rows + "[1 - from][lid] = " + rows + "[from][lid] + " + rows +
          "[from][lid - step];\n    } else {\n      " + rows + "[1 - from][lid] = " + rows +
          "[from][lid];\n    }\n    from = 1 - from;\n    " + barrier + "  }\n  " + result.name +
          " = " + rows + "[from][lid];\n}\nbarrier(CLK_LOCAL_MEM_FENCE);",
      {std::move(given)},
      {},
      false};
}

/// Up-sweep and down-sweep of a tree.
Statement Statements::sweep_scan(const Flow &) {
  const Element element = random_summand();
  const LocalArray array = local_array(element, group_limit);
  const Variable result = target({element}, false);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  const std::string &values = array.name;
  const std::string size = std::to_string(random_.pick({16U, 64U, 256U}));
  const std::string type = name(element);
  return {barrier + values + "[lid] = $0;\n" + barrier + "for (uint step = 1; step < " + size +
              "; step <<= 1) {\n  uint at = (lid + 1) * step * 2 - 1;\n  if (at < " + size + ") " +
              values + "[at] += " + values + "[at - step];\n  " + barrier + "}\nif (lid == 0) " +
              values + "[" + size + " - 1] = 0;\n" + barrier + "for (uint step = " + size +
              " / 2; step > 0; step >>= 1) {\n  uint at = (lid + 1) * step * 2 - 1;\n  if (at < " +
              size + ") {\n    " + type + " left = " + values + "[at - step];\n    " + values +
              "[at - step] = " + values + "[at];\n    " + values + "[at] += left;\n  }\n  " +
              barrier + "}\n" + result.name + " = " + values +
              "[lid];\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

/// Cleared, updated and read by the whole group.
Statement Statements::local_histogram(const Flow &) {
  const std::string bins = surroundings_.new_name("bins");
  const unsigned count = random_.pick({8U, 32U, 64U, 100U});
  const std::string size = std::to_string(count);
  declare("local uint " + bins + "[" + size + "];");
  fill_local(size, bins + "[i] = i;");
  const Variable result = target({Element::u32}, false);
  Expression where = expressions_.index(count, 2, no_local_memory);
  Expression again = expressions_.index(count, 1, no_local_memory);
  const std::string all = "for (uint i = lid; i < " + size + "; i += lsize) ";
  const std::string counted = random_.pick({"atomic_inc(&", "atomic_add(&"});
  const std::string amount = counted == "atomic_inc(&" ? ");\n" : ", lid + 1);\n";
  return {barrier + all + bins + "[i] = 0;\n" + barrier + counted + bins + "[$0]" + amount +
              counted + bins + "[$1]" + amount + barrier + all + result.name + " = " + result.name +
              " * 3 + " + bins + "[i];\n" + "barrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(where), std::move(again)},
          {},
          false};
}

/// A row with one extra element at each end.
Statement Statements::neighbors(const Flow &) {
  const Element element = random_summand();
  const std::string row = surroundings_.new_name("row");
  const std::string type = name(element);
  declare("local " + type + " " + row + "[258];");
  fill_local("258", row + "[i] = 3;");
  const Variable result = target({element}, false);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  Expression first = expressions_.make({element}, 1, no_local_memory);
  Expression last = expressions_.make({element}, 1, no_local_memory);
  return {barrier + row + "[lid + 1] = $0;\nif (lid == 0) " + row +
              "[0] = $1;\nif (lid == lsize - 1) " + row + "[lsize + 1] = $2;\n" + barrier +
              result.name + " = " + row + "[lid] + " + row + "[lid + 1] + " + row +
              "[lid + 2];\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given), std::move(first), std::move(last)},
          {},
          false};
}

/// Rotates values.
Statement Statements::rotation(const Flow &) {
  const Element element = random_summand();
  const LocalArray array = local_array(element, group_limit);
  const Variable result = target({element}, false);
  Expression given = expressions_.make({element}, 2, no_local_memory);
  const std::string &values = array.name;
  const std::string type = name(element);
  const std::string rounds = std::to_string(random_.pick({1U, 2U, 3U, 8U}));
  const std::string from =
      random_.pick({"(lid + 1) % lsize", "lsize - 1 - lid", "(lid + lsize / 2) % lsize",
                    "lid == 0 ? lsize - 1 : lid - 1"});
  return {barrier + values + "[lid] = $0;\n" + barrier + "for (int round = 0; round < " + rounds +
              "; ++round) {\n  " + type + " taken = " + values + "[" + from + "];\n  " + barrier +
              "  " + values + "[lid] = taken + (" + type + ")round;\n  " + barrier + "}\n" +
              result.name + " = " + values + "[lid];\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

/// Every work-item reads all that the group has loaded.
Statement Statements::tiles(const Flow &flow) {
  const Element element = random_.pick({Element::u32, Element::f32, Element::u32, Element::u8});
  const InputBuffer *input = input_of(element);
  if (input == nullptr) {
    return in_place_scan(flow);
  }
  const std::string in = input->name;
  const LocalArray array = local_array(element, group_limit);
  const Element sum_element = is_float(element) ? element : Element::u32;
  const Variable sum = target({sum_element}, false);
  const std::string count = std::to_string(random_.between(1, 3));
  const std::string &tile = array.name;
  const std::string at = random_.pick({"k", "(lid + k) % lsize", "lid ^ k", "k * 16 + (lid & 15)"});
  Expression start = expressions_.index(1024, 1, {true, false});
  Expression factor = expressions_.make({sum_element}, 1, no_local_memory);
  return {barrier + "{\n  " + name(sum_element) + " factor = $1;\n  for (uint t = 0; t < " + count +
              "; ++t) {\n    " + tile + "[lid] = " + in + "[$0 + t * 1024 + lid];\n    " + barrier +
              "    for (uint k = 0; k < 16; ++k) " + sum.name + " += " + tile + "[" + at +
              "] * factor;\n    " + barrier + "  }\n}",
          {std::move(start), std::move(factor)},
          {},
          false};
}

/// Stable partition by a bit.
Statement Statements::partition(const Flow &flow) {
  if (returned_) {
    // Some elements would be skipped, and others overwritten.
    return in_place_scan(flow);
  }
  const LocalArray counts = local_array(Element::u32, group_limit);
  const std::string sorted = surroundings_.new_name("sorted");
  declare("local uint " + sorted + "[256];");
  fill_local("256", sorted + "[i] = i;");
  const Variable result = target({Element::u32}, false);
  Expression given = expressions_.make({Element::u32}, 2, no_local_memory);
  const std::string bit = std::to_string(random_.below(5));
  const std::string &before = counts.name;
  return {barrier + "{\n  uint key = $0;\n  uint bit = key >> " + bit + " & 1;\n  " + before +
              "[lid] = 1 - bit;\n  " + barrier +
              "  for (uint step = 1; step < lsize; step <<= 1) {\n    uint other = lid >= step ? " +
              before + "[lid - step] : 0;\n    " + barrier + "    " + before +
              "[lid] += other;\n    " + barrier + "  }\n  uint zeros = " + before +
              "[lsize - 1];\n  uint place = bit ? zeros + lid - " + before + "[lid] : " + before +
              "[lid] - 1;\n  " + sorted + "[place] = key;\n  " + barrier + "  " + result.name +
              " = " + sorted + "[lid];\n}\nbarrier(CLK_LOCAL_MEM_FENCE);",
          {std::move(given)},
          {},
          false};
}

}  // namespace mux::random_kernels
