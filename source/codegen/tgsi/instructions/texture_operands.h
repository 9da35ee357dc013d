/// @file
/// Operands of texture instructions: where the parts of coordinates are, and calls of the functions
/// on textures (builtins/library/texture_sampling.inc).

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

#include "codegen/tgsi/body/body.h"

namespace mux::compiler::tgsi {

/// A component of one of the sources.
struct OperandPlace {
  size_t source = 0;
  unsigned component = 0;
};

/// Where a target's coordinates are, and its properties.
struct TextureTarget {
  /// Number of coordinates, 1 to 3.
  unsigned dimensions;
  bool is_cube = false;
  bool is_multisampled = false;
  bool is_rectangle = false;
  bool is_buffer = false;
  std::optional<unsigned> layer = std::nullopt;
  std::optional<OperandPlace> reference = std::nullopt;
};

/// Throws TextError if the target is none of a texture.
TextureTarget texture_target(const Instruction &instruction);

/// The number that functions on textures get for a target.
uint32_t bits_of(const TextureTarget &target);

/// The resource of the last operand.
Resource find_texture(Body &body, const Instruction &instruction);

/// What code for known textures gets: constants of the program (parameters.h).
struct TextureCode {
  /// Four numbers.
  llvm::Value *view = nullptr;
  /// NULL of instructions without a sampler.
  llvm::Value *sampler = nullptr;
};

/// Builds code for all textures, and code for known ones that runs if the program's constants are
/// given.
/// @param build gets NULL for all textures. It returns a vector of four integers.
llvm::Value *for_texture(Body &body, const Resource &texture, bool has_sampler,
                         llvm::function_ref<llvm::Value *(const TextureCode *)> build);

/// A call of a function on textures. Arguments are added in order.
class TextureCall {
 public:
  TextureCall(Body &body, const char *name);

  /// An address in global memory.
  TextureCall &address(llvm::Value *pointer);
  TextureCall &number(uint32_t number);
  /// The constants of known textures.
  TextureCall &code(const TextureCode &code);
  /// Numbers as floats, or as integers; absent ones are NULL.
  TextureCall &floats(llvm::ArrayRef<llvm::Value *> values);
  TextureCall &integers(llvm::ArrayRef<llvm::Value *> values);

  llvm::Value *build(llvm::Type *result);

 private:
  TextureCall &add(llvm::ArrayRef<llvm::Value *> values, llvm::Type *type,
                   builtins::Element element);

  Body &body_;
  builtins::Signature signature_;
  llvm::SmallVector<llvm::Value *> arguments_;
};

}  // namespace mux::compiler::tgsi
