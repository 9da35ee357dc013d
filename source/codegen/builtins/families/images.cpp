// Images (OpenCL C 6.15.15): reads and writes call the functions of compiler/images, queries load
// members of the ImageView. An image is a pointer to an ImageView, a sampler a 64-bit integer
// (pipeline/program/lower_opaque_types.h).
//
// Most kernels access 2D images; other shapes are arrays of them, rows (1D), or volumes (3D). The
// library has inline code for images of known formats (library/known_images.inc) and for the common
// pixel formats inside an image (library/images.inc); only accesses that neither handles call the
// functions. The inline code accesses pixels as ordinary memory, and the functions as inaccessible
// memory, so LLVM sees no dependence between the two: the inline code must not be used for images
// that a kernel both reads and writes.

#include <llvm/IR/Module.h>
#include <llvm/Support/ModRef.h>

#include <cstddef>
#include <optional>
#include <string>

#include "codegen/builtins/families/image_members.h"
#include "codegen/builtins/library_call.h"
#include "codegen/builtins/runtime.h"
#include "compiler/abi/kernel_abi.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// The dimensionality of an image type and its coordinates.
struct ImageShape {
  /// ocl_<name>_<access>
  std::string_view name;
  /// In the names of runtime functions.
  std::string_view runtime_name;
  /// Lanes of a coordinate vector, and how many of them are used.
  unsigned lanes;
  unsigned coordinates;
  unsigned dimensions;
  bool is_array;
  /// A depth image: a color is a scalar.
  bool is_depth = false;
};

constexpr ImageShape shapes[] = {
    {"image1d", "1d", 1, 1, 1, false},
    {"image1d_buffer", "1d", 1, 1, 1, false},
    {"image1d_array", "1d_array", 2, 2, 1, true},
    {"image2d", "2d", 2, 2, 2, false},
    {"image2d_array", "2d_array", 4, 3, 2, true},
    {"image2d_depth", "2d", 2, 2, 2, false, true},
    {"image2d_array_depth", "2d_array", 4, 3, 2, true, true},
    {"image3d", "3d", 4, 3, 3, false},
};

constexpr unsigned max_coordinates = 3;

struct Image {
  const ImageShape *shape;
  bool readable;
  bool writable;

  bool is_volume() const { return shape->dimensions == 3; }
  /// A 1D image, which is handled as a 2D image of height 1.
  bool is_row() const { return shape->dimensions == 1 && !shape->is_array; }
  /// 1D array images, which the library does not handle.
  bool is_array_of_rows() const { return shape->dimensions == 1 && shape->is_array; }
  bool is_layered_plane() const { return shape->dimensions == 2 && shape->is_array; }
};

/// Parses the first parameter as an image.
std::optional<Image> parse_image(Expansion &expansion) {
  if (expansion.size() == 0 || expansion.type(0).element != Element::named ||
      expansion.type(0).is_pointer || !expansion.argument(0)->getType()->isPointerTy() ||
      expansion.argument(0)->getType()->getPointerAddressSpace() != 0) {
    return std::nullopt;
  }
  const std::string_view type = expansion.type(0).name;
  for (const ImageShape &shape : shapes) {
    for (const std::string_view access : {"_ro", "_wo", "_rw"}) {
      if (type == "ocl_" + std::string(shape.name) + std::string(access)) {
        return Image{&shape, access != "_wo", access != "_ro"};
      }
    }
  }
  return std::nullopt;
}

/// The type of a color's components, from the suffix of read_image or write_image.
struct ColorType {
  /// The suffix of the runtime function, which uses float for half, and float4 for depth.
  std::string_view runtime_name;
  /// The component type in signatures of library functions.
  Element element;
  llvm::Type *runtime_type;
  llvm::Type *type;
};

std::optional<ColorType> parse_color(llvm::LLVMContext &context, const ImageShape &shape,
                                     std::string_view suffix) {
  const auto vector = [](llvm::Type *element) { return llvm::FixedVectorType::get(element, 4); };
  llvm::Type *floats = vector(llvm::Type::getFloatTy(context));
  llvm::Type *integers = vector(llvm::Type::getInt32Ty(context));
  if (suffix == "f") {
    return ColorType{"f", Element::float32, floats,
                     shape.is_depth ? llvm::Type::getFloatTy(context) : floats};
  }
  if (shape.is_depth) {
    return std::nullopt;
  }
  if (suffix == "h") {
    return ColorType{"f", Element::float32, floats, vector(llvm::Type::getHalfTy(context))};
  }
  if (suffix == "i" || suffix == "ui") {
    return ColorType{suffix, suffix == "i" ? Element::int32 : Element::uint32, integers, integers};
  }
  return std::nullopt;
}

/// Converts a color read by a runtime function to the built-in's result type.
Value *from_runtime(llvm::IRBuilder<> &builder, const ColorType &type, Value *color) {
  if (type.type == type.runtime_type) {
    return color;
  }
  return type.type->isVectorTy() ? builder.CreateFPTrunc(color, type.type)
                                 : builder.CreateExtractElement(color, uint64_t{0});
}

/// Converts a color of the program to the runtime function's type.
Value *to_runtime(llvm::IRBuilder<> &builder, const ColorType &type, Value *color) {
  if (type.type == type.runtime_type) {
    return color;
  }
  return type.type->isVectorTy()
             ? builder.CreateFPExt(color, type.runtime_type)
             : builder.CreateInsertElement(llvm::Constant::getNullValue(type.runtime_type), color,
                                           uint64_t{0});
}

/// Appends three numbers from the coordinate, zeros for those that the shape does not have. False
/// if the parameter is no coordinate of that shape.
bool take_coordinates(Expansion &expansion, size_t index, const ImageShape &shape,
                      llvm::SmallVectorImpl<Value *> &arguments) {
  const ParameterType &type = expansion.type(index);
  if (type.is_pointer || type.lanes != shape.lanes ||
      (type.element != Element::int32 && type.element != Element::float32)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *coordinate = expansion.argument(index);
  for (uint64_t i = 0; i < max_coordinates; ++i) {
    if (i >= shape.coordinates) {
      arguments.push_back(llvm::Constant::getNullValue(coordinate->getType()->getScalarType()));
    } else if (shape.lanes == 1) {
      arguments.push_back(coordinate);
    } else {
      arguments.push_back(builder.CreateExtractElement(coordinate, i));
    }
  }
  return true;
}

/// Declares a function of compiler/images. It accesses pixels as inaccessible memory. NULL if there
/// is no function of that name.
llvm::Function *declare(Expansion &expansion, const std::string &name, llvm::Type *result,
                        llvm::ArrayRef<Value *> arguments, llvm::ModRefInfo pixels) {
  if (!is_runtime_function(name)) {
    return nullptr;
  }
  llvm::Function *function = declare_runtime_function(expansion.module(), name, result, arguments);
  if (function == nullptr) {
    return nullptr;
  }
  function->setMemoryEffects(llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref) |
                             llvm::MemoryEffects::inaccessibleMemOnly(pixels));
  function->addParamAttr(0, llvm::Attribute::ReadOnly);
  function->addParamAttr(0, llvm::Attribute::NoCapture);
  return function;
}

/// The array layer that a coordinate selects: it is rounded and clamped, whatever the sampler.
Value *layer_at(Expansion &expansion, Value *coordinate) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *one = builder.getInt32(1);
  Value *layers = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::umax, load_integer(expansion, offsetof(ImageView, array_layers)), one);
  Value *last = builder.CreateSub(layers, one);
  Value *zero = llvm::Constant::getNullValue(coordinate->getType());
  if (coordinate->getType()->isIntegerTy()) {
    return builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin,
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, coordinate, zero), last);
  }
  Value *rounded = builder.CreateUnaryIntrinsic(llvm::Intrinsic::rint, coordinate);
  // The comparisons are ordered: NaN becomes 0.
  rounded = builder.CreateSelect(builder.CreateFCmpOGT(rounded, zero), rounded, zero);
  Value *real_last = builder.CreateUIToFP(last, coordinate->getType());
  rounded = builder.CreateSelect(builder.CreateFCmpOLT(rounded, real_last), rounded, real_last);
  return builder.CreateFPToUI(rounded, builder.getInt32Ty());
}

/// The first pixel of an image, or of one layer of it.
/// @param coordinates three of them.
Value *first_pixel(Expansion &expansion, const Image &image, llvm::ArrayRef<Value *> coordinates) {
  Value *pixels = load_pixels(expansion);
  if (!image.is_layered_plane()) {
    return pixels;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *layer = builder.CreateZExt(layer_at(expansion, coordinates[2]), builder.getInt64Ty());
  Value *slice_pitch = load_long(expansion, offsetof(ImageView, slice_pitch));
  return builder.CreateGEP(builder.getInt8Ty(), pixels, builder.CreateMul(layer, slice_pitch));
}

/// Starts a call of a library function for pixels inside an image: its first arguments are members
/// of the ImageView, for a volume also its depth and slice pitch. The call returns whether the
/// access was done.
/// @param coordinates three of them.
LibraryCall call_inside(Expansion &expansion, std::string_view name, const Image &image,
                        llvm::ArrayRef<Value *> coordinates) {
  llvm::IRBuilder<> &builder = expansion.builder();
  LibraryCall call(expansion, name);
  call.add(pointer_to_pixels(!image.readable), first_pixel(expansion, image, coordinates));
  call.add(scalar(Element::uint32), load_integer(expansion, offsetof(ImageView, width)));
  call.add(scalar(Element::uint32), image.is_row()
                                        ? builder.getInt32(1)
                                        : load_integer(expansion, offsetof(ImageView, height)));
  call.add(scalar(Element::uint64), image.is_row()
                                        ? builder.getInt64(0)
                                        : load_long(expansion, offsetof(ImageView, row_pitch)));
  call.add(scalar(Element::uint32), load_integer(expansion, offsetof(ImageView, channel_order)));
  call.add(scalar(Element::uint32), load_integer(expansion, offsetof(ImageView, channel_type)));
  if (image.is_volume()) {
    call.add(scalar(Element::uint32), load_integer(expansion, offsetof(ImageView, depth)));
    call.add(scalar(Element::uint64), load_long(expansion, offsetof(ImageView, slice_pitch)));
  }
  return call;
}

/// Coordinates within one layer: those beyond the image's dimensions, such as the layer's index,
/// are set to zero.
llvm::SmallVector<Value *, max_coordinates> layer_coordinates(const Image &image,
                                                              llvm::ArrayRef<Value *> coordinates) {
  llvm::SmallVector<Value *, max_coordinates> places(coordinates);
  for (size_t i = image.shape->dimensions; i < max_coordinates; ++i) {
    places[i] = llvm::Constant::getNullValue(places[i]->getType());
  }
  return places;
}

/// Branches to a new block if the condition does not hold, and positions the builder there.
/// @return the join block; the new block does not branch to it yet.
llvm::BasicBlock *unless(Expansion &expansion, Value *condition) {
  llvm::LLVMContext &context = expansion.builder().getContext();
  auto *other = llvm::BasicBlock::Create(context, "other", &expansion.function());
  auto *end = llvm::BasicBlock::Create(context, "end", &expansion.function());
  expansion.builder().CreateCondBr(condition, end, other);
  expansion.builder().SetInsertPoint(other);
  return end;
}

/// Starts a call of a library function for pixels of known formats. Images other than volumes are
/// passed as volumes of depth 1.
LibraryCall call_known(Expansion &expansion, std::string_view name, const Image &image,
                       llvm::ArrayRef<Value *> coordinates) {
  llvm::IRBuilder<> &builder = expansion.builder();
  LibraryCall call = call_inside(expansion, name, image, coordinates);
  if (!image.is_volume()) {
    call.add(scalar(Element::uint32), builder.getInt32(1));
    call.add(scalar(Element::uint64), builder.getInt64(0));
  }
  return call;
}

ParameterType color_of(Element component) {
  ParameterType color = scalar(component);
  color.lanes = 4;
  return color;
}

/// The type of a pointer to a color in private memory.
ParameterType pointer_to_color(Element component) {
  return pointer_to(color_of(component), address_space::private_memory);
}

/// Reads a pixel of a known format. Returns whether it was done; NULL if there is no such library
/// function.
Value *read_known(Expansion &expansion, const Image &image, llvm::ArrayRef<Value *> arguments,
                  Element coordinate, Element component, Value *color_slot) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const llvm::ArrayRef<Value *> coordinates = arguments.slice(2, max_coordinates);
  LibraryCall call = call_known(expansion, "mux_known_read", image, coordinates);
  call.add(scalar(Element::uint32), builder.getInt32(image.is_volume() ? 1 : 0));
  call.add(scalar(Element::uint32), builder.CreateTrunc(arguments[1], builder.getInt32Ty()));
  for (Value *each : layer_coordinates(image, coordinates)) {
    call.add(scalar(coordinate), each);
  }
  call.add(pointer_to_color(component), color_slot);
  return call.build(builder.getInt1Ty());
}

/// Reads a pixel inside an image of a common format. Returns as above.
Value *read_inside(Expansion &expansion, const Image &image, llvm::ArrayRef<Value *> arguments,
                   Element coordinate, Element component, Value *color_slot) {
  // Reading integers at float coordinates is rare: it is left to the runtime function.
  if (component != Element::float32 && coordinate != Element::int32) {
    return nullptr;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  const llvm::ArrayRef<Value *> coordinates = arguments.slice(2, max_coordinates);
  LibraryCall call =
      call_inside(expansion, image.is_volume() ? "mux_read_inside_volume" : "mux_read_inside",
                  image, coordinates);
  if (coordinate == Element::float32) {
    call.add(scalar(Element::uint32), builder.CreateTrunc(arguments[1], builder.getInt32Ty()));
  }
  const auto places = layer_coordinates(image, coordinates);
  for (Value *each : llvm::ArrayRef(places).take_front(image.is_volume() ? 3 : 2)) {
    call.add(scalar(coordinate), each);
  }
  call.add(pointer_to_color(component), color_slot);
  return call.build(builder.getInt1Ty());
}

/// Branches from the builder's position through these join blocks, the innermost first, and
/// positions the builder in the outermost.
void meet(Expansion &expansion, llvm::ArrayRef<llvm::BasicBlock *> ends) {
  llvm::IRBuilder<> &builder = expansion.builder();
  for (llvm::BasicBlock *end : llvm::reverse(ends)) {
    builder.CreateBr(end);
    builder.SetInsertPoint(end);
  }
}

/// Reads with the library's inline code, with a call of `function` as fallback.
/// @param arguments of the function: the image, the sampler and three coordinates.
Value *read_pixel(Expansion &expansion, const Image &image, llvm::Function &function,
                  llvm::ArrayRef<Value *> arguments, Element coordinate, Element component) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *color_slot = builder.CreateAlloca(function.getReturnType());
  llvm::SmallVector<llvm::BasicBlock *, 2> ends;
  for (const auto &read : {read_known, read_inside}) {
    if (Value *done = read(expansion, image, arguments, coordinate, component, color_slot)) {
      ends.push_back(unless(expansion, done));
    }
  }
  builder.CreateStore(builder.CreateCall(&function, arguments), color_slot);
  meet(expansion, ends);
  return builder.CreateLoad(function.getReturnType(), color_slot);
}

/// Writes with the library's inline code, with a call of `function` as fallback.
/// @param arguments of the function: the image, three coordinates and the color.
void write_pixel(Expansion &expansion, const Image &image, llvm::Function &function,
                 llvm::ArrayRef<Value *> arguments, Element component) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const llvm::ArrayRef<Value *> coordinates = arguments.slice(1, max_coordinates);
  llvm::SmallVector<Value *, max_coordinates> places = layer_coordinates(image, coordinates);
  if (image.is_layered_plane()) {
    // If the layer does not exist, selects a row that does not exist either, so that nothing is
    // written.
    Value *is_there = builder.CreateICmpEQ(layer_at(expansion, coordinates[2]), coordinates[2]);
    places[1] = builder.CreateSelect(is_there, places[1], builder.getInt32(~0U));
  }
  const auto write = [&](LibraryCall call, size_t count) {
    for (Value *each : llvm::ArrayRef(places).take_front(count)) {
      call.add(scalar(Element::int32), each);
    }
    call.add(color_of(component), arguments[4]);
    return call.build(builder.getInt1Ty());
  };
  llvm::SmallVector<llvm::BasicBlock *, 2> ends;
  if (Value *done =
          write(call_known(expansion, "mux_known_write", image, coordinates), max_coordinates)) {
    ends.push_back(unless(expansion, done));
  }
  if (!image.is_volume()) {
    if (Value *done = write(call_inside(expansion, "mux_write_inside", image, coordinates), 2)) {
      ends.push_back(unless(expansion, done));
    }
  }
  builder.CreateCall(&function, arguments);
  meet(expansion, ends);
}

/// read_image*(image, [sampler,] coordinate)
bool expand_read(Expansion &expansion, const Image &image, std::string_view suffix) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const std::optional<ColorType> color = parse_color(builder.getContext(), *image.shape, suffix);
  const bool sampled = expansion.size() == 3;
  if (!color || !image.readable || (!sampled && expansion.size() != 2)) {
    return false;
  }
  if (sampled && (expansion.type(1).name != "ocl_sampler" || image.writable ||
                  !expansion.argument(1)->getType()->isIntegerTy(64))) {
    return false;
  }
  const ParameterType &coordinate = expansion.type(sampled ? 2 : 1);
  if (!sampled && coordinate.element != Element::int32) {
    return false;
  }
  const uint32_t no_sampler = sampler_bits::address_none | sampler_bits::filter_nearest;
  llvm::SmallVector<Value *, 5> arguments = {
      expansion.argument(0), sampled ? expansion.argument(1) : builder.getInt64(no_sampler)};
  if (!take_coordinates(expansion, sampled ? 2 : 1, *image.shape, arguments)) {
    return false;
  }
  std::string name("mux_read_image");
  name += color->runtime_name;
  name += '_';
  name += image.shape->runtime_name;
  name += coordinate.element == Element::int32 ? "_i32" : "_f32";
  llvm::Function *function =
      declare(expansion, name, color->runtime_type, arguments, llvm::ModRefInfo::Ref);
  if (function == nullptr) {
    return false;
  }
  // A 1D image is handled as a row of a 2D image: interpolation at float coordinates would include
  // neighboring rows, which do not exist.
  const bool is_between = image.is_row() && coordinate.element == Element::float32;
  Value *result =
      !image.is_array_of_rows() && !image.writable && !is_between
          ? read_pixel(expansion, image, *function, arguments, coordinate.element, color->element)
          : builder.CreateCall(function, arguments);
  return expansion.finish(from_runtime(builder, *color, result));
}

/// write_image*(image, coordinate, color)
bool expand_write(Expansion &expansion, const Image &image, std::string_view suffix) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const std::optional<ColorType> color = parse_color(builder.getContext(), *image.shape, suffix);
  if (!color || !image.writable || expansion.size() != 3 ||
      expansion.type(1).element != Element::int32 ||
      expansion.argument(2)->getType() != color->type) {
    return false;
  }
  llvm::SmallVector<Value *, 5> arguments = {expansion.argument(0)};
  if (!take_coordinates(expansion, 1, *image.shape, arguments)) {
    return false;
  }
  arguments.push_back(to_runtime(builder, *color, expansion.argument(2)));
  std::string name("mux_write_image");
  name += color->runtime_name;
  name += '_';
  name += image.shape->runtime_name;
  llvm::Function *function =
      declare(expansion, name, builder.getVoidTy(), arguments, llvm::ModRefInfo::ModRef);
  if (function == nullptr) {
    return false;
  }
  if (!image.is_array_of_rows() && !image.readable) {
    write_pixel(expansion, image, *function, arguments, color->element);
  } else {
    builder.CreateCall(function, arguments);
  }
  return expansion.finish_void();
}

/// get_image_dim: int2 for 2D images, int4 with a zero in w for 3D images.
bool expand_dimensions(Expansion &expansion, const ImageShape &shape) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *result = llvm::Constant::getNullValue(
      llvm::FixedVectorType::get(builder.getInt32Ty(), shape.dimensions == 3 ? 4 : 2));
  constexpr size_t members[] = {offsetof(ImageView, width), offsetof(ImageView, height),
                                offsetof(ImageView, depth)};
  for (uint64_t i = 0; i < shape.dimensions; ++i) {
    result = builder.CreateInsertElement(result, load_integer(expansion, members[i]), i);
  }
  return expansion.finish(result);
}

bool expand_image_query(Expansion &expansion, const ImageShape &shape, std::string_view question) {
  if (expansion.size() != 1) {
    return false;
  }
  if (question == "width") {
    return expansion.finish(load_integer(expansion, offsetof(ImageView, width)));
  }
  if (question == "height" && shape.dimensions >= 2) {
    return expansion.finish(load_integer(expansion, offsetof(ImageView, height)));
  }
  if (question == "depth" && shape.dimensions == 3) {
    return expansion.finish(load_integer(expansion, offsetof(ImageView, depth)));
  }
  if (question == "channel_data_type") {
    return expansion.finish(load_integer(expansion, offsetof(ImageView, channel_type)));
  }
  if (question == "channel_order") {
    return expansion.finish(load_integer(expansion, offsetof(ImageView, channel_order)));
  }
  if (question == "array_size" && shape.is_array) {
    Value *layers = load_integer(expansion, offsetof(ImageView, array_layers));
    return expansion.finish(
        expansion.builder().CreateZExt(layers, expansion.builder().getInt64Ty()));
  }
  return question == "dim" && shape.dimensions >= 2 && expand_dimensions(expansion, shape);
}

}  // namespace

bool expand_image(Expansion &expansion) {
  const std::string_view name = expansion.name();
  constexpr std::string_view read = "read_image";
  constexpr std::string_view write = "write_image";
  constexpr std::string_view question = "get_image_";
  const std::optional<Image> image = parse_image(expansion);
  if (!image) {
    return false;
  }
  if (name.starts_with(read)) {
    return expand_read(expansion, *image, name.substr(read.size()));
  }
  if (name.starts_with(write)) {
    return expand_write(expansion, *image, name.substr(write.size()));
  }
  return name.starts_with(question) &&
         expand_image_query(expansion, *image->shape, name.substr(question.size()));
}

}  // namespace mux::compiler::builtins
