// Loads, stores and sizes of images.

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Intrinsics.h>

#include <cstddef>
#include <string>

#include "codegen/tgsi/instructions/guarded_access.h"
#include "codegen/tgsi/instructions/image_access.h"
#include "codegen/tgsi/instructions/texels.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler::tgsi {

using llvm::Value;

namespace {

constexpr unsigned faces_of_cube = 6;

/// Components of the coordinates; absent ones are component_count.
struct CoordinatePlaces {
  unsigned height = component_count;
  unsigned depth = component_count;
  unsigned sample = component_count;
};

CoordinatePlaces places_of(const Instruction &instruction, Target target) {
  switch (target) {
    case Target::buffer:
    case Target::one_d:
      return {};
    case Target::one_d_array:
      return {component_count, 1, component_count};
    case Target::two_d:
    case Target::rectangle:
      return {1, component_count, component_count};
    case Target::three_d:
    case Target::cube:
    case Target::two_d_array:
    case Target::cube_array:
      return {1, 2, component_count};
    case Target::two_d_multisample:
      return {1, component_count, 3};
    case Target::two_d_array_multisample:
      return {1, 2, 3};
    default:
      instruction.refuse("the target is none of an image");
  }
}

/// The format that the instruction names; NULL if there is none.
const TexelFormat *format_of(const Instruction &instruction) {
  return instruction.format.empty() ? nullptr : find_texel_format(instruction.format);
}

/// How texels are stored if the instruction names no format: 32 bits each.
struct BoundFormat {
  Value *encoding;
  Value *bytes;
};

/// The constant of the program for the format of an image (parameters.h).
llvm::GlobalVariable *format_constant(Body &body, uint32_t number) {
  llvm::Module &module = *body.kernel.getParent();
  const std::string name = "image_" + std::to_string(number) + "_format";
  if (llvm::GlobalVariable *found = module.getNamedGlobal(name)) {
    return found;
  }
  return new llvm::GlobalVariable(module, body.builder.getInt32Ty(), /*isConstant=*/true,
                                  llvm::GlobalValue::WeakAnyLinkage, body.builder.getInt32(0), name,
                                  nullptr, llvm::GlobalValue::NotThreadLocal,
                                  address_space::constant);
}

/// The format that is given as a constant, else that of the layout.
BoundFormat bound_format(Body &body, const Resource &resource) {
  llvm::IRBuilder<> &builder = body.builder;
  BoundFormat format{
      load_layout(body, resource.layout, offsetof(texture_layout_s, encoding), 32),
      load_layout(body, resource.layout, offsetof(texture_layout_s, texel_bytes), 32)};
  if (resource.is_declared != nullptr) {
    // Which image it is, is computed.
    return format;
  }
  Value *given = builder.CreateLoad(builder.getInt32Ty(), format_constant(body, resource.number));
  Value *is_given = builder.CreateICmpNE(given, builder.getInt32(0));
  format.encoding = builder.CreateSelect(is_given, builder.CreateAnd(given, 0xFF), format.encoding);
  format.bytes = builder.CreateSelect(is_given, builder.CreateLShr(given, 8), format.bytes);
  return format;
}

/// Adds a coordinate to the texel's place. Coordinates inside are below 2^31: signed, as processors
/// gather by signed indices of 32 bits.
void add_coordinate(Body &body, TexelPlace &texel, Value *coordinate, size_t size_offset,
                    Value *pitch) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *size = load_layout(body, texel.layout, size_offset, 32);
  texel.is_inside = builder.CreateAnd(texel.is_inside, builder.CreateICmpULT(coordinate, size));
  Value *index = builder.CreateSExt(coordinate, builder.getInt64Ty());
  if (const auto *bytes = llvm::dyn_cast<llvm::ConstantInt>(pitch)) {
    // The vectorizer looks at indices, and not at products.
    llvm::Type *step = llvm::ArrayType::get(builder.getInt8Ty(), bytes->getZExtValue());
    texel.pointer = builder.CreateGEP(step, texel.pointer, index);
  } else {
    texel.pointer =
        builder.CreateGEP(builder.getInt8Ty(), texel.pointer, builder.CreateMul(index, pitch));
  }
}

}  // namespace

Value *load_layout(Body &body, Value *layout, size_t member_offset, unsigned bits) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *pointer =
      builder.CreateInBoundsGEP(builder.getInt8Ty(), layout, builder.getInt64(member_offset));
  llvm::LoadInst *load =
      builder.CreateAlignedLoad(builder.getIntNTy(bits), pointer, llvm::Align(bits / 8));
  // Nothing writes layouts while the kernel runs, so that stores need not be looked at.
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

Target image_target(const Instruction &instruction) {
  // Buffers are not named.
  return instruction.target.value_or(Target::buffer);
}

TexelPlace find_texel(Body &body, const Instruction &instruction, const Register &image,
                      size_t coordinates, Value *texel_bytes) {
  llvm::IRBuilder<> &builder = body.builder;
  const Resource resource = find_resource(body, instruction, image);
  const CoordinatePlaces places = places_of(instruction, image_target(instruction));
  TexelPlace texel;
  texel.layout = resource.layout;
  texel.pointer = resource.pointer;
  texel.is_inside = resource.is_declared == nullptr ? builder.getTrue() : resource.is_declared;
  const auto coordinate = [&](unsigned component) {
    return body.read_integer(instruction, coordinates, component);
  };
  const auto wide = [&](size_t member_offset) {
    return load_layout(body, texel.layout, member_offset, 64);
  };
  if (places.sample != component_count) {
    add_coordinate(body, texel, coordinate(places.sample), offsetof(texture_layout_s, samples),
                   wide(offsetof(texture_layout_s, sample_pitch)));
  }
  if (places.depth != component_count) {
    add_coordinate(body, texel, coordinate(places.depth), offsetof(texture_layout_s, depth),
                   wide(offsetof(texture_layout_s, slice_pitch)));
  }
  if (places.height != component_count) {
    Value *pitch = load_layout(body, texel.layout, offsetof(texture_layout_s, row_pitch), 32);
    add_coordinate(body, texel, coordinate(places.height), offsetof(texture_layout_s, height),
                   builder.CreateZExt(pitch, builder.getInt64Ty()));
  }
  add_coordinate(body, texel, coordinate(0), offsetof(texture_layout_s, width), texel_bytes);
  return texel;
}

void load_image(Body &body, const Instruction &instruction) {
  const TexelFormat *format = format_of(instruction);
  if (format == nullptr) {
    instruction.refuse("loads from images need a format");
  }
  const TexelPlace texel = find_texel(body, instruction, instruction.sources[0].place, 1,
                                      body.builder.getInt64(format->bytes));
  const auto loaded = when_inside(body, texel.is_inside, [&] {
    const TexelWords words = load_texel(body, texel.pointer, format->bytes);
    return llvm::SmallVector<Value *>(words.begin(), words.end());
  });
  const Components components =
      decode_texel(body, *format, {loaded[0], loaded[1], loaded[2], loaded[3]});
  for (unsigned i = 0; i < component_count; ++i) {
    body.write(instruction, i, components[i]);
  }
}

void store_image(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  const TexelFormat *format = format_of(instruction);
  const Register &image = instruction.destinations[0].place;
  const BoundFormat bound = format == nullptr
                                ? bound_format(body, find_resource(body, instruction, image))
                                : BoundFormat{nullptr, builder.getInt32(format->bytes)};
  const TexelPlace texel = find_texel(body, instruction, image, 0,
                                      builder.CreateZExt(bound.bytes, builder.getInt64Ty()));
  Components components;
  for (unsigned i = 0; i < component_count; ++i) {
    components[i] = body.read(instruction, instruction.sources[1], i);
  }
  when_inside(body, texel.is_inside, [&] {
    if (format != nullptr) {
      store_texel(body, texel.pointer, encode_texel(body, format->encoding, components),
                  format->bytes);
    } else {
      store_texel(body, texel.pointer, encode_texel(body, bound.encoding, components), bound.bytes);
    }
    return llvm::SmallVector<Value *>();
  });
}

void query_image(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  const Resource resource = find_resource(body, instruction, instruction.sources[0].place);
  const Target target = image_target(instruction);
  const CoordinatePlaces places = places_of(instruction, target);
  const auto member = [&](size_t offset) { return load_layout(body, resource.layout, offset, 32); };
  Components sizes;
  sizes.fill(builder.getInt32(0));
  sizes[0] = member(offsetof(texture_layout_s, width));
  if (places.height != component_count) {
    sizes[places.height] = member(offsetof(texture_layout_s, height));
  }
  if (places.depth != component_count && target != Target::cube) {
    Value *depth = member(offsetof(texture_layout_s, depth));
    sizes[places.depth] = target == Target::cube_array
                              ? builder.CreateUDiv(depth, builder.getInt32(faces_of_cube))
                              : depth;
  }
  sizes[3] = member(offsetof(texture_layout_s, samples));
  for (unsigned i = 0; i < component_count; ++i) {
    body.write(instruction, i, sizes[i]);
  }
}

}  // namespace mux::compiler::tgsi
