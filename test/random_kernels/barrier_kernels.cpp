#include "barrier_kernels.h"

#include <array>
#include <cstring>
#include <optional>
#include <random>
#include <sstream>
#include <utility>

#include "contents.h"

namespace mux::random_kernels {
namespace {

constexpr size_t variable_count = 5;

struct WorkItem {
  uint32_t local_id = 0;
  uint32_t group_id = 0;
  uint32_t local_size = 0;
  std::array<uint32_t, variable_count> variables{};
  std::array<uint32_t, 4> array{};
};

using Group = std::vector<WorkItem>;

/// An expression of a single work-item.
struct Expression {
  enum Kind { constant, variable, local_id, group_id, element, binary, choice };
  Kind kind = constant;
  uint32_t value = 0;
  std::array<std::shared_ptr<const Expression>, 3> parts;

  uint32_t run(const WorkItem &item) const {
    switch (kind) {
      case constant:
        return value;
      case variable:
        return item.variables[value];
      case local_id:
        return item.local_id;
      case group_id:
        return item.group_id;
      case element:
        return item.array[parts[0]->run(item) % 4];
      case choice:
        return parts[0]->run(item) % 3 == 0 ? parts[1]->run(item) : parts[2]->run(item);
      case binary:
        break;
    }
    const uint32_t a = parts[0]->run(item);
    const uint32_t b = parts[1]->run(item);
    switch (value) {
      case 0:
        return a + b;
      case 1:
        return a - b;
      case 2:
        return a * b;
      case 3:
        return a ^ b;
      case 4:
        return a & b;
      case 5:
        return a >> (b % 32);
      case 6:
        return b == 0 ? a : a / b;
      default:
        return static_cast<uint32_t>(a < b);
    }
  }

  void write(std::ostream &out) const {
    switch (kind) {
      case constant:
        out << value << "u";
        return;
      case variable:
        out << "v" << value;
        return;
      case local_id:
        out << "l";
        return;
      case group_id:
        out << "g";
        return;
      case element:
        out << "a[(" << *parts[0] << ") % 4]";
        return;
      case choice:
        out << "((" << *parts[0] << ") % 3 == 0 ? (" << *parts[1] << ") : (" << *parts[2] << "))";
        return;
      case binary:
        break;
    }
    if (value == 5) {
      out << "((" << *parts[0] << ") >> ((" << *parts[1] << ") % 32))";
    } else if (value == 6) {
      out << "divide(" << *parts[0] << ", " << *parts[1] << ")";
    } else if (value == 7) {
      out << "(uint)((" << *parts[0] << ") < (" << *parts[1] << "))";
    } else {
      constexpr const char *operators[] = {"+", "-", "*", "^", "&"};
      out << "((" << *parts[0] << ") " << operators[value] << " (" << *parts[1] << "))";
    }
  }

  friend std::ostream &operator<<(std::ostream &out, const Expression &expression) {
    expression.write(out);
    return out;
  }
};

/// Counts the parts that can be removed, and removes one of them.
class Edit {
 public:
  explicit Edit(unsigned place) : left_(place) {}

  /// Whether this is the part; true at most once.
  bool is_here() {
    const bool here = !done_ && left_-- == 0;
    done_ |= here;
    return here;
  }
  bool is_done() const { return done_; }

 private:
  unsigned left_;
  bool done_ = false;
};

/// The expression with one of its parts replaced: by a constant, or by a subexpression.
std::shared_ptr<const Expression> edited(const std::shared_ptr<const Expression> &expression,
                                         Edit &edit) {
  for (const std::shared_ptr<const Expression> &part : expression->parts) {
    if (part != nullptr && edit.is_here()) {
      return part;
    }
  }
  if (expression->kind != Expression::constant && edit.is_here()) {
    auto zero = std::make_shared<Expression>();
    return zero;
  }
  for (size_t i = 0; i < expression->parts.size() && !edit.is_done(); ++i) {
    if (expression->parts[i] == nullptr) {
      continue;
    }
    auto part = edited(expression->parts[i], edit);
    if (edit.is_done()) {
      auto result = std::make_shared<Expression>(*expression);
      result->parts[i] = std::move(part);
      return result;
    }
  }
  return expression;
}

}  // namespace

/// A statement of a whole work-group.
struct BarrierKernel::Statement {
  enum Kind { assign, store, diverge, loop_of_own, exchange, repeat, branch, sum };
  Kind kind = assign;
  uint32_t target = 0;
  uint32_t count = 0;
  std::shared_ptr<const Expression> expression;
  std::vector<Statement> body;
  std::vector<Statement> other;

  static void run_all(const std::vector<Statement> &statements, Group &group) {
    for (const Statement &statement : statements) {
      statement.run(group);
    }
  }

  void run(Group &group) const {
    switch (kind) {
      case exchange: {
        std::vector<uint32_t> shared;
        for (const WorkItem &item : group) {
          shared.push_back(expression->run(item));
        }
        for (size_t i = 0; i < group.size(); ++i) {
          group[i].variables[target] = shared[(i + count) % group.size()];
        }
        return;
      }
      case sum: {
        uint32_t total = 0;
        for (const WorkItem &item : group) {
          total += expression->run(item);
        }
        for (WorkItem &item : group) {
          item.variables[target] = total;
        }
        return;
      }
      case repeat:
        for (uint32_t i = 0; i < count; ++i) {
          run_all(body, group);
        }
        return;
      case branch:
        run_all(group[0].group_id % 3 == count % 3 ? body : other, group);
        return;
      default:
        for (WorkItem &item : group) {
          run_one(item);
        }
    }
  }

  /// Statements without barriers, which may diverge.
  void run_one(WorkItem &item) const {
    switch (kind) {
      case assign:
        item.variables[target] = expression->run(item);
        return;
      case store:
        item.array[item.variables[target] % 4] = expression->run(item);
        return;
      case diverge: {
        const bool taken = expression->run(item) % 2 == 0;
        for (const Statement &statement : taken ? body : other) {
          statement.run_one(item);
        }
        return;
      }
      default: {
        const uint32_t rounds = expression->run(item) % (count + 1);
        for (uint32_t i = 0; i < rounds; ++i) {
          for (const Statement &statement : body) {
            statement.run_one(item);
          }
        }
      }
    }
  }

  static void write_all(const std::vector<Statement> &statements, std::ostream &out) {
    out << "{\n";
    for (const Statement &statement : statements) {
      statement.write(out);
    }
    out << "}\n";
  }

  void write(std::ostream &out) const {
    switch (kind) {
      case assign:
        out << "v" << target << " = " << *expression << ";\n";
        return;
      case store:
        out << "a[v" << target << " % 4] = " << *expression << ";\n";
        return;
      case diverge:
        out << "if ((" << *expression << ") % 2 == 0) ";
        write_all(body, out);
        out << "else ";
        write_all(other, out);
        return;
      case loop_of_own:
        out << "for (uint i = 0, end = (" << *expression << ") % " << count + 1
            << "; i < end; ++i) ";
        write_all(body, out);
        return;
      case exchange:
        out << "s[l] = " << *expression << ";\nbarrier(CLK_LOCAL_MEM_FENCE);\nv" << target
            << " = s[(l + " << count << ") % n];\nbarrier(CLK_LOCAL_MEM_FENCE);\n";
        return;
      case sum:
        out << "v" << target << " = sum_of(s, " << *expression << ");\n";
        return;
      case repeat:
        out << "for (uint i = 0; i < " << count << " + zero; ++i) ";
        write_all(body, out);
        return;
      case branch:
        out << "if (g % 3 == " << count % 3 << ") ";
        write_all(body, out);
        out << "else ";
        write_all(other, out);
    }
  }
};

namespace {

using Statement = BarrierKernel::Statement;

/// Removes a statement or part of it, or replaces it by its body.
void change(std::vector<Statement> &statements, Edit &edit) {
  for (size_t i = 0; i < statements.size() && !edit.is_done(); ++i) {
    const auto at = statements.begin() + static_cast<std::ptrdiff_t>(i);
    if (edit.is_here()) {
      statements.erase(at);
      return;
    }
    for (const auto inside : {&Statement::body, &Statement::other}) {
      if (!(statements[i].*inside).empty() && edit.is_here()) {
        const std::vector<Statement> content = statements[i].*inside;
        statements.insert(statements.erase(at), content.begin(), content.end());
        return;
      }
    }
    statements[i].expression = edited(statements[i].expression, edit);
    change(statements[i].body, edit);
    change(statements[i].other, edit);
  }
}

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  std::vector<Statement> statements(int depth, bool uniform) {
    std::vector<Statement> result(1 + pick(4));
    for (Statement &statement : result) {
      statement = this->statement(depth, uniform);
    }
    return result;
  }

 private:
  uint32_t pick(uint32_t count) { return static_cast<uint32_t>(random_() % count); }

  std::shared_ptr<const Expression> expression(int depth) {
    auto result = std::make_shared<Expression>();
    result->kind = static_cast<Expression::Kind>(pick(depth > 0 ? 7 : 4));
    switch (result->kind) {
      case Expression::constant:
        result->value = pick(2) == 0 ? pick(10) : static_cast<uint32_t>(random_());
        break;
      case Expression::variable:
        result->value = pick(variable_count);
        break;
      case Expression::binary:
        result->value = pick(8);
        break;
      default:
        break;
    }
    const int parts = result->kind == Expression::element  ? 1
                      : result->kind == Expression::binary ? 2
                      : result->kind == Expression::choice ? 3
                                                           : 0;
    for (int i = 0; i < parts; ++i) {
      result->parts[i] = expression(depth - 1);
    }
    return result;
  }

  Statement statement(int depth, bool uniform) {
    constexpr Statement::Kind divergent[] = {Statement::assign, Statement::store, Statement::assign,
                                             Statement::diverge, Statement::loop_of_own};
    constexpr Statement::Kind any[] = {
        Statement::assign,   Statement::store,  Statement::diverge,
        Statement::exchange, Statement::sum,    Statement::exchange,
        Statement::repeat,   Statement::branch, Statement::loop_of_own};
    Statement result;
    if (uniform) {
      result.kind = any[pick(depth > 0 ? std::size(any) : 6)];
    } else {
      result.kind = divergent[pick(depth > 0 ? std::size(divergent) : 3)];
    }
    if (depth <= 0 && result.kind == Statement::diverge) {
      result.kind = Statement::assign;
    }
    result.target = pick(variable_count);
    result.count = 1 + pick(4);
    result.expression = expression(3);
    if (result.kind == Statement::repeat || result.kind == Statement::branch) {
      result.body = statements(depth - 1, true);
      result.other = statements(depth - 1, true);
    } else if (result.kind == Statement::diverge || result.kind == Statement::loop_of_own) {
      result.body = statements(depth - 1, false);
      result.other = statements(depth - 1, false);
    }
    return result;
  }

  std::mt19937 random_;
};

}  // namespace

BarrierKernel::BarrierKernel(uint32_t seed, int depth)
    : seed_(seed),
      statements_(
          std::make_shared<const std::vector<Statement>>(Generator(seed).statements(depth, true))) {
}

/// The array of a work-item is in private or global memory.
std::string BarrierKernel::source() const {
  const bool global_array = seed_ % 2 == 0;
  std::ostringstream out;
  out << "uint divide(uint a, uint b) { return b == 0 ? a : a / b; }\n"
         "uint sum_of(local uint *s, uint mine) {\n"
         "  uint l = get_local_id(0), n = get_local_size(0), total = 0;\n"
         "  s[l] = mine;\n"
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  for (uint i = 0; i < n; ++i) total += s[i];\n"
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  return total;\n"
         "}\n"
         "kernel void test(global const uint *in, global uint *out, local uint *s, uint zero,\n"
         "                 global uint *memory) {\n"
         "  uint l = get_local_id(0), g = get_group_id(0), n = get_local_size(0);\n"
      << (global_array ? "  global uint *a = memory + get_global_id(0) * 4;\n" : "  uint a[4];\n")
      << "  a[0] = l; a[1] = 1; a[2] = 2; a[3] = 3;\n";
  for (size_t i = 0; i < variable_count; ++i) {
    out << "  uint v" << i << " = in[get_global_id(0)] * " << i + 1 << "u;\n";
  }
  Statement::write_all(*statements_, out);
  out << "  uint sum = 0;\n"
         "  for (int i = 0; i < 4; ++i) sum = sum * 31 + a[i];\n";
  for (size_t i = 0; i < variable_count; ++i) {
    out << "  sum = sum * 31 + v" << i << ";\n";
  }
  out << "  out[get_global_id(0)] = sum;\n}\n";
  return out.str();
}

std::vector<uint32_t> BarrierKernel::run(const std::vector<uint32_t> &in) const {
  const size_t local = local_size();
  std::vector<uint32_t> result;
  for (size_t begin = 0; begin < in.size(); begin += local) {
    const size_t size = std::min(local, in.size() - begin);
    Group group(size);
    for (size_t i = 0; i < size; ++i) {
      WorkItem &item = group[i];
      item.local_id = static_cast<uint32_t>(i);
      item.group_id = static_cast<uint32_t>(begin / local);
      item.local_size = static_cast<uint32_t>(size);
      item.array = {item.local_id, 1, 2, 3};
      for (uint32_t v = 0; v < variable_count; ++v) {
        item.variables[v] = in[begin + i] * (v + 1);
      }
    }
    Statement::run_all(*statements_, group);
    for (const WorkItem &item : group) {
      uint32_t sum = 0;
      for (const uint32_t value : item.array) {
        sum = sum * 31 + value;
      }
      for (const uint32_t value : item.variables) {
        sum = sum * 31 + value;
      }
      result.push_back(sum);
    }
  }
  return result;
}

/// Smaller than a packet, an exact multiple, a multiple with a remainder; or so small that groups
/// are joined.
size_t BarrierKernel::local_size() const {
  constexpr size_t sizes[] = {7, 16, 37, 1, 2, 4};
  return sizes[seed_ / 2 % std::size(sizes)];
}

/// For tiny groups, full groups that fill several packets; otherwise the last group is smaller.
size_t BarrierKernel::work_items() const {
  return local_size() <= 4 ? local_size() * 83 : local_size() * 5 + 3;
}

Case BarrierKernel::to_case() const {
  const size_t work_items = this->work_items();
  Case kernel;
  kernel.source = source();
  kernel.arguments = {
      {ArgumentKind::buffer, Element::u32, work_items, Content::scattered, 0},
      {ArgumentKind::buffer, Element::u32, work_items, Content::fill, 0},
      {ArgumentKind::local, Element::u32, local_size() * sizeof(uint32_t), Content::fill, 0},
      {ArgumentKind::value, Element::u32, 0, Content::fill, 0},
      {ArgumentKind::buffer, Element::u32, work_items * 4, Content::fill, 0x55555555}};
  Range range;
  range.global[0] = work_items;
  range.local[0] = local_size();
  kernel.ranges = {range};
  const std::vector<uint8_t> bytes = initial_bytes(kernel.arguments[0]);
  std::vector<uint32_t> in(work_items);
  std::memcpy(in.data(), bytes.data(), bytes.size());
  const std::vector<uint32_t> results = run(in);
  kernel.result = Result{1, {results.begin(), results.end()}};
  return kernel;
}

void BarrierKernel::reduce(const std::function<bool(const BarrierKernel &)> &still_fails,
                           unsigned attempts) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (unsigned place = 0; attempts > 0; --attempts) {
      std::vector<Statement> smaller = *statements_;
      Edit edit(place);
      change(smaller, edit);
      if (!edit.is_done()) {
        break;
      }
      BarrierKernel attempt = *this;
      attempt.statements_ = std::make_shared<const std::vector<Statement>>(std::move(smaller));
      if (still_fails(attempt)) {
        *this = std::move(attempt);
        changed = true;
      } else {
        ++place;
      }
    }
  }
}

std::vector<Variant> barrier_variant(uint64_t seed) {
  constexpr std::array widths = {"scalar", "auto", "4", "loops", "2",  "8",
                                 "auto",   "16",   "4", "auto",  "32", "scalar"};
  return {{.width = widths[seed / 3 % widths.size()],
           .unoptimized = seed % 3 == 0,
           .specialized = seed % 7 == 1,
           .generic = seed % 7 == 2}};
}

}  // namespace mux::random_kernels
