// Images and samplers.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

const llvm::TargetExtType &image_type(Body &body, const Instruction &instruction, size_t index) {
  const Type &type = body.operand_type(instruction, index);
  if (!type.is(Op::TypeImage) && !type.is(Op::TypeSampledImage)) {
    instruction.refuse("the id " + std::to_string(instruction.operands[index]) + " is no image");
  }
  return *llvm::cast<llvm::TargetExtType>(type.type);
}

BuiltinArgument image_argument(Body &body, const Instruction &instruction, size_t index) {
  image_type(body, instruction, index);
  Value *image = body.operand(instruction, index);
  return {image, parameter_type(image->getType(), true, instruction)};
}

/// Three-component coordinates are extended to four components, as in OpenCL C.
BuiltinArgument coordinate_argument(Body &body, const Instruction &instruction, size_t index) {
  Value *coordinate = body.operand(instruction, index);
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(coordinate->getType());
  if (vector != nullptr && vector->getNumElements() == 3) {
    Value *zero = llvm::Constant::getNullValue(coordinate->getType());
    coordinate = body.builder.CreateShuffleVector(coordinate, zero, {0, 1, 2, 3});
  }
  return {coordinate, parameter_type(coordinate->getType(), true, instruction)};
}

bool has_operand(const Instruction &instruction, size_t index, ImageOperands operand) {
  return index < instruction.operands.size() &&
         (instruction.operands[index] & static_cast<uint32_t>(operand)) != 0;
}

/// Throws ModuleError for image operands that select another pixel, which are not supported. The
/// other operands are memory semantics and signedness.
void require_image_operands(Body &body, const Instruction &instruction, size_t index) {
  struct Refused {
    ImageOperands operand;
    const char *why;
  };
  constexpr Refused list[] = {
      {ImageOperands::Bias, "levels of detail are not supported (capability Shader)"},
      {ImageOperands::Grad, "gradients are not supported (capability ImageMipmap)"},
      {ImageOperands::ConstOffset, "offsets of coordinates are not supported"},
      {ImageOperands::Offset, "offsets of coordinates are not supported"},
      {ImageOperands::ConstOffsets, "offsets of coordinates are not supported"},
      {ImageOperands::Offsets, "offsets of coordinates are not supported"},
      {ImageOperands::Sample, "samples are not supported"},
      {ImageOperands::MinLod, "levels of detail are not supported (capability MinLod)"},
  };
  for (const auto &[operand, why] : list) {
    instruction.require(!has_operand(instruction, index, operand), why);
  }
  if (has_operand(instruction, index, ImageOperands::Lod)) {
    const auto *level = body.constant_operand(instruction, index + 1);
    instruction.require(level != nullptr && level->isNullValue(),
                        "levels of detail are not supported (capability ImageMipmap)");
  }
}

/// The name of the access function: "read_imagef", "write_imageui". If the module does not specify
/// the signedness of integers, either function gives the same bits: the image's format determines
/// it when the kernel runs.
std::string color_function(const char *verb, llvm::Type *color, const Instruction &instruction,
                           size_t operands) {
  llvm::Type *scalar = color->getScalarType();
  const char *suffix = "f";
  if (scalar->isHalfTy()) {
    suffix = "h";
  } else if (scalar->isIntegerTy()) {
    suffix = has_operand(instruction, operands, ImageOperands::ZeroExtend) ? "ui" : "i";
  }
  return std::string(verb) + suffix;
}

Value *join_sampler(Body &body, const Instruction &instruction) {
  image_type(body, instruction, 0);
  instruction.require(body.operand_type(instruction, 1).is(Op::TypeSampler),
                      "the second operand is no sampler");
  body.samplers_of_images[instruction.result] = body.operand(instruction, 1);
  return body.operand(instruction, 0);
}

Value *image_of_sampled(Body &body, const Instruction &instruction) {
  image_type(body, instruction, 0);
  return body.operand(instruction, 0);
}

/// Whether the accessed image, or sampled image, is a depth image.
bool is_depth(Body &body, const Instruction &instruction) {
  const Type *type = &body.operand_type(instruction, 0);
  if (type->is(Op::TypeSampledImage)) {
    type = &body.context.types.get(type->definition->operands[0], instruction);
  }
  constexpr size_t depth_operand = 2;
  return type->is(Op::TypeImage) && type->definition->operands[depth_operand] == 1;
}

/// Calls a read function. Reads of depth images return a scalar, where the module may expect four
/// components.
Value *call_read(Body &body, const Instruction &instruction, size_t operands,
                 std::span<const BuiltinArgument> arguments) {
  require_image_operands(body, instruction, operands);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(type->isFPOrFPVectorTy() || type->isIntOrIntVectorTy(),
                      "the result is no color");
  if (type->isVectorTy() && is_depth(body, instruction)) {
    Value *depth = call_builtin(body, instruction, "read_imagef", type->getScalarType(), arguments,
                                BuiltinEffect::memory);
    return body.builder.CreateInsertElement(llvm::Constant::getNullValue(type), depth, uint64_t{0});
  }
  return call_builtin(body, instruction, color_function("read_image", type, instruction, operands),
                      type, arguments, BuiltinEffect::memory);
}

Value *sample(Body &body, const Instruction &instruction) {
  const auto sampler = body.samplers_of_images.find(instruction.operands[0]);
  instruction.require(sampler != body.samplers_of_images.end(), "the image has no sampler");
  BuiltinArgument arguments[] = {image_argument(body, instruction, 0),
                                 {sampler->second, {}},
                                 coordinate_argument(body, instruction, 1)};
  arguments[1].type = parameter_type(sampler->second->getType(), true, instruction);
  return call_read(body, instruction, 2, arguments);
}

Value *read(Body &body, const Instruction &instruction) {
  const BuiltinArgument arguments[] = {image_argument(body, instruction, 0),
                                       coordinate_argument(body, instruction, 1)};
  return call_read(body, instruction, 2, arguments);
}

Value *write(Body &body, const Instruction &instruction) {
  require_image_operands(body, instruction, 3);
  Value *color = body.operand(instruction, 2);
  const std::string name = color_function("write_image", color->getType(), instruction, 3);
  const BuiltinArgument arguments[] = {
      image_argument(body, instruction, 0), coordinate_argument(body, instruction, 1),
      builtin_argument(body, instruction, 2, !name.ends_with("ui"))};
  call_builtin(body, instruction, name, body.builder.getVoidTy(), arguments, BuiltinEffect::memory);
  return nullptr;
}

/// Calls an image query of OpenCL C.
Value *query(Body &body, const Instruction &instruction, const char *name, unsigned bits) {
  const BuiltinArgument image = image_argument(body, instruction, 0);
  return call_builtin(body, instruction, name, body.builder.getIntNTy(bits), {&image, 1});
}

Value *query_size(Body &body, const Instruction &instruction) {
  const llvm::TargetExtType &image = image_type(body, instruction, 0);
  static constexpr const char *extents[] = {"get_image_width", "get_image_height",
                                            "get_image_depth"};
  const unsigned dimension = image.getIntParameter(0);
  const size_t extent_count = dimension == static_cast<unsigned>(Dim::Dim3D)   ? 3
                              : dimension == static_cast<unsigned>(Dim::Dim2D) ? 2
                                                                               : 1;
  llvm::SmallVector<Value *> sizes;
  for (size_t i = 0; i < extent_count; ++i) {
    sizes.push_back(query(body, instruction, extents[i], 32));
  }
  if (image.getIntParameter(2) == 1) {
    sizes.push_back(query(body, instruction, "get_image_array_size", 64));
  }
  llvm::Type *type = body.result_type(instruction).type;
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  instruction.require(type->isIntOrIntVectorTy() &&
                          (vector == nullptr ? 1 : vector->getNumElements()) == sizes.size(),
                      "the result has another number of components than the image's size");
  if (vector == nullptr) {
    return body.builder.CreateZExtOrTrunc(sizes[0], type);
  }
  Value *result = llvm::PoisonValue::get(type);
  for (uint64_t i = 0; i < sizes.size(); ++i) {
    result = body.builder.CreateInsertElement(
        result, body.builder.CreateZExtOrTrunc(sizes[i], vector->getElementType()), i);
  }
  return result;
}

/// Channel order and data type: SPIR-V's enumerants begin at 0, OpenCL C's at the values of
/// clCreateImage.
Value *query_enumerant(Body &body, const Instruction &instruction) {
  const bool is_order = instruction.opcode == Op::ImageQueryOrder;
  constexpr uint32_t first_order = 0x10b0;
  constexpr uint32_t first_data_type = 0x10d0;
  Value *number = query(body, instruction,
                        is_order ? "get_image_channel_order" : "get_image_channel_data_type", 32);
  return body.builder.CreateSub(number,
                                body.builder.getInt32(is_order ? first_order : first_data_type));
}

constexpr TranslatedOpcode images_table[] = {
    {Op::SampledImage, join_sampler},
    {Op::Image, image_of_sampled},
    {Op::ImageSampleExplicitLod, sample},
    {Op::ImageRead, read},
    {Op::ImageWrite, write},
    {Op::ImageQuerySize, query_size},
    {Op::ImageQuerySizeLod, query_size},
    {Op::ImageQueryFormat, query_enumerant},
    {Op::ImageQueryOrder, query_enumerant},
};

}  // namespace

std::span<const TranslatedOpcode> image_instructions() {
  return images_table;
}

}  // namespace mux::compiler::spirv
