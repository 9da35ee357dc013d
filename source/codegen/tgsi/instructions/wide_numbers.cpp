// Arithmetic on double and 64-bit integers.

#include "codegen/tgsi/instructions/float_functions.h"
#include "codegen/tgsi/instructions/integer_functions.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;
using Sources = llvm::ArrayRef<Value *>;
namespace Intrinsic = llvm::Intrinsic;

Value *divide_doubles(Body &body, Sources sources) {
  return body.divide(sources[0], sources[1]);
}

Value *multiply_add_doubles(Body &body, Sources sources) {
  return multiply_add(body, sources[0], sources[1], sources[2]);
}

Value *negate_double(Body &body, Sources sources) {
  return body.builder.CreateFNeg(sources[0]);
}

constexpr ComputedOpcode doubles[] = {
    {Opcode::DADD, compute<llvm::Instruction::FAdd>},
    {Opcode::DMUL, compute<llvm::Instruction::FMul>},
    {Opcode::DDIV, divide_doubles},
    {Opcode::DMIN, call_function<"fmin">},
    {Opcode::DMAX, call_function<"fmax">},
    {Opcode::DMAD, multiply_add_doubles},
    {Opcode::DFMA, call_function<"fma">},
    {Opcode::DABS, call_function<"fabs">},
    {Opcode::DNEG, negate_double},
    {Opcode::DRCP, reciprocal},
    {Opcode::DRSQ, call_function<"rsqrt">},
    {Opcode::DSQRT, call_function<"sqrt">},
    {Opcode::DFRAC, fraction},
    {Opcode::DSSG, float_sign},
    {Opcode::DTRUNC, call_function<"trunc">},
    {Opcode::DCEIL, call_function<"ceil">},
    {Opcode::DFLR, call_function<"floor">},
    {Opcode::DROUND, call_function<"rint">},
};

constexpr ComputedOpcode longs[] = {
    {Opcode::U64ADD, compute<llvm::Instruction::Add>},
    {Opcode::U64MUL, compute<llvm::Instruction::Mul>},
    {Opcode::U64MIN, compute_extremum<Intrinsic::umin>},
    {Opcode::U64MAX, compute_extremum<Intrinsic::umax>},
    {Opcode::I64MIN, compute_extremum<Intrinsic::smin>},
    {Opcode::I64MAX, compute_extremum<Intrinsic::smax>},
    {Opcode::I64ABS, absolute},
    {Opcode::I64NEG, negate},
    {Opcode::I64SSG, integer_sign},
    {Opcode::I64DIV, divide_signed},
    {Opcode::I64MOD, remainder_signed},
    {Opcode::U64DIV, divide_unsigned},
    {Opcode::U64MOD, remainder_unsigned},
};

}  // namespace

std::span<const ComputedOpcode> double_instructions() {
  return doubles;
}

std::span<const ComputedOpcode> long_instructions() {
  return longs;
}

}  // namespace mux::compiler::tgsi
