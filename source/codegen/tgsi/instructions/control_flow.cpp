// Structured flow control. The parser has checked the nesting.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

void begin_if(Body &body, Value *condition) {
  llvm::BasicBlock *then = body.create_block();
  OpenBlock block;
  block.start = body.create_block();
  block.end = body.create_block();
  body.builder.CreateCondBr(condition, then, block.start);
  body.builder.SetInsertPoint(then);
  body.open_blocks.push_back(block);
}

/// -0 is false, NaN is true.
void if_float(Body &body, const Instruction &instruction) {
  Value *value = body.read_float(instruction, 0, 0);
  begin_if(body, body.builder.CreateFCmpUNE(value, llvm::Constant::getNullValue(value->getType())));
}

void if_bits(Body &body, const Instruction &instruction) {
  begin_if(body, body.builder.CreateIsNotNull(body.read_integer(instruction, 0, 0)));
}

void otherwise(Body &body, const Instruction & /*instruction*/) {
  OpenBlock &block = body.open_blocks.back();
  body.builder.CreateBr(block.end);
  body.builder.SetInsertPoint(block.start);
  block.start = nullptr;
}

void end_if(Body &body, const Instruction & /*instruction*/) {
  const OpenBlock block = body.open_blocks.back();
  body.open_blocks.pop_back();
  body.builder.CreateBr(block.end);
  if (block.start != nullptr) {
    // There was no ELSE.
    body.builder.SetInsertPoint(block.start);
    body.builder.CreateBr(block.end);
  }
  body.builder.SetInsertPoint(block.end);
}

void begin_loop(Body &body, const Instruction & /*instruction*/) {
  OpenBlock block;
  block.is_loop = true;
  block.start = body.create_block();
  block.end = body.create_block();
  body.builder.CreateBr(block.start);
  body.builder.SetInsertPoint(block.start);
  body.open_blocks.push_back(block);
}

void end_loop(Body &body, const Instruction & /*instruction*/) {
  const OpenBlock block = body.open_blocks.back();
  body.open_blocks.pop_back();
  body.builder.CreateBr(block.start);
  body.builder.SetInsertPoint(block.end);
}

/// What follows up to the end of the IF is never executed.
void jump(Body &body, llvm::BasicBlock *target) {
  body.builder.CreateBr(target);
  body.builder.SetInsertPoint(body.create_block());
}

const OpenBlock &innermost_loop(const Body &body) {
  size_t i = body.open_blocks.size() - 1;
  while (!body.open_blocks[i].is_loop) {
    --i;
  }
  return body.open_blocks[i];
}

void leave_loop(Body &body, const Instruction & /*instruction*/) {
  jump(body, innermost_loop(body).end);
}

void continue_loop(Body &body, const Instruction & /*instruction*/) {
  jump(body, innermost_loop(body).start);
}

void leave(Body &body, const Instruction & /*instruction*/) {
  jump(body, body.exit);
}

void do_nothing(Body & /*body*/, const Instruction & /*instruction*/) {}

constexpr TranslatedOpcode control_flow_table[] = {
    {Opcode::IF, if_float},    {Opcode::UIF, if_bits},        {Opcode::ELSE, otherwise},
    {Opcode::ENDIF, end_if},   {Opcode::BGNLOOP, begin_loop}, {Opcode::ENDLOOP, end_loop},
    {Opcode::BRK, leave_loop}, {Opcode::CONT, continue_loop}, {Opcode::RET, leave},
    {Opcode::NOP, do_nothing},
};

}  // namespace

std::span<const TranslatedOpcode> control_flow_instructions() {
  return control_flow_table;
}

}  // namespace mux::compiler::tgsi
