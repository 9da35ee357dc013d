// Loads, stores and sizes of buffers, shared memory and atomic counters.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/instructions/guarded_access.h"
#include "codegen/tgsi/instructions/image_access.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

void load(Body &body, const Instruction &instruction) {
  const Register &place = instruction.sources[0].place;
  if (place.file == File::image) {
    load_image(body, instruction);
    return;
  }
  const Mask mask = instruction.destinations[0].mask;
  const WordRange range =
      find_words(body, instruction, place, address_of(body, instruction, place, 1), words_of(mask));
  const auto words = when_inside(body, range.is_inside, [&] {
    llvm::SmallVector<Value *> loaded;
    for (unsigned i = 0; i < component_count; ++i) {
      if ((mask >> i & 1) != 0) {
        llvm::LoadInst *word = body.builder.CreateAlignedLoad(
            body.builder.getInt32Ty(), word_pointer(body, range, i), word_alignment);
        // Such a load must not be hoisted out of a loop that waits for another work-group.
        word->setAtomic(instruction.coherent ? llvm::AtomicOrdering::Monotonic
                                             : llvm::AtomicOrdering::NotAtomic);
        loaded.push_back(word);
      }
    }
    return loaded;
  });
  const auto *word = words.begin();
  for (unsigned i = 0; i < component_count; ++i) {
    if ((mask >> i & 1) != 0) {
      body.write(instruction, i, *word++);
    }
  }
}

void store(Body &body, const Instruction &instruction) {
  const Destination &destination = instruction.destinations[0];
  if (destination.place.file == File::image) {
    store_image(body, instruction);
    return;
  }
  const Mask mask = destination.mask;
  const WordRange range = find_words(body, instruction, destination.place,
                                     body.read_integer(instruction, 0, 0), words_of(mask));
  std::array<Value *, component_count> values = {};
  for (unsigned i = 0; i < component_count; ++i) {
    if ((mask >> i & 1) != 0) {
      values[i] = body.read(instruction, instruction.sources[1], i);
    }
  }
  when_inside(body, range.is_inside, [&] {
    for (unsigned i = 0; i < component_count; ++i) {
      if (values[i] != nullptr) {
        body.builder.CreateAlignedStore(values[i], word_pointer(body, range, i), word_alignment);
      }
    }
    return llvm::SmallVector<Value *>();
  });
}

void query_size(Body &body, const Instruction &instruction) {
  const Register &place = instruction.sources[0].place;
  if (place.file == File::image) {
    query_image(body, instruction);
    return;
  }
  const Resource resource = find_resource(body, instruction, place);
  body.write(instruction, 0, resource.size);
  for (unsigned i = 1; i < component_count; ++i) {
    body.write(instruction, i, body.builder.getInt32(0));
  }
}

constexpr TranslatedOpcode memory_table[] = {
    {Opcode::LOAD, load}, {Opcode::STORE, store}, {Opcode::RESQ, query_size}};

}  // namespace

std::span<const TranslatedOpcode> memory_instructions() {
  return memory_table;
}

}  // namespace mux::compiler::tgsi
