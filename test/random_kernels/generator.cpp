#include "generator.h"

#include <algorithm>
#include <utility>

#include "statements.h"
#include "surroundings.h"

namespace mux::random_kernels {
namespace {

class Generator {
 public:
  Generator(uint64_t seed, Size size)
      : surroundings_(seed), random_(surroundings_.random), is_small_(size == Size::small) {
    if (is_small_) {
      surroundings_.longest_block = 2;
      surroundings_.deepest_block = 2;
    }
  }

  Program run() {
    is_of_groups_ = random_.chance(25);
    choose_shape();
    choose_options();
    add_buffers();
    add_values();
    add_tables();
    declare_ids();
    declare_places();
    declare_variables();
    Statements statements(surroundings_);
    if (random_.chance(is_of_groups_ ? 5 : 20)) {
      surroundings_.program.body.push_back(statements.guard());
    }
    Block body = is_of_groups_ ? statements.group_block(is_small_ ? 1 : random_.between(1, 3))
                               : statements.block({}, random_.between(3, 9));
    Block last = statements.epilogue();
    Block &all = surroundings_.program.body;
    all.insert(all.end(), body.begin(), body.end());
    all.insert(all.end(), last.begin(), last.end());
    choose_ranges();
    return std::move(surroundings_.program);
  }

 private:
  void choose_shape() {
    static const std::vector<std::array<unsigned, 3>> shapes = {
        {1024, 1, 1}, {1024, 1, 1}, {1024, 1, 1}, {32, 32, 1}, {64, 16, 1}, {128, 8, 1},
        {16, 64, 1},  {16, 8, 8},   {8, 16, 8},   {32, 8, 4},  {256, 4, 1}};
    surroundings_.shape = random_.pick(shapes);
  }

  void choose_options() {
    surroundings_.language_version = random_.pick({12U, 20U, 30U, 30U, 30U});
    std::string &options = surroundings_.program.options;
    options = surroundings_.language_version == 12   ? "-cl-std=CL1.2"
              : surroundings_.language_version == 20 ? "-cl-std=CL2.0"
                                                     : "-cl-std=CL3.0";
    for (const char *option : {"-cl-strict-aliasing", "-cl-single-precision-constant",
                               "-cl-fp32-correctly-rounded-divide-sqrt", "-g"}) {
      if (random_.chance(10)) {
        options += std::string(" ") + option;
      }
    }
  }

  void add_parameter(const std::string &declaration, const Argument &argument) {
    surroundings_.program.parameters.push_back({declaration, argument});
  }

  void add_buffers() {
    const char *const restricted = random_.chance(40) ? "restrict " : "";
    Expressions expressions(surroundings_);
    for (unsigned i = random_.between(2, is_small_ ? 3 : 5); i > 0; --i) {
      const Element element = expressions.random_scalar().element;
      const bool constant = random_.chance(15);
      const unsigned count = constant ? item_limit : input_count;
      const std::string name = surroundings_.new_name("in");
      add_parameter((constant ? "constant " : "global const ") + random_kernels::name(element) +
                        " *" + restricted + name,
                    {ArgumentKind::buffer, element, count, Content::random, random_.next() >> 40});
      surroundings_.inputs.push_back({name, element, count});
    }
    if (random_.chance(60)) {
      surroundings_.permutation = surroundings_.new_name("order");
      add_parameter("global const int *" + std::string(restricted) + surroundings_.permutation,
                    {ArgumentKind::buffer, Element::i32, item_limit, Content::permutation,
                     random_.next() >> 40});
    }
    for (unsigned i = random_.between(1, is_small_ ? 2 : 3); i > 0; --i) {
      const Element element = expressions.random_scalar().element;
      const unsigned per_item = random_.pick({1U, 1U, 1U, 2U, 4U, 4U, 8U, 16U});
      const std::string name = surroundings_.new_name("out");
      add_parameter("global " + random_kernels::name(element) + " *" + restricted + name,
                    {ArgumentKind::buffer, element, size_t{item_limit} * per_item, Content::random,
                     random_.next() >> 40});
      surroundings_.own_buffers.push_back(
          {name, element, per_item, per_item == 1 || random_.chance(70), {}});
    }
    for (unsigned i = random_.below(3); i > 0; --i) {
      const Element element =
          random_.pick({Element::i32, Element::u32, Element::i32, Element::u64, Element::i64});
      const std::string operation = random_.pick({"add", "add", "or", "xor", "and", "min", "max"});
      const std::string name = surroundings_.new_name("atomics");
      add_parameter(
          "global " + random_kernels::name(element) + " *" + name,
          {ArgumentKind::buffer, element, atomic_count, Content::random, random_.next() >> 40});
      surroundings_.atomics.push_back({name, element, operation});
    }
  }

  void add_values() {
    Expressions expressions(surroundings_);
    for (unsigned i = random_.between(1, 3); i > 0; --i) {
      const Element element = expressions.random_scalar().element;
      const std::string name = surroundings_.new_name("value");
      uint64_t bits = random_.below(40);
      if (element == Element::f32) {
        bits = 0x3fc00000;
      } else if (element == Element::f64) {
        bits = 0x400c000000000000;
      }
      add_parameter(random_kernels::name(element) + " " + name,
                    {ArgumentKind::value, element, 1, Content::random, bits});
      surroundings_.variables.push_back({name, {element}, true, false});
    }
  }

  void add_tables() {
    if (!random_.chance(25)) {
      return;
    }
    const std::string name = surroundings_.new_name("table");
    std::string values;
    for (unsigned i = 0; i < 64; ++i) {
      values += (i == 0 ? "" : ", ") + number(random_.below(1000));
    }
    surroundings_.program.program_scope.push_back(
        {"constant int " + name + "[64] = {" + values + "};", {}, {}, false});
    surroundings_.inputs.push_back({name, Element::i32, 64});
  }

  void declare(const std::string &text) {
    surroundings_.program.body.push_back({text, {}, {}, false});
  }

  /// A constant value of at most `largest`.
  void declare_bounded(const std::string &name, const std::string &value, unsigned largest,
                       bool by_group = false) {
    const std::string type = random_.pick({"int", "int", "int", "uint", "size_t", "long"});
    declare((random_.chance(50) ? "const " : "") + type + " " + name + " = " + value + ";");
    surroundings_.bounded.push_back({name, largest, false, by_group});
    Element element{};
    if (find_element(type, element)) {
      surroundings_.variables.push_back({name, {element}, false, false});
    }
  }

  /// The number of the work-item, from its ids.
  std::string item_number() const {
    const std::string width = number(surroundings_.shape[0]);
    const std::string height = number(surroundings_.shape[1]);
    if (surroundings_.shape[1] == 1) {
      return "x";
    }
    if (surroundings_.shape[2] == 1) {
      return "y * " + width + " + x";
    }
    return "(z * " + height + " + y) * " + width + " + x";
  }

  void declare_ids() {
    const auto &shape = surroundings_.shape;
    // Ids of every range are below the shape, so numbers are unique.
    declare_bounded("x", "get_global_id(0)", shape[0] - 1);
    if (shape[1] > 1) {
      declare_bounded("y", "get_global_id(1)", shape[1] - 1);
    }
    if (shape[2] > 1) {
      declare_bounded("z", "get_global_id(2)", shape[2] - 1);
    }
    declare_bounded("item", item_number(), item_limit - 1);
    declare(
        "const uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * "
        "get_local_size(0) + get_local_id(0);");
    declare("const uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);");
    surroundings_.bounded.push_back({"lid", group_limit - 1, false, true});
    for (OwnBuffer &buffer : surroundings_.own_buffers) {
      buffer.place = own_place();
    }
  }

  /// A unique number of the work-item, below `item_limit`.
  std::string own_place() {
    if (random_.chance(40)) {
      return "item";
    }
    const std::string name = surroundings_.new_name("own");
    const std::string all = number(item_limit - 1);
    std::string value;
    switch (random_.below(8)) {
      case 0:
        value = all + " - item";
        break;
      case 1:
        value = "item ^ " + number(random_.pick({1U, 2U, 3U, 7U, 8U, 16U, 512U}));
        break;
      case 2:
        value = "item * " + number(2 * random_.below(20) + 1);
        value = "(" + value + " + " + number(random_.below(99)) + ") & " + all;
        break;
      case 3:
        // Neighbors in x are far apart in memory.
        value = "(item & 31) * 32 + (item >> 5)";
        break;
      case 4:
        value = "(item + " + number(random_.below(item_limit)) + ") % " + number(item_limit);
        break;
      case 5:
        value = "(int)item";
        break;
      default:
        value = surroundings_.permutation.empty() ? "item" : surroundings_.permutation + "[item]";
        break;
    }
    const std::string type = random_.pick({"int", "int", "uint", "size_t", "long", "ushort"});
    declare("const " + type + " " + name + " = " + value + ";");
    surroundings_.bounded.push_back({name, item_limit - 1, false, false});
    return name;
  }

  void declare_places() {
    for (unsigned i = is_of_groups_ ? 0 : random_.below(is_small_ ? 2 : 3); i > 0; --i) {
      Expressions expressions(surroundings_);
      const Type type = expressions.random_type();
      const unsigned count = random_.pick({2U, 4U, 8U, 16U, 64U});
      const std::string size = number(count);
      const std::string type_name = name(type);
      const std::string array = surroundings_.new_name("array");
      if (count <= 8 && random_.chance(30)) {
        const std::string other = surroundings_.new_name("array");
        declare(type_name + " " + array + "[" + size + "] = {" + zero_of(type) + "};");
        declare(type_name + " " + other + "[" + size + "] = {" + zero_of(type) + "};");
        surroundings_.places.push_back(
            {"($0 ? " + array + " : " + other + ")[$1]", type, {0, count}});
      } else if (random_.chance(50)) {
        declare(type_name + " " + array + "[" + size + "] = {" + zero_of(type) + "};");
      } else {
        declare(type_name + " " + array + "[" + size + "];\nfor (int i = 0; i < " + size +
                "; ++i) " + array + "[i] = (" + type_name + ")((" + name(type.element) +
                ")(i + item));");
      }
      surroundings_.places.push_back({array + "[$0]", type, {count}});
    }
    if (random_.chance(20)) {
      declare_records();
    }
  }

  void declare_records() {
    surroundings_.program.program_scope.push_back(
        {"typedef struct {\n  int a;\n  float b;\n  short c[4];\n  uchar d;\n  long4 e;\n} Record;",
         {},
         {},
         false});
    const std::string records = surroundings_.new_name("records");
    declare("Record " + records + "[4] = {{0}};");
    surroundings_.places.push_back({records + "[$0].a", {Element::i32}, {4}});
    surroundings_.places.push_back({records + "[$0].b", {Element::f32}, {4}});
    surroundings_.places.push_back({records + "[$0].c[$1]", {Element::i16}, {4, 4}});
    surroundings_.places.push_back({records + "[2].d", {Element::u8}, {}});
    surroundings_.places.push_back({records + "[$0].e", {Element::i64, 4}, {4}});
  }

  void declare_variables() {
    for (unsigned i = is_of_groups_ || is_small_ ? 1 : random_.between(3, 7); i > 0; --i) {
      Expressions expressions(surroundings_);
      const bool uniform = random_.chance(25);
      const Type type = expressions.random_type();
      Expression value = expressions.make(type, random_.below(3), {uniform, true});
      const std::string variable = surroundings_.new_name(uniform ? "u" : "v");
      surroundings_.program.body.push_back(
          {name(type) + " " + variable + " = $0;", {std::move(value)}, {}, false});
      surroundings_.variables.push_back({variable, type, uniform, true});
    }
  }

  Range random_range() {
    Range range;
    const auto &shape = surroundings_.shape;
    const size_t used = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
    range.dimensions = random_.chance(80) ? used : random_.between(1, 3);
    unsigned room = group_limit;
    for (size_t dimension = 0; dimension < range.dimensions; ++dimension) {
      const unsigned extent = shape[dimension];
      const unsigned offset = random_.chance(25) ? random_.below(extent) : 0;
      const unsigned local =
          std::min(room, random_.pick({1U, 2U, 3U, 4U, 5U, 7U, 8U, 13U, 16U, 17U, 31U, 32U, 33U,
                                       64U, 64U, 100U, 128U, 255U, 256U}));
      unsigned global = random_.between(1, std::min(extent - offset, 300U));
      if (random_.chance(50) && local <= extent - offset) {
        global = std::max(global / local, 1U) * local;
      }
      range.offset[dimension] = offset;
      range.local[dimension] = local;
      range.global[dimension] = global;
      room /= local;
    }
    return range;
  }

  /// Full groups without offset, of a size that code is specialized for.
  Range range_of_groups() {
    Range range;
    const auto &shape = surroundings_.shape;
    range.dimensions = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
    unsigned room = group_limit;
    for (size_t dimension = 0; dimension < range.dimensions; ++dimension) {
      const unsigned local = std::min(
          {room, shape[dimension], random_.pick({4U, 8U, 16U, 16U, 32U, 64U, 128U, 256U, 24U})});
      range.local[dimension] = local;
      range.global[dimension] = random_.between(1, std::min(shape[dimension] / local, 4U)) * local;
      room /= local;
    }
    return range;
  }

  /// Full tiny groups, which may be joined.
  Range range_of_tiny_groups() {
    Range range;
    const auto &shape = surroundings_.shape;
    range.dimensions = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
    const bool is_one = random_.chance(50);
    for (size_t dimension = 0; dimension < range.dimensions; ++dimension) {
      const unsigned local =
          is_one ? 1 : std::min(shape[dimension], random_.pick({1U, 2U, 2U, 4U}));
      range.local[dimension] = local;
      range.global[dimension] =
          random_.between(1, std::min(shape[dimension] / local, 100U)) * local;
    }
    return range;
  }

  Range any_range() {
    if (random_.chance(15)) {
      return range_of_tiny_groups();
    }
    return is_of_groups_ && random_.chance(80) ? range_of_groups() : random_range();
  }

  void choose_ranges() {
    std::vector<Range> &ranges = surroundings_.program.ranges;
    for (unsigned i = random_.between(2, is_small_ ? 2 : 3); i > 0; --i) {
      ranges.push_back(any_range());
    }
    if (random_.chance(is_of_groups_ ? 40 : 10)) {
      const size_t *local = ranges[0].local;
      for (size_t i = 1; i < ranges.size(); ++i) {
        Range &range = ranges[i];
        range = ranges[0];
        for (size_t dimension = 0; dimension < range.dimensions; ++dimension) {
          const size_t most = surroundings_.shape[dimension] - range.offset[dimension];
          range.global[dimension] = random_.between(1, static_cast<unsigned>(most));
        }
      }
      surroundings_.program.attributes = "__attribute__((reqd_work_group_size(" + number(local[0]) +
                                         ", " + number(local[1]) + ", " + number(local[2]) +
                                         ")))\n";
      // It cannot also be run with work-groups of one work-item.
      surroundings_.program.groups_matter = true;
    }
  }

  Surroundings surroundings_;
  Random &random_;
  bool is_small_;
  /// A kernel with work-group operations.
  bool is_of_groups_ = false;
};

}  // namespace

Program generate(uint64_t seed, Size size) {
  return Generator(seed, size).run();
}

}  // namespace mux::random_kernels
