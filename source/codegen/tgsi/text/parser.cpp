#include "codegen/tgsi/text/parser.h"

#include <algorithm>
#include <string>

#include "codegen/tgsi/text/cursor.h"
#include "codegen/tgsi/text/declarations.h"
#include "codegen/tgsi/text/declared_registers.h"
#include "codegen/tgsi/text/operands.h"
#include "codegen/tgsi/text/text_error.h"

namespace mux::compiler::tgsi {
namespace {

/// The text of the largest shaders that applications have is below 2 MB.
constexpr size_t largest_text = size_t{64} << 20;
/// Open IFs and loops. The client nests a few dozen at most; LLVM's analyses of loops recurse.
constexpr size_t deepest_nesting = 256;
constexpr size_t most_offsets = 4;

bool is_printable(char character) {
  return character == '\t' || (character >= ' ' && character <= '~');
}

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  Program parse() {
    check_size();
    parse_stage();
    while (!ended_) {
      parse_line();
    }
    while (has_line()) {
      next_line().expect_end();
    }
    return std::move(program_);
  }

 private:
  void check_size();
  bool has_line() const { return !rest_.empty(); }
  Cursor next_line();
  void parse_stage();
  void parse_line();
  void parse_declaration_line(Cursor &cursor);
  void parse_instruction(Cursor &cursor);
  void parse_operands(Cursor &cursor, Instruction &instruction);
  void parse_extras(Cursor &cursor, Instruction &instruction);
  bool parse_extra_word(Cursor &cursor, Instruction &instruction);
  void follow_nesting(const Cursor &cursor, Opcode opcode, std::string_view word);
  void close(const Cursor &cursor, Opcode opener, std::string_view word);
  bool is_in_loop() const;

  std::string_view rest_;
  uint32_t line_ = 0;
  Program program_;
  DeclaredRegisters declared_;
  /// The opcodes IF (for UIF, too), ELSE and BGNLOOP that are open.
  std::vector<Opcode> open_;
  size_t open_loops_ = 0;
  bool has_instructions_ = false;
  bool ended_ = false;
};

void Parser::check_size() {
  if (rest_.size() > largest_text) {
    throw TextError("the text has " + std::to_string(rest_.size()) + " bytes, more than " +
                    std::to_string(largest_text));
  }
  // The text may end in null characters.
  rest_ = rest_.substr(0, rest_.find_last_not_of('\0') + 1);
}

Cursor Parser::next_line() {
  const size_t end = std::min(rest_.find('\n'), rest_.size());
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  ++line_;
  const auto *const bad = std::find_if_not(line.begin(), line.end(), is_printable);
  if (bad != line.end()) {
    throw TextError(line_, "byte " + std::to_string(static_cast<unsigned char>(*bad)),
                    "is no printable ASCII character");
  }
  return {line, line_};
}

void Parser::parse_stage() {
  Cursor cursor = next_line();
  const std::string_view word = cursor.peek_word();
  const auto stage = find_stage(word);
  if (!stage) {
    cursor.refuse("the name of a stage was expected");
  }
  program_.stage = *stage;
  cursor.word();
  cursor.expect_end();
}

void Parser::parse_line() {
  if (!has_line()) {
    throw TextError(line_, "", "END is missing");
  }
  Cursor cursor = next_line();
  if (cursor.is_at_end()) {
    return;
  }
  const std::string_view word = cursor.peek_word();
  if (!word.empty() && word.front() >= '0' && word.front() <= '9') {
    parse_instruction(cursor);
  } else {
    parse_declaration_line(cursor);
  }
}

void Parser::parse_declaration_line(Cursor &cursor) {
  const std::string_view word = cursor.word();
  if (has_instructions_) {
    cursor.refuse(word, "an instruction or END was expected");
  }
  if (word == "PROPERTY") {
    const auto [property, value] = parse_property(cursor, program_.stage);
    program_.properties[property] = value;
  } else if (word == "DCL") {
    const std::string_view file = cursor.peek_word();
    Declaration declaration = parse_declaration(cursor, program_.stage);
    declared_.add(declaration, file);
    program_.declarations.push_back(std::move(declaration));
  } else if (word == "IMM") {
    program_.immediates.push_back(
        parse_immediate(cursor, static_cast<uint32_t>(program_.immediates.size())));
  } else {
    cursor.refuse(word, "PROPERTY, DCL, IMM or an instruction's number was expected");
  }
}

void Parser::parse_instruction(Cursor &cursor) {
  has_instructions_ = true;
  cursor.number();
  cursor.expect(':');
  const std::string_view word = cursor.word();
  WrittenOpcode written{};
  if (!find_opcode(word, written)) {
    cursor.refuse(word, "is no opcode");
  }
  Instruction instruction;
  instruction.opcode = written.opcode;
  instruction.saturate = written.saturate;
  instruction.precise = written.precise;
  instruction.line = cursor.line();
  const OpcodeInfo &info = instruction.info();
  if ((info.stages & stage_bit(program_.stage)) == 0) {
    cursor.refuse(word, "is no opcode of the stage " + std::string(name_of(program_.stage)));
  }
  if (written.saturate && (info.result == Type::i32 || info.destinations == 0)) {
    cursor.refuse(word, "the result is no floating-point number, so _SAT is invalid");
  }
  parse_operands(cursor, instruction);
  cursor.expect_end();
  follow_nesting(cursor, written.opcode, word);
  if (ended_) {
    return;
  }
  program_.instructions.push_back(std::move(instruction));
}

void Parser::parse_operands(Cursor &cursor, Instruction &instruction) {
  const OpcodeInfo &info = instruction.info();
  const OperandScope scope{program_.stage, declared_, program_.immediates.size()};
  for (size_t i = 0; i < size_t{info.destinations} + info.sources; ++i) {
    if (i != 0) {
      cursor.expect(',');
    }
    if (i < info.destinations) {
      instruction.destinations.push_back(parse_destination(cursor, scope, info));
    } else {
      instruction.sources.push_back(parse_source(cursor, scope, info, i - info.destinations));
    }
  }
  parse_extras(cursor, instruction);
  const bool has_label = info.form == Form::flow || info.form == Form::subroutine;
  if (has_label && cursor.accept(':')) {
    cursor.number();
  }
}

void Parser::parse_extras(Cursor &cursor, Instruction &instruction) {
  const OpcodeInfo &info = instruction.info();
  const bool may_have =
      info.form == Form::texture || info.form == Form::resource || info.form == Form::store;
  const OperandScope scope{program_.stage, declared_, program_.immediates.size()};
  while (may_have && cursor.accept(',')) {
    if (parse_extra_word(cursor, instruction)) {
      continue;
    }
    if (info.form != Form::texture || instruction.offsets.size() == most_offsets) {
      cursor.refuse("the operand is one too many");
    }
    instruction.offsets.push_back(parse_offset(cursor, scope));
  }
  if (info.form == Form::texture && !instruction.target) {
    cursor.refuse("a texture target was expected");
  }
}

/// @return false if the next word is no target, format or qualifier.
bool Parser::parse_extra_word(Cursor &cursor, Instruction &instruction) {
  const std::string_view word = cursor.peek_word();
  const auto target = find_target(word);
  const bool is_resource = instruction.info().form != Form::texture;
  // BUFFER[n] is a register.
  if (target && target != Target::unknown && !instruction.target) {
    instruction.target = target;
  } else if (is_resource && word.starts_with(format_prefix)) {
    instruction.format = word.substr(format_prefix.size());
    if (!is_image_format(instruction.format)) {
      cursor.refuse("is no format of an image");
    }
  } else if (is_resource && (word == "COHERENT" || word == "VOLATILE")) {
    instruction.coherent = true;
  } else if (!is_resource || (word != "RESTRICT" && word != "STREAM_CACHE_POLICY")) {
    return false;
  }
  cursor.word();
  return true;
}

bool Parser::is_in_loop() const {
  return open_loops_ != 0;
}

void Parser::close(const Cursor &cursor, Opcode opener, std::string_view word) {
  if (open_.empty() || open_.back() != opener) {
    cursor.refuse(word, "what it ends was not begun");
  }
  open_.pop_back();
}

void Parser::follow_nesting(const Cursor &cursor, Opcode opcode, std::string_view word) {
  switch (opcode) {
    case Opcode::IF:
    case Opcode::UIF:
      open_.push_back(Opcode::IF);
      break;
    case Opcode::BGNLOOP:
      open_.push_back(Opcode::BGNLOOP);
      ++open_loops_;
      break;
    case Opcode::ELSE:
      close(cursor, Opcode::IF, word);
      open_.push_back(Opcode::ELSE);
      break;
    case Opcode::ENDIF:
      close(cursor, !open_.empty() && open_.back() == Opcode::ELSE ? Opcode::ELSE : Opcode::IF,
            word);
      break;
    case Opcode::ENDLOOP:
      close(cursor, Opcode::BGNLOOP, word);
      --open_loops_;
      break;
    case Opcode::BRK:
    case Opcode::CONT:
      if (!is_in_loop()) {
        cursor.refuse(word, "is not in a loop");
      }
      break;
    case Opcode::END:
      if (!open_.empty()) {
        cursor.refuse(word, "an IF or a loop is not ended");
      }
      ended_ = true;
      break;
    default:
      break;
  }
  if (open_.size() > deepest_nesting) {
    cursor.refuse(word,
                  "more than " + std::to_string(deepest_nesting) + " IFs and loops are nested");
  }
}

}  // namespace

Program parse_program(std::string_view text) {
  return Parser(text).parse();
}

}  // namespace mux::compiler::tgsi
