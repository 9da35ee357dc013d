#include "random_shader.h"

#include <algorithm>
#include <array>

namespace mux::test {

/// TEMP[0].x is the global id, [1] the local id, [2] the group id, [3] the sum of what was loaded.
/// Operands are registers, immediates or constants.
struct Operand {
  enum class Kind { temporary, immediate, constant } kind = Kind::temporary;
  uint32_t value = 0;
};

struct Statement {
  enum class Kind { compute, load, load_shared, update, update_shared, branch, loop };
  Kind kind = Kind::compute;
  std::string opcode;
  uint32_t target = 0;
  std::vector<Operand> operands;
  Statements body;
};

namespace {

constexpr uint32_t sum_register = 3;
constexpr uint32_t first_free_register = 4;
constexpr uint32_t constant_words = 4;
constexpr uint32_t most_iterations = 9;

constexpr std::array operations = {"UADD", "UADD", "UADD", "SHL",  "SHL",  "UMUL", "AND",  "OR",
                                   "XOR",  "USHR", "ISHR", "UMIN", "UMAX", "IMIN", "IMAX", "SUB"};
constexpr std::array comparisons = {"USLT", "USGE", "ISLT", "ISGE", "USEQ", "USNE"};

uint32_t apply(const std::string &opcode, uint32_t a, uint32_t b) {
  const auto as_signed = [](uint32_t word) { return static_cast<int32_t>(word); };
  const auto truth = [](bool value) { return value ? UINT32_MAX : 0; };
  if (opcode == "UADD")
    return a + b;
  if (opcode == "SUB")
    return a - b;
  if (opcode == "SHL")
    return a << (b & 31);
  if (opcode == "UMUL")
    return a * b;
  if (opcode == "AND")
    return a & b;
  if (opcode == "OR")
    return a | b;
  if (opcode == "XOR")
    return a ^ b;
  if (opcode == "USHR")
    return a >> (b & 31);
  if (opcode == "ISHR")
    return static_cast<uint32_t>(as_signed(a) >> (b & 31));
  if (opcode == "UMIN")
    return std::min(a, b);
  if (opcode == "UMAX")
    return std::max(a, b);
  if (opcode == "IMIN")
    return static_cast<uint32_t>(std::min(as_signed(a), as_signed(b)));
  if (opcode == "IMAX")
    return static_cast<uint32_t>(std::max(as_signed(a), as_signed(b)));
  if (opcode == "USLT")
    return truth(a < b);
  if (opcode == "USGE")
    return truth(a >= b);
  if (opcode == "ISLT")
    return truth(as_signed(a) < as_signed(b));
  if (opcode == "ISGE")
    return truth(as_signed(a) >= as_signed(b));
  if (opcode == "USEQ")
    return truth(a == b);
  return truth(a != b);
}

class Generator {
 public:
  explicit Generator(std::mt19937 &random) : random_(random) {}

  Statements block(unsigned depth, unsigned statements) {
    Statements result;
    const size_t visible = readable_.size();
    for (unsigned i = 0; i < statements; ++i) {
      add(result, depth);
    }
    // Registers of the block need not be set after it.
    readable_.resize(visible);
    return result;
  }

  uint32_t registers() const { return next_; }

 private:
  uint32_t below(uint32_t end) {
    return std::uniform_int_distribution<uint32_t>(0, end - 1)(random_);
  }

  Operand small_operand() {
    constexpr std::array<uint32_t, 12> values = {0, 1, 2, 3, 4, 7, 8, 16, 31, 64, UINT32_MAX, 12};
    return below(4) == 0 ? Operand{Operand::Kind::constant, below(constant_words)}
                         : Operand{Operand::Kind::immediate, values[below(values.size())]};
  }

  Operand temporary() {
    return {Operand::Kind::temporary, readable_[below(static_cast<uint32_t>(readable_.size()))]};
  }

  Operand operand() { return below(3) == 0 ? small_operand() : temporary(); }

  std::unique_ptr<Statement> statement(Statement::Kind kind, std::string opcode,
                                       std::vector<Operand> operands) {
    auto result = std::make_unique<Statement>();
    result->kind = kind;
    result->opcode = std::move(opcode);
    result->operands = std::move(operands);
    result->target = next_++;
    return result;
  }

  Operand compute(Statements &statements, const char *opcode, Operand a, Operand b) {
    statements.push_back(statement(Statement::Kind::compute, opcode, {a, b}));
    readable_.push_back(statements.back()->target);
    return {Operand::Kind::temporary, statements.back()->target};
  }

  /// A multiple of 4.
  Operand address(Statements &statements) {
    constexpr std::array<uint32_t, 5> distances = {4, 8, UINT32_MAX - 3, UINT32_MAX - 7, 128};
    const Operand place = compute(statements, "SHL", below(8) == 0 ? operand() : temporary(),
                                  {Operand::Kind::immediate, 2});
    return below(3) != 0 ? place
                         : compute(statements, "UADD", place,
                                   {Operand::Kind::immediate, distances[below(distances.size())]});
  }

  void add(Statements &statements, unsigned depth) {
    using Kind = Statement::Kind;
    const uint32_t choice = below(12);
    if (choice < 4) {
      compute(statements, operations[below(operations.size())], temporary(), operand());
    } else if (choice < 8) {
      constexpr std::array kinds = {Kind::load, Kind::load_shared, Kind::update,
                                    Kind::update_shared};
      const Operand place = address(statements);
      // Only after the barrier is shared memory complete.
      Kind kind = kinds[below(4)];
      kind = kind == Kind::load_shared && !may_load_shared_ ? Kind::load : kind;
      kind = kind == Kind::update_shared && may_load_shared_ ? Kind::load_shared : kind;
      const bool loads = kind == Kind::load || kind == Kind::load_shared;
      statements.push_back(statement(kind, "", {place, loads ? place : operand()}));
      if (loads && below(4) == 0) {
        readable_.push_back(statements.back()->target);
      }
    } else if (depth != 0 && choice < 10) {
      auto branch =
          statement(Kind::branch, comparisons[below(comparisons.size())], {temporary(), operand()});
      branch->body = block(depth - 1, 1 + below(4));
      statements.push_back(std::move(branch));
    } else if (depth != 0) {
      add_loop(statements, depth);
    }
  }

  /// The counter goes from one operand in steps to another.
  void add_loop(Statements &statements, unsigned depth) {
    constexpr std::array<uint32_t, 6> steps = {1, 1, 2, 4, 16, UINT32_MAX};
    constexpr std::array ends = {"USGE", "ISGE", "USEQ", "ISLT", "USLT"};
    auto loop =
        statement(Statement::Kind::loop, ends[below(ends.size())],
                  {operand(), operand(), {Operand::Kind::immediate, steps[below(steps.size())]}});
    // A register for the condition, and one that counts iterations.
    next_ += 2;
    const size_t visible = readable_.size();
    readable_.push_back(loop->target);
    loop->body = block(depth - 1, 1 + below(4));
    readable_.resize(visible);
    statements.push_back(std::move(loop));
  }

 public:
  void begin_after_barrier() { may_load_shared_ = true; }

 private:
  std::mt19937 &random_;
  std::vector<uint32_t> readable_ = {0, 0, 1, 2};
  uint32_t next_ = first_free_register;
  bool may_load_shared_ = false;
};

/// Writes TGSI, with the immediates that are used.
class Printer {
 public:
  std::string operand(const Operand &operand) {
    switch (operand.kind) {
      case Operand::Kind::temporary:
        return "TEMP[" + std::to_string(operand.value) + "].xxxx";
      case Operand::Kind::constant:
        return "CONST[0][" + std::to_string(operand.value) + "].xxxx";
      case Operand::Kind::immediate:
        break;
    }
    const auto found = std::find(immediates_.begin(), immediates_.end(), operand.value);
    const auto index = found - immediates_.begin();
    if (found == immediates_.end()) {
      immediates_.push_back(operand.value);
    }
    return "IMM[" + std::to_string(index) + "].xxxx";
  }

  static std::string target(uint32_t index) { return "TEMP[" + std::to_string(index) + "].x"; }

  void add(const std::string &line) { lines_.push_back(line); }

  void print(const Statements &statements) {
    for (const auto &statement : statements) {
      print(*statement);
    }
  }

  void print(const Statement &statement) {
    const std::string goal = target(statement.target);
    const std::string first = operand(statement.operands[0]);
    const std::string second = operand(statement.operands[1]);
    switch (statement.kind) {
      case Statement::Kind::compute:
        if (statement.opcode == "SUB") {
          add("INEG " + goal + ", " + second);
          add("UADD " + goal + ", " + first + ", " + goal + "xxx");
        } else {
          add(statement.opcode + " " + goal + ", " + first + ", " + second);
        }
        break;
      case Statement::Kind::load:
      case Statement::Kind::load_shared:
        add("LOAD " + goal + ", " +
            (statement.kind == Statement::Kind::load ? "BUFFER[0]" : "MEMORY[0]") + ", " + first);
        add("UADD " + target(sum_register) + ", TEMP[3].xxxx, " + goal + "xxx");
        break;
      case Statement::Kind::update:
      case Statement::Kind::update_shared:
        add("ATOMUADD " + goal + ", " +
            (statement.kind == Statement::Kind::update ? "BUFFER[1]" : "MEMORY[0]") + ", " + first +
            ", " + second);
        break;
      case Statement::Kind::branch:
        add(statement.opcode + " " + goal + ", " + first + ", " + second);
        add("UIF " + goal + "xxx");
        print(statement.body);
        add("ENDIF");
        break;
      case Statement::Kind::loop:
        print_loop(statement, first, second);
        break;
    }
  }

  std::string text(uint32_t registers) const {
    std::string text =
        "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH " + std::to_string(random_group_size) +
        "\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\nPROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
        "DCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL BUFFER[0..2]\nDCL MEMORY[1], SHARED\n"
        "DCL CONST[0][0..3]\nDCL TEMP[0.." +
        std::to_string(registers) + "]\n";
    for (size_t i = 0; i < immediates_.size(); ++i) {
      text += "IMM[" + std::to_string(i) + "] UINT32 {" + std::to_string(immediates_[i]) +
              ", 0, 0, 0}\n";
    }
    return text + numbered(lines_);
  }

 private:
  void print_loop(const Statement &loop, const std::string &first, const std::string &second) {
    const std::string counter = target(loop.target);
    const std::string condition = target(loop.target + 1);
    const std::string iterations = target(loop.target + 2);
    add("MOV " + counter + ", " + first);
    add("MOV " + iterations + ", " + operand({Operand::Kind::immediate, 0}));
    add("BGNLOOP");
    add(loop.opcode + " " + condition + ", " + counter + "xxx, " + second);
    add("UIF " + condition + "xxx");
    add("BRK");
    add("ENDIF");
    add("USGE " + condition + ", " + iterations + "xxx, " +
        operand({Operand::Kind::immediate, most_iterations}));
    add("UIF " + condition + "xxx");
    add("BRK");
    add("ENDIF");
    print(loop.body);
    add("UADD " + iterations + ", " + iterations + "xxx, " +
        operand({Operand::Kind::immediate, 1}));
    add("UADD " + counter + ", " + counter + "xxx, " + operand(loop.operands[2]));
    add("ENDLOOP");
  }

  std::vector<std::string> lines_;
  std::vector<uint32_t> immediates_;
};

/// The word at an address, a multiple of 4; NULL if not all of it is in range.
uint32_t *word_at(ShaderMemory &memory, uint32_t address) {
  return memory.size >= 4 && address <= memory.size - 4 ? &memory.words[address / 4] : nullptr;
}

class Interpreter {
 public:
  Interpreter(ShaderMemories &memories, uint32_t registers)
      : memories_(memories), values_(registers + 1) {}

  std::vector<uint32_t> &values() { return values_; }

  void run(const Statements &statements) {
    for (const auto &statement : statements) {
      run(*statement);
    }
  }

 private:
  uint32_t value(const Operand &operand) const {
    switch (operand.kind) {
      case Operand::Kind::temporary:
        return values_[operand.value];
      case Operand::Kind::immediate:
        return operand.value;
      case Operand::Kind::constant:
        return operand.value < memories_.constants.size / 16
                   ? memories_.constants.words[size_t{operand.value} * 4]
                   : 0;
    }
    return 0;
  }

  void run(const Statement &statement) {
    const uint32_t first = value(statement.operands[0]);
    const uint32_t second = value(statement.operands[1]);
    uint32_t &target = values_[statement.target];
    switch (statement.kind) {
      case Statement::Kind::compute:
        target = apply(statement.opcode, first, second);
        break;
      case Statement::Kind::load:
      case Statement::Kind::load_shared: {
        const bool is_shared = statement.kind == Statement::Kind::load_shared;
        const uint32_t *word = word_at(is_shared ? memories_.shared : memories_.read, first);
        target = word == nullptr ? 0 : *word;
        values_[sum_register] += target;
        break;
      }
      case Statement::Kind::update:
      case Statement::Kind::update_shared: {
        const bool is_shared = statement.kind == Statement::Kind::update_shared;
        if (uint32_t *word = word_at(is_shared ? memories_.shared : memories_.updated, first)) {
          *word += second;
        }
        break;
      }
      case Statement::Kind::branch:
        if (apply(statement.opcode, first, second) != 0) {
          run(statement.body);
        }
        break;
      case Statement::Kind::loop:
        target = first;
        for (uint32_t i = 0; i < most_iterations; ++i) {
          // The end may be a register that the loop's body computes.
          if (apply(statement.opcode, target, value(statement.operands[1])) != 0) {
            break;
          }
          run(statement.body);
          target += value(statement.operands[2]);
        }
        break;
    }
  }

  ShaderMemories &memories_;
  std::vector<uint32_t> values_;
};

}  // namespace

RandomShader::RandomShader(std::mt19937 &random) {
  Generator generator(random);
  before_barrier_ = generator.block(2, 8);
  generator.begin_after_barrier();
  after_barrier_ = generator.block(2, 6);
  registers_ = generator.registers();
}

RandomShader::~RandomShader() = default;

std::string RandomShader::text() const {
  Printer printer;
  const auto immediate = [&](uint32_t value) {
    return printer.operand({Operand::Kind::immediate, value});
  };
  printer.add("SHL TEMP[0].x, SV[1].xxxx, " + immediate(5));
  printer.add("UADD TEMP[0].x, TEMP[0].xxxx, SV[0].xxxx");
  printer.add("MOV TEMP[1].x, SV[0].xxxx");
  printer.add("MOV TEMP[2].x, SV[1].xxxx");
  printer.add("MOV TEMP[3].x, " + immediate(0));
  printer.add("SHL TEMP[4].x, SV[0].xxxx, " + immediate(2));
  printer.add("STORE MEMORY[0].x, TEMP[4].xxxx, TEMP[0].xxxx");
  printer.add("BARRIER");
  printer.print(before_barrier_);
  printer.add("BARRIER");
  printer.print(after_barrier_);
  printer.add("SHL TEMP[4].x, TEMP[0].xxxx, " + immediate(2));
  printer.add("STORE BUFFER[2].x, TEMP[4].xxxx, TEMP[3].xxxx");
  printer.add("END");
  return printer.text(registers_);
}

void RandomShader::interpret(ShaderMemories &memories) const {
  for (uint32_t group = 0; group < random_group_count; ++group) {
    std::vector<Interpreter> items(random_group_size, Interpreter(memories, registers_));
    for (uint32_t item = 0; item < random_group_size; ++item) {
      std::vector<uint32_t> &values = items[item].values();
      values[0] = group * random_group_size + item;
      values[1] = item;
      values[2] = group;
      if (uint32_t *word = word_at(memories.shared, item * 4)) {
        *word = values[0];
      }
    }
    for (const Statements *statements : {&before_barrier_, &after_barrier_}) {
      for (Interpreter &item : items) {
        item.run(*statements);
      }
    }
    for (Interpreter &item : items) {
      if (uint32_t *word = word_at(memories.results, item.values()[0] * 4)) {
        *word = item.values()[sum_register];
      }
    }
  }
}

}  // namespace mux::test
