#include "codegen/tgsi/body/body.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>

#include "codegen/ir/robust_access.h"
#include "codegen/tgsi/body/stage_function.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler::tgsi {
using llvm::Value;

namespace {

std::vector<Resource> find_resources(const Program &program, llvm::Function &function) {
  if (!is_function_stage(program.stage)) {
    return resources_of(program, function);
  }
  llvm::IRBuilder<> builder(&function.getEntryBlock());
  return load_stage_resources(program, function, builder);
}

bool operates_on_booleans(const Program &program) {
  constexpr Opcode opcodes[] = {Opcode::NOT, Opcode::AND,  Opcode::OR,
                                Opcode::XOR, Opcode::UCMP, Opcode::UIF};
  return std::any_of(program.instructions.begin(), program.instructions.end(),
                     [&](const Instruction &instruction) {
                       return std::find(std::begin(opcodes), std::end(opcodes),
                                        instruction.opcode) != std::end(opcodes);
                     });
}

/// Whether an output of a tessellation control shader that has a vertex index is named without:
/// Mesa's driver omits INVOCATIONID where it writes outputs through temporaries.
bool omits_vertex(const Program &program, const Register &place) {
  if (program.stage != Stage::tess_control || place.file != File::output || place.dimension ||
      place.index.is_indirect) {
    return false;
  }
  const auto number = static_cast<uint32_t>(place.index.offset);
  return std::any_of(program.declarations.begin(), program.declarations.end(),
                     [&](const Declaration &declaration) {
                       return declaration.file == File::output && declaration.per_vertex &&
                              declaration.first <= number && number <= declaration.last;
                     });
}

}  // namespace

Body::Body(const Program &program, llvm::Function &kernel, bool correctly_rounded)
    : program(program),
      has_integer_booleans(operates_on_booleans(program)),
      kernel(kernel),
      builder(kernel.getContext()),
      resources(find_resources(program, kernel)),
      exit(nullptr),
      temporaries_(program, kernel.getEntryBlock()),
      system_values_(program.of_file(File::system_value)),
      correctly_rounded_(correctly_rounded) {
  exit = create_block();
  builder.SetInsertPoint(create_block());
}

llvm::BasicBlock *Body::create_block() {
  return llvm::BasicBlock::Create(kernel.getContext(), "", &kernel);
}

Value *Body::as_float(Value *value) {
  return builder.CreateBitCast(value, builder.getFloatTy());
}

Value *Body::as_integer(Value *value) {
  return builder.CreateBitCast(value, builder.getInt32Ty());
}

Value *Body::compute_index(const Index &index) {
  Value *address = builder.CreateLoad(
      builder.getInt32Ty(), temporaries_.address_variable(index.address, index.component));
  return builder.CreateAdd(address, builder.getInt32(static_cast<uint32_t>(index.offset)));
}

Value *Body::index_value(const Index &index) {
  return index.is_indirect ? compute_index(index)
                           : builder.getInt32(static_cast<uint32_t>(index.offset));
}

llvm::Constant *Body::immediates() {
  if (immediates_ == nullptr) {
    llvm::SmallVector<llvm::Constant *> rows;
    for (const Immediate &immediate : program.immediates) {
      rows.push_back(llvm::ConstantDataArray::get(kernel.getContext(), immediate));
    }
    auto *type = llvm::ArrayType::get(rows.front()->getType(), rows.size());
    immediates_ = new llvm::GlobalVariable(
        *kernel.getParent(), type, true, llvm::GlobalValue::InternalLinkage,
        llvm::ConstantArray::get(type, rows), "immediates", nullptr,
        llvm::GlobalValue::NotThreadLocal, address_space::constant);
  }
  return immediates_;
}

/// A computed index is clamped.
Value *Body::read_immediate(const Register &place, unsigned component) {
  if (!place.index.is_indirect) {
    return builder.getInt32(program.immediates[static_cast<size_t>(place.index.offset)][component]);
  }
  Value *index = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::umin, compute_index(place.index),
      builder.getInt32(static_cast<uint32_t>(program.immediates.size() - 1)));
  llvm::Constant *table = immediates();
  Value *pointer = builder.CreateInBoundsGEP(
      immediates_->getValueType(), table,
      {builder.getInt64(0), builder.CreateZExt(index, builder.getInt64Ty()),
       builder.getInt64(component)});
  return builder.CreateLoad(builder.getInt32Ty(), pointer);
}

/// Beyond the buffer's size the result is 0.
Value *Body::read_constant(const Instruction &instruction, const Register &place,
                           unsigned component) {
  const Resource buffer = find_resource(*this, instruction, place);
  return call_constant_read(builder, buffer.pointer, buffer.size, index_value(place.index),
                            component);
}

Value *Body::read_system_value(const Instruction &instruction, const Register &place,
                               unsigned component) {
  const auto index = static_cast<uint32_t>(place.index.offset);
  const Declaration *declaration = nullptr;
  for (const Declaration *candidate : system_values_) {
    if (candidate->first <= index && index <= candidate->last) {
      declaration = candidate;
    }
  }
  if (place.index.is_indirect || declaration == nullptr || !declaration->semantic) {
    instruction.refuse("a system value with a computed index is not supported");
  }
  if (is_function_stage(program.stage)) {
    Value *value = stage_value(program.stage, kernel, builder, *declaration->semantic, component);
    if (value == nullptr) {
      return builder.getInt32(0);
    }
    return builder.CreateLoad(builder.getInt32Ty(), value);
  }
  const char *name = nullptr;
  switch (*declaration->semantic) {
    case Semantic::thread_id:
      name = "get_local_id";
      break;
    case Semantic::block_id:
      name = "get_group_id";
      break;
    case Semantic::block_size:
      name = "get_local_size";
      break;
    case Semantic::grid_size:
      name = "get_num_groups";
      break;
    default:
      instruction.refuse("reads a system value that compute shaders do not have");
  }
  constexpr unsigned dimensions = 3;
  if (component >= dimensions) {
    return builder.getInt32(0);
  }
  Value *id =
      call(name, builder.getInt64Ty(), {builder.getInt32(component)}, builtins::Element::uint32);
  return builder.CreateTrunc(id, builder.getInt32Ty());
}

/// The address of a component of IN or OUT.
Value *Body::stage_place(const Register &place, unsigned component) {
  Value *vertex = place.dimension ? index_value(*place.dimension) : nullptr;
  if (omits_vertex(program, place)) {
    vertex = builder.CreateLoad(builder.getInt32Ty(), stage_value(program.stage, kernel, builder,
                                                                  Semantic::invocation_id, 0));
  }
  return stage_register(program, kernel, builder, place.file, vertex, index_value(place.index),
                        component);
}

Value *Body::read_register(const Instruction &instruction, const Register &place,
                           unsigned component) {
  switch (place.file) {
    case File::null:
      return builder.getInt32(0);
    case File::temporary:
      return temporaries_.load(builder, place,
                               place.index.is_indirect ? compute_index(place.index) : nullptr,
                               component);
    case File::address:
      if (place.index.is_indirect) {
        instruction.refuse("an address register with a computed index is not supported");
      }
      return builder.CreateLoad(
          builder.getInt32Ty(),
          temporaries_.address_variable(static_cast<uint32_t>(place.index.offset), component));
    case File::immediate:
      return read_immediate(place, component);
    case File::constant:
      return read_constant(instruction, place, component);
    case File::system_value:
      return read_system_value(instruction, place, component);
    case File::input:
    case File::output:
      return builder.CreateLoad(builder.getInt32Ty(), stage_place(place, component));
    default:
      instruction.refuse("reading " + std::string(name_of(place.file)) + " is not supported");
  }
}

Value *Body::modify(const Source &source, Value *value) {
  if (source.absolute) {
    value = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, as_float(value));
  }
  return source.negate ? builder.CreateFNeg(as_float(value)) : value;
}

Value *Body::read(const Instruction &instruction, const Source &source, unsigned component) {
  return modify(source, read_register(instruction, source.place, source.swizzle[component]));
}

Value *Body::read_float(const Instruction &instruction, size_t source, unsigned component) {
  return as_float(read(instruction, instruction.sources[source], component));
}

Value *Body::read_integer(const Instruction &instruction, size_t source, unsigned component) {
  const Source &operand = instruction.sources[source];
  Value *value = as_integer(read_register(instruction, operand.place, operand.swizzle[component]));
  if (operand.absolute) {
    value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value, builder.getFalse());
  }
  return operand.negate ? builder.CreateNeg(value) : value;
}

Value *Body::read(const Instruction &instruction, size_t source, unsigned component, Type type) {
  switch (type) {
    case Type::raw:
      return read(instruction, instruction.sources[source], component);
    case Type::f32:
      return read_float(instruction, source, component);
    case Type::i32:
      return read_integer(instruction, source, component);
    default:
      break;
  }
  const Source &operand = instruction.sources[source];
  const auto word = [&](unsigned index) {
    return builder.CreateZExt(
        as_integer(read_register(instruction, operand.place, operand.swizzle[index])),
        builder.getInt64Ty());
  };
  Value *low = word(component);
  Value *value = builder.CreateOr(low, builder.CreateShl(word(component + 1), 32));
  if (type == Type::i64) {
    if (operand.absolute) {
      value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value, builder.getFalse());
    }
    return operand.negate ? builder.CreateNeg(value) : value;
  }
  value = builder.CreateBitCast(value, builder.getDoubleTy());
  if (operand.absolute) {
    value = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
  }
  return operand.negate ? builder.CreateFNeg(value) : value;
}

/// The maximum of NaN and 0 is 0.
Value *Body::saturate(Value *value) {
  llvm::Type *type = value->getType();
  Value *positive = call("fmax", type, {value, llvm::ConstantFP::get(type, 0)});
  return call("fmin", type, {positive, llvm::ConstantFP::get(type, 1)});
}

void Body::store(const Destination &destination, unsigned component, Value *value) {
  const Register &place = destination.place;
  if (place.file == File::temporary) {
    temporaries_.store(builder, place,
                       place.index.is_indirect ? compute_index(place.index) : nullptr, component,
                       value);
  } else if (place.file == File::address) {
    builder.CreateStore(
        as_integer(value),
        temporaries_.address_variable(static_cast<uint32_t>(place.index.offset), component));
  } else if (place.file == File::output) {
    builder.CreateStore(as_integer(value), stage_place(place, component));
  }
}

void Body::write(const Instruction &instruction, unsigned component, Value *value) {
  const Destination &destination = instruction.destinations[0];
  if (destination.place.file == File::address && destination.place.index.is_indirect) {
    instruction.refuse("an address register with a computed index is not supported");
  }
  if ((destination.mask >> component & 1) == 0) {
    return;
  }
  store(destination, component, instruction.saturate ? saturate(as_float(value)) : value);
}

void Body::write_pair(const Instruction &instruction, unsigned pair, Value *value) {
  if (instruction.saturate && value->getType()->isDoubleTy()) {
    value = saturate(value);
  }
  value = builder.CreateBitCast(value, builder.getInt64Ty());
  Value *words[] = {builder.CreateTrunc(value, builder.getInt32Ty()),
                    builder.CreateTrunc(builder.CreateLShr(value, 32), builder.getInt32Ty())};
  const Destination &destination = instruction.destinations[0];
  for (unsigned i = 0; i < 2; ++i) {
    const unsigned component = 2 * pair + i;
    if ((destination.mask >> component & 1) != 0) {
      store(destination, component, words[i]);
    }
  }
}

Value *Body::divide(Value *dividend, Value *divisor) {
  Value *quotient = builder.CreateFDiv(dividend, divisor);
  auto *division = llvm::dyn_cast<llvm::Instruction>(quotient);
  if (division != nullptr && !correctly_rounded_ && quotient->getType()->isFloatTy()) {
    // In units in the last place, as OpenCL C and GLSL allow.
    constexpr float allowed_error = 2.5F;
    division->setMetadata(llvm::LLVMContext::MD_fpmath,
                          llvm::MDBuilder(kernel.getContext()).createFPMath(allowed_error));
  }
  return quotient;
}

}  // namespace mux::compiler::tgsi
