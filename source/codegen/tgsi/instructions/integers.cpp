// Arithmetic on 32-bit integers.

#include "codegen/tgsi/instructions/integer_functions.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;
using Sources = llvm::ArrayRef<Value *>;
namespace Intrinsic = llvm::Intrinsic;

Value *multiply_add_integers(Body &body, Sources sources) {
  return body.builder.CreateAdd(body.builder.CreateMul(sources[0], sources[1]), sources[2]);
}

Value *multiply_high_signed(Body &body, Sources sources) {
  return body.call("mul_hi", body.builder.getInt32Ty(), sources, builtins::Element::int32);
}

Value *multiply_high_unsigned(Body &body, Sources sources) {
  return body.call("mul_hi", body.builder.getInt32Ty(), sources, builtins::Element::uint32);
}

Value *copy(Body & /*body*/, Sources sources) {
  return sources[0];
}

constexpr ComputedOpcode integer_table[] = {
    {Opcode::UADD, compute<llvm::Instruction::Add>},
    {Opcode::UMUL, compute<llvm::Instruction::Mul>},
    {Opcode::UMAD, multiply_add_integers},
    {Opcode::IMUL_HI, multiply_high_signed},
    {Opcode::UMUL_HI, multiply_high_unsigned},
    {Opcode::IDIV, divide_signed},
    {Opcode::UDIV, divide_unsigned},
    {Opcode::MOD, remainder_signed},
    {Opcode::UMOD, remainder_unsigned},
    {Opcode::IMIN, compute_extremum<Intrinsic::smin>},
    {Opcode::IMAX, compute_extremum<Intrinsic::smax>},
    {Opcode::UMIN, compute_extremum<Intrinsic::umin>},
    {Opcode::UMAX, compute_extremum<Intrinsic::umax>},
    {Opcode::INEG, negate},
    {Opcode::IABS, absolute},
    {Opcode::ISSG, integer_sign},
    {Opcode::UARL, copy},
};

}  // namespace

std::span<const ComputedOpcode> integer_instructions() {
  return integer_table;
}

}  // namespace mux::compiler::tgsi
