// Conversions between numbers. Those to integers truncate and saturate, and turn NaN into 0.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/instructions/float_functions.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;
using Sources = llvm::ArrayRef<Value *>;

enum class Number : uint8_t { float32, float64, int64 };

llvm::Type *type_of(Body &body, Number number) {
  return number == Number::float32   ? body.builder.getFloatTy()
         : number == Number::float64 ? body.builder.getDoubleTy()
                                     : body.builder.getInt64Ty();
}

template <llvm::Instruction::CastOps Cast, Number To>
Value *convert(Body &body, Sources sources) {
  return body.builder.CreateCast(Cast, sources[0], type_of(body, To));
}

template <Name Function, unsigned Bits>
Value *convert_to_integer(Body &body, Sources sources) {
  return body.call(Function.view(), body.builder.getIntNTy(Bits), sources);
}

Value *floor_to_address(Body &body, Sources sources) {
  return convert_to_integer<"convert_int_sat", 32>(body, {call_function<"floor">(body, sources)});
}

Value *round_to_address(Body &body, Sources sources) {
  return convert_to_integer<"convert_int_sat", 32>(body, {call_function<"rint">(body, sources)});
}

constexpr ComputedOpcode conversion_table[] = {
    {Opcode::I2F, convert<llvm::Instruction::SIToFP, Number::float32>},
    {Opcode::U2F, convert<llvm::Instruction::UIToFP, Number::float32>},
    {Opcode::F2I, convert_to_integer<"convert_int_sat", 32>},
    {Opcode::F2U, convert_to_integer<"convert_uint_sat", 32>},
    {Opcode::ARL, floor_to_address},
    {Opcode::ARR, round_to_address},
    {Opcode::F2D, convert<llvm::Instruction::FPExt, Number::float64>},
    {Opcode::I2D, convert<llvm::Instruction::SIToFP, Number::float64>},
    {Opcode::U2D, convert<llvm::Instruction::UIToFP, Number::float64>},
    {Opcode::D2F, convert<llvm::Instruction::FPTrunc, Number::float32>},
    {Opcode::D2I, convert_to_integer<"convert_int_sat", 32>},
    {Opcode::D2U, convert_to_integer<"convert_uint_sat", 32>},
    {Opcode::F2I64, convert_to_integer<"convert_long_sat", 64>},
    {Opcode::F2U64, convert_to_integer<"convert_ulong_sat", 64>},
    {Opcode::D2I64, convert_to_integer<"convert_long_sat", 64>},
    {Opcode::D2U64, convert_to_integer<"convert_ulong_sat", 64>},
    {Opcode::I2I64, convert<llvm::Instruction::SExt, Number::int64>},
    {Opcode::U2I64, convert<llvm::Instruction::ZExt, Number::int64>},
    {Opcode::I642D, convert<llvm::Instruction::SIToFP, Number::float64>},
    {Opcode::U642D, convert<llvm::Instruction::UIToFP, Number::float64>},
    {Opcode::I642F, convert<llvm::Instruction::SIToFP, Number::float32>},
    {Opcode::U642F, convert<llvm::Instruction::UIToFP, Number::float32>},
};

}  // namespace

std::span<const ComputedOpcode> conversion_instructions() {
  return conversion_table;
}

}  // namespace mux::compiler::tgsi
