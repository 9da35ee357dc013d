// Arithmetic on 32-bit floating-point numbers, and moves.

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "codegen/tgsi/instructions/float_functions.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;
using Sources = llvm::ArrayRef<Value *>;

Value *move(Body & /*body*/, Sources sources) {
  return sources[0];
}

Value *add(Body &body, Sources sources) {
  return body.builder.CreateFAdd(sources[0], sources[1]);
}

Value *multiply(Body &body, Sources sources) {
  return body.builder.CreateFMul(sources[0], sources[1]);
}

Value *multiply_add(Body &body, Sources sources) {
  return multiply_add(body, sources[0], sources[1], sources[2]);
}

Value *fused_multiply_add(Body &body, Sources sources) {
  return body.call("fma", sources[0]->getType(), sources);
}

Value *divide(Body &body, Sources sources) {
  return body.divide(sources[0], sources[1]);
}

Value *minimum(Body &body, Sources sources) {
  return body.call("fmin", sources[0]->getType(), sources);
}

Value *maximum(Body &body, Sources sources) {
  return body.call("fmax", sources[0]->getType(), sources);
}

Value *interpolate(Body &body, Sources sources) {
  Value *rest =
      body.builder.CreateFSub(llvm::ConstantFP::get(sources[0]->getType(), 1), sources[0]);
  return multiply_add(body, sources[0], sources[1], body.builder.CreateFMul(rest, sources[2]));
}

Value *select_negative(Body &body, Sources sources) {
  Value *zero = llvm::Constant::getNullValue(sources[0]->getType());
  return body.builder.CreateSelect(body.builder.CreateFCmpOLT(sources[0], zero), sources[1],
                                   sources[2]);
}

/// 1.0 or 0.0.
template <llvm::CmpInst::Predicate Predicate>
Value *compare_to_float(Body &body, Sources sources) {
  llvm::Type *type = sources[0]->getType();
  return body.builder.CreateSelect(body.builder.CreateFCmp(Predicate, sources[0], sources[1]),
                                   llvm::ConstantFP::get(type, 1),
                                   llvm::Constant::getNullValue(type));
}

Value *scale_by_power(Body &body, Sources sources) {
  return body.call("ldexp", body.builder.getFloatTy(),
                   {body.as_float(sources[0]), body.as_integer(sources[1])});
}

constexpr ComputedOpcode float_table[] = {
    {Opcode::MOV, move},
    {Opcode::ADD, add},
    {Opcode::MUL, multiply},
    {Opcode::MAD, multiply_add},
    {Opcode::FMA, fused_multiply_add},
    {Opcode::DIV, divide},
    {Opcode::MIN, minimum},
    {Opcode::MAX, maximum},
    {Opcode::FRC, fraction},
    {Opcode::FLR, call_function<"floor">},
    {Opcode::CEIL, call_function<"ceil">},
    {Opcode::TRUNC, call_function<"trunc">},
    {Opcode::ROUND, call_function<"rint">},
    {Opcode::SSG, float_sign},
    {Opcode::LRP, interpolate},
    {Opcode::CMP, select_negative},
    {Opcode::SLT, compare_to_float<llvm::CmpInst::FCMP_OLT>},
    {Opcode::SGE, compare_to_float<llvm::CmpInst::FCMP_OGE>},
    {Opcode::SEQ, compare_to_float<llvm::CmpInst::FCMP_OEQ>},
    {Opcode::SNE, compare_to_float<llvm::CmpInst::FCMP_UNE>},
    {Opcode::SGT, compare_to_float<llvm::CmpInst::FCMP_OGT>},
    {Opcode::SLE, compare_to_float<llvm::CmpInst::FCMP_OLE>},
    {Opcode::RCP, reciprocal},
    {Opcode::RSQ, call_function<"rsqrt">},
    {Opcode::SQRT, call_function<"sqrt">},
    {Opcode::EX2, call_function<"exp2">},
    {Opcode::LG2, call_function<"log2">},
    {Opcode::SIN, call_function<"sin">},
    {Opcode::COS, call_function<"cos">},
    {Opcode::POW, call_function<"pow">},
    {Opcode::LDEXP, scale_by_power},
};

}  // namespace

std::span<const ComputedOpcode> float_instructions() {
  return float_table;
}

}  // namespace mux::compiler::tgsi
