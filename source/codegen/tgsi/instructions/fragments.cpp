// Instructions of fragment shaders: discarding, and derivatives.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/body/stage_function.h"
#include "codegen/tgsi/instructions/derivatives.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

void discard(Body &body, const Instruction & /*instruction*/) {
  discard_fragment(body.kernel, body.builder, body.builder.getTrue());
}

/// If any component is less than 0.
void discard_if(Body &body, const Instruction &instruction) {
  Value *is_negative = body.builder.getFalse();
  for (unsigned i = 0; i < component_count; ++i) {
    Value *value = body.read_float(instruction, 0, i);
    is_negative = body.builder.CreateOr(
        is_negative, body.builder.CreateFCmpOLT(value, llvm::ConstantFP::get(value->getType(), 0)));
  }
  discard_fragment(body.kernel, body.builder, is_negative);
}

/// All components are computed before the first one is stored.
template <Axis axis>
void derive(Body &body, const Instruction &instruction) {
  std::array<Value *, component_count> results = {};
  for (unsigned i = 0; i < component_count; ++i) {
    if ((instruction.destinations[0].mask >> i & 1) != 0) {
      results[i] = derivative(body, body.read_float(instruction, 0, i), axis);
    }
  }
  for (unsigned i = 0; i < component_count; ++i) {
    if (results[i] != nullptr) {
      body.write(instruction, i, results[i]);
    }
  }
}

constexpr TranslatedOpcode fragment_table[] = {
    {Opcode::KILL, discard},        {Opcode::KILL_IF, discard_if},
    {Opcode::DDX, derive<Axis::x>}, {Opcode::DDX_FINE, derive<Axis::x>},
    {Opcode::DDY, derive<Axis::y>}, {Opcode::DDY_FINE, derive<Axis::y>},
};

}  // namespace

Value *derivative(Body &body, Value *value, Axis axis) {
  // Work-items are the pixels of blocks of 4 x 4, row after row.
  const uint32_t distance = axis == Axis::x ? 1 : 4;
  llvm::IRBuilder<> &builder = body.builder;
  Value *other =
      body.call_convergent("intel_sub_group_shuffle_xor", value->getType(),
                           {value, builder.getInt32(distance)}, builtins::Element::uint32);
  Value *item = body.call("get_sub_group_local_id", builder.getInt32Ty(), {});
  Value *is_second = builder.CreateICmpNE(builder.CreateAnd(item, distance), builder.getInt32(0));
  return builder.CreateFSub(builder.CreateSelect(is_second, value, other),
                            builder.CreateSelect(is_second, other, value));
}

std::span<const TranslatedOpcode> fragment_instructions() {
  return fragment_table;
}

}  // namespace mux::compiler::tgsi
