// Loads and stores of whole texels.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/instructions/texels.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

llvm::Type *part_type(Body &body, unsigned bytes) {
  return body.builder.getIntNTy(bytes < word_bytes ? 8 * bytes : 8 * word_bytes);
}

llvm::Align part_alignment(unsigned bytes) {
  return llvm::Align(bytes < word_bytes ? bytes : word_bytes);
}

Value *word_at(Body &body, Value *pointer, unsigned index) {
  return body.builder.CreateInBoundsGEP(body.builder.getInt32Ty(), pointer,
                                        body.builder.getInt64(index));
}

}  // namespace

TexelWords load_texel(Body &body, Value *pointer, unsigned bytes) {
  TexelWords words;
  words.fill(body.builder.getInt32(0));
  for (unsigned i = 0; i * word_bytes < bytes; ++i) {
    Value *part = body.builder.CreateAlignedLoad(part_type(body, bytes),
                                                 i == 0 ? pointer : word_at(body, pointer, i),
                                                 part_alignment(bytes));
    words[i] = body.builder.CreateZExt(part, body.builder.getInt32Ty());
  }
  return words;
}

void store_texel(Body &body, Value *pointer, const TexelWords &words, unsigned bytes) {
  for (unsigned i = 0; i * word_bytes < bytes; ++i) {
    body.builder.CreateAlignedStore(body.builder.CreateTrunc(words[i], part_type(body, bytes)),
                                    i == 0 ? pointer : word_at(body, pointer, i),
                                    part_alignment(bytes));
  }
}

void store_texel(Body &body, Value *pointer, const TexelWords &words, Value *bytes) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::BasicBlock *after = body.create_block();
  llvm::SwitchInst *choice = builder.CreateSwitch(bytes, after);
  for (const unsigned count : {1, 2, 4, 8, 16}) {
    llvm::BasicBlock *block = body.create_block();
    choice->addCase(builder.getInt32(count), block);
    builder.SetInsertPoint(block);
    store_texel(body, pointer, words, count);
    builder.CreateBr(after);
  }
  builder.SetInsertPoint(after);
}

}  // namespace mux::compiler::tgsi
