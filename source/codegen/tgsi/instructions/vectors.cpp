// Instructions whose components depend on several components of the sources.

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "codegen/tgsi/instructions/float_functions.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

void write_all(Body &body, const Instruction &instruction,
               std::array<Value *, component_count> values) {
  for (unsigned i = 0; i < component_count; ++i) {
    body.write(instruction, i, values[i]);
  }
}

Value *constant(Body &body, double value) {
  return llvm::ConstantFP::get(body.builder.getFloatTy(), value);
}

template <unsigned Components>
void dot_product(Body &body, const Instruction &instruction) {
  Value *sum = body.builder.CreateFMul(body.read_float(instruction, 0, 0),
                                       body.read_float(instruction, 1, 0));
  for (unsigned i = 1; i < Components; ++i) {
    sum = multiply_add(body, body.read_float(instruction, 0, i), body.read_float(instruction, 1, i),
                       sum);
  }
  write_all(body, instruction, {sum, sum, sum, sum});
}

/// (1, y0 * y1, z0, w1).
void distance(Body &body, const Instruction &instruction) {
  Value *product = body.builder.CreateFMul(body.read_float(instruction, 0, 1),
                                           body.read_float(instruction, 1, 1));
  write_all(body, instruction,
            {constant(body, 1), product, body.read_float(instruction, 0, 2),
             body.read_float(instruction, 1, 3)});
}

/// (1, max(x, 0), x > 0 ? max(y, 0) ^ clamp(w, -128, 128) : 0, 1).
void light(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.builder.getFloatTy();
  constexpr double largest_exponent = 128;
  Value *zero = constant(body, 0);
  Value *diffuse = body.read_float(instruction, 0, 0);
  Value *exponent = body.call(
      "fmax", type, {body.read_float(instruction, 0, 3), constant(body, -largest_exponent)});
  exponent = body.call("fmin", type, {exponent, constant(body, largest_exponent)});
  Value *base = body.call("fmax", type, {body.read_float(instruction, 0, 1), zero});
  Value *specular = body.builder.CreateSelect(body.builder.CreateFCmpOGT(diffuse, zero),
                                              body.call("pow", type, {base, exponent}), zero);
  write_all(
      body, instruction,
      {constant(body, 1), body.call("fmax", type, {diffuse, zero}), specular, constant(body, 1)});
}

/// (2 ^ floor x, x - floor x, 2 ^ x, 1).
void exponential(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.builder.getFloatTy();
  Value *x = body.read_float(instruction, 0, 0);
  Value *floor = body.call("floor", type, {x});
  write_all(body, instruction,
            {body.call("exp2", type, {floor}), body.builder.CreateFSub(x, floor),
             body.call("exp2", type, {x}), constant(body, 1)});
}

/// (floor lg |x|, |x| / 2 ^ floor lg |x|, lg |x|, 1).
void logarithm(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.builder.getFloatTy();
  Value *x =
      body.builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, body.read_float(instruction, 0, 0));
  Value *logarithm = body.call("log2", type, {x});
  // Exact also where the logarithm is rounded to an integer.
  Value *floor = body.call("logb", type, {x});
  write_all(
      body, instruction,
      {floor, body.divide(x, body.call("exp2", type, {floor})), logarithm, constant(body, 1)});
}

constexpr TranslatedOpcode vector_table[] = {
    {Opcode::DP2, dot_product<2>}, {Opcode::DP3, dot_product<3>}, {Opcode::DP4, dot_product<4>},
    {Opcode::DST, distance},       {Opcode::LIT, light},          {Opcode::EXP, exponential},
    {Opcode::LOG, logarithm},
};

}  // namespace

std::span<const TranslatedOpcode> vector_instructions() {
  return vector_table;
}

}  // namespace mux::compiler::tgsi
