#include "codegen/tgsi/instructions/guarded_access.h"

#include <llvm/ADT/bit.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <map>
#include <tuple>

#include "codegen/ir/robust_access.h"

namespace mux::compiler::tgsi {

using llvm::Value;

namespace {

/// The first address, in bytes, at which so many words are out of range. Uniform.
Value *limit_of(Body &body, const Resource &resource, unsigned words) {
  return body.builder.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, resource.size,
                                            body.builder.getInt32(words * word_bytes - 1));
}

}  // namespace

unsigned words_of(Mask mask) {
  return static_cast<unsigned>(llvm::bit_width(unsigned{mask}));
}

std::optional<AccessDescription> describe_access(const Instruction &instruction) {
  AccessDescription access;
  if (instruction.opcode == Opcode::STORE) {
    const Destination &destination = instruction.destinations[0];
    access = {&destination.place, &instruction.sources[0], words_of(destination.mask)};
  } else if (instruction.info().form == Form::resource && instruction.opcode != Opcode::RESQ) {
    const bool is_load = instruction.opcode == Opcode::LOAD;
    access = {&instruction.sources[0].place, &instruction.sources[1],
              is_load ? words_of(instruction.destinations[0].mask) : 1};
  } else {
    return std::nullopt;
  }
  const bool is_memory = access.resource->file == File::memory;
  const bool is_buffer =
      access.resource->file == File::buffer && !access.resource->index.is_indirect;
  return is_memory || is_buffer ? std::optional(access) : std::nullopt;
}

Value *are_inside(Body &body, std::span<const Instruction *const> accesses) {
  llvm::IRBuilder<> &builder = body.builder;
  struct Limit {
    Value *address;
    Value *limit;
  };
  // Accesses with the same address need one comparison, with the lowest limit.
  std::map<std::tuple<File, int32_t, unsigned>, Limit> limits;
  for (const Instruction *instruction : accesses) {
    const AccessDescription access = *describe_access(*instruction);
    const auto operand = static_cast<size_t>(access.address - instruction->sources.data());
    Value *limit =
        limit_of(body, find_resource(body, *instruction, *access.resource), access.words);
    const auto [found, is_new] =
        limits.try_emplace({access.address->place.file, access.address->place.index.offset,
                            access.address->swizzle[0]});
    if (is_new) {
      found->second = {body.read_integer(*instruction, operand, 0), limit};
    } else {
      found->second.limit =
          builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, found->second.limit, limit);
    }
  }
  Value *all = builder.getTrue();
  for (const auto &[place, limit] : limits) {
    all = builder.CreateAnd(all, call_bounds_check(builder, limit.address, limit.limit));
  }
  return all;
}

Value *address_of(Body &body, const Instruction &instruction, const Register &place,
                  size_t operand) {
  if (place.file != File::hardware_atomic) {
    return body.read_integer(instruction, operand, 0);
  }
  Value *counter = place.index.is_indirect
                       ? body.compute_index(place.index)
                       : body.builder.getInt32(static_cast<uint32_t>(place.index.offset));
  return body.builder.CreateMul(counter, body.builder.getInt32(word_bytes));
}

WordRange find_words(Body &body, const Instruction &instruction, const Register &place,
                     Value *address, unsigned count) {
  llvm::IRBuilder<> &builder = body.builder;
  const Resource resource = find_resource(body, instruction, place);
  WordRange range;
  range.pointer = resource.pointer;
  range.offset = builder.CreateZExt(address, builder.getInt64Ty());
  if (body.unchecked.contains(&instruction)) {
    range.is_inside = builder.getTrue();
  } else {
    range.is_inside = call_bounds_check(builder, address, limit_of(body, resource, count));
  }
  return range;
}

Value *word_pointer(Body &body, const WordRange &range, unsigned index) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *pointer = builder.CreateInBoundsGEP(builder.getInt8Ty(), range.pointer, range.offset);
  return index == 0
             ? pointer
             : builder.CreateInBoundsGEP(builder.getInt32Ty(), pointer, builder.getInt64(index));
}

llvm::SmallVector<Value *> when_inside(Body &body, Value *is_inside,
                                       llvm::function_ref<llvm::SmallVector<Value *>()> build) {
  if (is_inside == body.builder.getTrue()) {
    return build();
  }
  llvm::IRBuilder<> &builder = body.builder;
  llvm::BasicBlock *outside = builder.GetInsertBlock();
  llvm::BasicBlock *inside = body.create_block();
  llvm::BasicBlock *after = body.create_block();
  builder.CreateCondBr(is_inside, inside, after);
  builder.SetInsertPoint(inside);
  llvm::SmallVector<Value *> values = build();
  inside = builder.GetInsertBlock();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  for (Value *&value : values) {
    llvm::PHINode *phi = builder.CreatePHI(value->getType(), 2);
    phi->addIncoming(value, inside);
    phi->addIncoming(llvm::Constant::getNullValue(value->getType()), outside);
    value = phi;
  }
  return values;
}

}  // namespace mux::compiler::tgsi
