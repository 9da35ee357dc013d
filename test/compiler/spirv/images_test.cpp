// Images of all dimensions: read, written, sampled and queried.

#include "compile.h"
#include "compiler/spirv/grammar/enumerants.h"
#include "modules.h"
#include "rows.h"

namespace mux::test::images {
namespace {

namespace spirv = compiler::spirv;

constexpr uint32_t width = 16;
constexpr uint32_t height = 8;
constexpr size_t items = width * height;

/// The shape of an image: 1D, 2D, 3D or an array.
struct Shape {
  std::string name;
  mux_image_type_e type;
  /// Operands of OpTypeImage: the dimension, depth and arrayed.
  std::string definition;
  uint32_t height;
  uint32_t depth;
  uint32_t layers;
  /// The coordinate of a work-item's pixel, from %x, %y and %zero, and its number of components.
  std::string coordinate;
  size_t coordinates;
  /// The result of OpImageQuerySize.
  std::vector<uint32_t> size;
};

const Shape shapes[] = {
    {"line", mux_image_type_1d, "1D 0 0", 1, 1, 0, "", 1, {width * height}},
    {"plane", mux_image_type_2d, "2D 0 0", height, 1, 0, "%x %y", 2, {width, height}},
    {"lines", mux_image_type_1d, "1D 0 1", 1, 1, height, "%x %y", 2, {width, height}},
    {"volume", mux_image_type_3d, "3D 0 0", 4, 2, 0, "%x %y3 %z", 3, {width, 4, 2}},
    {"planes", mux_image_type_2d, "2D 0 1", 4, 1, 2, "%x %y3 %z", 3, {width, 4, 2}},
};

Image make_image(const Shape &shape, mux_image_format_e format) {
  return {test_device(),
          {shape.type, format, shape.coordinates == 1 ? width * height : width, shape.height,
           shape.depth, shape.layers}};
}

/// Writes a number to each pixel; pixels are contiguous.
template <class T>
void fill(const Image &image, const std::vector<T> &values) {
  Mapping mapping = image.map();
  REQUIRE(mapping.bytes().size() >= values.size() * sizeof(T));
  std::memcpy(mapping.bytes().data(), values.data(), values.size() * sizeof(T));
  mapping.flush();
}

const std::string positions =
    "%id = OpUConvert %uint %gid\n"
    "%x = OpUMod %uint %id %uint_16\n"
    "%y = OpUDiv %uint %id %uint_16\n"
    "%y3 = OpUMod %uint %y %uint_4\n"
    "%z = OpUDiv %uint %y %uint_4\n"
    "%zero = OpCopyObject %uint %uint_0\n";

std::string integer_coordinate(const Shape &shape) {
  return shape.coordinates == 1
             ? "%at = OpCopyObject %uint %id\n"
             : "%at = OpCompositeConstruct %v" + std::to_string(shape.coordinates) + "uint " +
                   shape.coordinate + "\n";
}

/// Image types by access.
void declare_images(KernelTable &table) {
  for (const char *capability : {"ImageBasic", "ImageReadWrite", "Image1D", "Sampled1D",
                                 "ImageBuffer", "SampledBuffer", "LiteralSampler"}) {
    table.text.capability(capability);
  }
  for (const Shape &shape : shapes) {
    const std::string start = " = OpTypeImage %void " + shape.definition + " 0 0 Unknown ";
    table.text.declare("%" + shape.name + "_read" + start + "ReadOnly\n%" + shape.name + "_write" +
                       start + "WriteOnly\n%" + shape.name + "_both" + start + "ReadWrite\n%" +
                       shape.name + "_sampled = OpTypeSampledImage %" + shape.name + "_read");
  }
  table.text.declare(
      "%pixels = OpConstantSampler %sampler ClampToEdge 0 Nearest\n"
      "%smooth = OpConstantSampler %sampler Clamp 1 Linear");
}

/// A kernel with the image as its parameter.
TableKernel kernel_of(const std::string &name, const std::string &type, const Image &image) {
  TableKernel kernel;
  kernel.name = name;
  kernel.items = items;
  kernel.parameters = {type + " image"};
  kernel.arguments = {argument(image)};
  kernel.prologue = positions;
  return kernel;
}

std::vector<uint8_t> numbered(size_t count) {
  std::vector<uint8_t> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = static_cast<uint8_t>(i * 37 + 11);
  }
  return values;
}

template <class T>
std::function<void(const std::byte *)> expect_colors(const std::vector<uint8_t> &bytes) {
  return expect_each<uint32_t>(items, 4, [=](size_t item, size_t channel) {
    return static_cast<uint32_t>(static_cast<T>(bytes[item * 4 + channel]));
  });
}

const std::string read_color = "%r = OpImageRead %v4uint %image %at";

std::string sample_color(const Shape &shape, const std::string &sampler,
                         const std::string &operands) {
  return "%joined = OpSampledImage %" + shape.name + "_sampled %image " + sampler +
         "\n%copy = OpCopyObject %" + shape.name + "_sampled %joined" +
         "\n%r = OpImageSampleExplicitLod %v4uint %copy %at Lod %float_0" + operands;
}

/// Whether the module has signedness operands.
enum class Sign { unsaid, said };

/// Reads and samples of integers in bytes.
template <class T>
void add_reads(KernelTable &table, const Shape &shape, const Image &image, Sign sign) {
  const bool is_signed = std::is_signed_v<T>;
  const std::string says = is_signed ? "SignExtend" : "ZeroExtend";
  const bool said = sign == Sign::said;
  TableKernel kernel =
      kernel_of(shape.name + (is_signed ? "_signed" : "_unsigned") + (said ? "_said" : "_unsaid"),
                shape.name + "_read", image);
  const std::string at = integer_coordinate(shape);
  const auto bytes = numbered(items * 4);
  const std::string text = said ? "%r = OpImageRead %v4uint %image %at " + says : read_color;
  // Operands of a sample are in the order of their bits.
  std::string sampled = sample_color(shape, "%pixels", "");
  if (said) {
    sampled.replace(sampled.find("Lod %float_0"), 12, "Lod|" + says + " %float_0");
  }
  kernel.outputs = {{"v4uint", at + text, "", expect_colors<T>(bytes)},
                    {"v4uint", at + sampled, "", expect_colors<T>(bytes)}};
  table.add(std::move(kernel));
}

void add_questions(KernelTable &table, const Shape &shape, const Image &image) {
  TableKernel kernel = kernel_of(shape.name + "_questions", shape.name + "_read", image);
  const std::string size_type = vector_of("uint", shape.coordinates);
  const auto expect_number = [](uint32_t number) {
    return expect_each<uint32_t>(items, 1, [=](size_t, size_t) { return number; });
  };
  const auto expect_size = expect_each<uint32_t>(
      items, shape.coordinates, [=](size_t, size_t lane) { return shape.size[lane]; });
  // RGBA and UNSIGNED_INT8, in SPIR-V's numbering.
  kernel.outputs = {
      {"uint", "%r = OpImageQueryOrder %uint %image", "", expect_number(5)},
      {"uint", "%r = OpImageQueryFormat %uint %image", "", expect_number(10)},
      {size_type, "%r = OpImageQuerySizeLod %" + size_type + " %image %uint_0", "", expect_size}};
  table.add(std::move(kernel));
}

/// Adds another operand to the image instruction, the next to last one. The validator rejects most
/// of them.
std::vector<uint32_t> with_image_operand(std::vector<uint32_t> words, spirv::Op opcode,
                                         spirv::ImageOperands operand) {
  size_t at = 5;
  while (static_cast<spirv::Op>(words.at(at) & 0xffff) != opcode) {
    at += words[at] >> 16;
  }
  words.at(at + (words[at] >> 16) - 2) = static_cast<uint32_t>(operand);
  return words;
}

}  // namespace

TEST_CASE("integers of images have the signedness of their format", "[spirv]") {
  KernelTable table;
  declare_images(table);
  std::vector<Image> images;
  images.reserve(2 * std::size(shapes));
  for (const Shape &shape : shapes) {
    const Image &without = images.emplace_back(make_image(shape, mux_image_format_R8G8B8A8_uint));
    const Image &with = images.emplace_back(make_image(shape, mux_image_format_R8G8B8A8_sint));
    fill(without, numbered(items * 4));
    fill(with, numbered(items * 4));
    for (const Sign sign : {Sign::unsaid, Sign::said}) {
      add_reads<uint8_t>(table, shape, without, sign);
      add_reads<int8_t>(table, shape, with, sign);
    }
    add_questions(table, shape, without);
  }
  table.check();
}

TEST_CASE("written colors are read again", "[spirv]") {
  KernelTable table;
  declare_images(table);
  std::vector<Image> images;
  images.reserve(3 * std::size(shapes));
  const std::vector<std::pair<const char *, mux_image_format_e>> formats = {
      {"_uint", mux_image_format_R8G8B8A8_uint}, {"_sint", mux_image_format_R8G8B8A8_sint}};
  for (const Shape &shape : shapes) {
    for (const auto &[suffix, format] : formats) {
      const bool is_signed = format == mux_image_format_R8G8B8A8_sint;
      const Image &image = images.emplace_back(make_image(shape, format));
      TableKernel kernel = kernel_of(shape.name + suffix, shape.name + "_both", image);
      const auto numbers = sample<uint32_t>(items * 4, 1, 9);
      kernel.inputs = {{"v4uint", as_bytes(numbers)}};
      kernel.outputs = {{"v4uint",
                         integer_coordinate(shape) + "OpImageWrite %image %at %a\n" + read_color,
                         "", expect_each<uint32_t>(items, 4, [=](size_t item, size_t channel) {
                           const uint32_t number = numbers[item * 4 + channel];
                           const auto value = static_cast<int32_t>(number);
                           return is_signed ? static_cast<uint32_t>(std::clamp(value, -128, 127))
                                            : std::min(number, 255U);
                         })}};
      table.add(std::move(kernel));
    }
    const Image &image =
        images.emplace_back(make_image(shape, mux_image_format_R32G32B32A32_sfloat));
    TableKernel kernel = kernel_of(shape.name + "_float", shape.name + "_both", image);
    const auto numbers = sample<float>(items * 4, 1, 9);
    kernel.inputs = {{"v4float", as_bytes(numbers)}};
    const std::string size_type = vector_of("uint", shape.coordinates);
    kernel.outputs = {
        {"v4float",
         integer_coordinate(shape) +
             "OpImageWrite %image %at %a\n%r = OpImageRead %v4float %image %at",
         "",
         expect_each<float>(
             items, 4, [=](size_t item, size_t channel) { return numbers[item * 4 + channel]; })},
        {size_type, "%r = OpImageQuerySize %" + size_type + " %image", "",
         expect_each<uint32_t>(items, shape.coordinates,
                               [=](size_t, size_t lane) { return shape.size[lane]; })}};
    table.add(std::move(kernel));
  }
  table.check();
}

TEST_CASE("colors are written with signedness operands", "[spirv]") {
  KernelTable table;
  declare_images(table);
  std::vector<Image> images;
  images.reserve(2 * std::size(shapes));
  for (const Shape &shape : shapes) {
    for (const bool is_signed : {false, true}) {
      const Image &image = images.emplace_back(make_image(
          shape, is_signed ? mux_image_format_R8G8B8A8_sint : mux_image_format_R8G8B8A8_uint));
      const std::string says = is_signed ? "SignExtend" : "ZeroExtend";
      TableKernel kernel = kernel_of(shape.name + "_" + says, shape.name + "_both", image);
      const auto numbers = sample<uint32_t>(items * 4, 1, 9);
      kernel.inputs = {{"v4uint", as_bytes(numbers)}};
      kernel.outputs = {{"v4uint",
                         integer_coordinate(shape) + "OpImageWrite %image %at %a " + says +
                             "\n%r = OpImageRead %v4uint %image %at " + says,
                         "", expect_each<uint32_t>(items, 4, [=](size_t item, size_t channel) {
                           const uint32_t number = numbers[item * 4 + channel];
                           const auto value = static_cast<int32_t>(number);
                           return is_signed ? static_cast<uint32_t>(std::clamp(value, -128, 127))
                                            : std::min(number, 255U);
                         })}};
      table.add(std::move(kernel));
    }
  }
  table.check();
}

TEST_CASE("unsupported image operands are rejected", "[muxCompile]") {
  const std::pair<spirv::ImageOperands, const char *> refused[] = {
      {spirv::ImageOperands::ConstOffset, "offsets of coordinates are not supported"},
      {spirv::ImageOperands::Lod, "levels of detail are not supported"},
      {spirv::ImageOperands::Sample, "samples are not supported"}};
  const std::pair<spirv::Op, const char *> instructions[] = {
      {spirv::Op::ImageRead, "%r = OpImageRead %v4uint %image %at"},
      {spirv::Op::ImageWrite, "OpImageWrite %image %at %v4uint_1"}};
  for (const auto &[opcode, text] : instructions) {
    ModuleText module;
    module.capability("ImageBasic");
    module.capability("ImageReadWrite");
    module.declare("%plane = OpTypeImage %void 2D 0 0 0 0 Unknown ReadWrite");
    module.kernel("test", {"plane image", "v2uint at"},
                  std::string(text) + " ConstOffset %v2uint_1\n");
    const std::vector<uint32_t> words = module.assemble();
    for (const auto &[operand, why] : refused) {
      const CompileResult compiled =
          compile(bytes_of(with_image_operand(words, opcode, operand)), "", "image.spv");
      INFO(text << "\n" << compiled.log);
      CHECK(compiled.result != mux_success);
      CHECK(contains(compiled.log, why));
    }
  }
}

TEST_CASE("samplers are constants of the module, or arguments", "[spirv]") {
  KernelTable table;
  declare_images(table);
  const Shape &plane = shapes[1];
  const Image image = make_image(plane, mux_image_format_R32_sfloat);
  std::vector<float> values(items);
  for (size_t i = 0; i < items; ++i) {
    values[i] = static_cast<float>(i);
  }
  fill(image, values);
  TableKernel kernel = kernel_of("samplers", "plane_read", image);
  kernel.parameters.push_back("sampler given");
  kernel.arguments.push_back(
      argument(make_sampler(mux_address_mode_repeat, mux_filter_mode_nearest, true)));
  const std::string normalized =
      "%fx = OpConvertUToF %float %x\n%fy = OpConvertUToF %float %y\n"
      "%u = OpFDiv %float %fx %float_16\n%v = OpFDiv %float %fy %float_8\n";
  const auto sampled = [](const std::string &sampler, const std::string &u) {
    return "%where = OpCompositeConstruct %v2float " + u +
           " %v\n%joined = OpSampledImage %plane_sampled %image " + sampler +
           "\n%only = OpImage %plane_read %joined\n"
           "%size = OpImageQuerySizeLod %v2uint %only %uint_0\n"
           "%color = OpImageSampleExplicitLod %v4float %joined %where Lod %float_0\n"
           "%r = OpCompositeExtract %float %color 0";
  };
  kernel.outputs = {
      // Offset by 3, which the sampler's repeat mode removes.
      {"float", normalized + "%far = OpFAdd %float %u %float_3\n" + sampled("%given", "%far"), "",
       expect_each<float>(items, 1, [=](size_t item, size_t) { return values[item]; })},
      // At the corner of four pixels, of which those outside are 0.
      {"float", normalized + sampled("%smooth", "%u"), "",
       expect_each<float>(items, 1, [=](size_t item, size_t) {
         const auto at = [&](size_t x, size_t y) {
           return x == 0 || y == 0 ? 0 : values[(y - 1) * width + x - 1];
         };
         const size_t x = item % width;
         const size_t y = item / width;
         return (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4;
       })}};
  table.add(std::move(kernel));
  table.check();
}

TEST_CASE("a sampler of the module may be an argument of a function", "[spirv]") {
  KernelTable table;
  declare_images(table);
  const Shape &plane = shapes[1];
  const Image image = make_image(plane, mux_image_format_R8G8B8A8_uint);
  const auto bytes = numbered(items * 4);
  fill(image, bytes);
  table.text.function(
      "%sample_by = OpFunction %v4uint None " +
      table.text.function_type("v4uint", {"plane_read", "sampler", "v2uint"}) +
      "\n%by_image = OpFunctionParameter %plane_read\n%by_sampler = OpFunctionParameter %sampler\n"
      "%by_at = OpFunctionParameter %v2uint\n%by_start = OpLabel\n"
      "%by_joined = OpSampledImage %plane_sampled %by_image %by_sampler\n"
      "%by_color = OpImageSampleExplicitLod %v4uint %by_joined %by_at Lod %float_0\n"
      "OpReturnValue %by_color\nOpFunctionEnd");
  TableKernel kernel = kernel_of("passes_on", "plane_read", image);
  kernel.outputs = {
      {"v4uint",
       integer_coordinate(plane) + "%r = OpFunctionCall %v4uint %sample_by %image %pixels %at", "",
       expect_colors<uint8_t>(bytes)}};
  table.add(std::move(kernel));
  table.check();
}

TEST_CASE("a depth image is sampled as four components, the first of which is the depth",
          "[spirv]") {
  KernelTable table;
  declare_images(table);
  table.text.declare(
      "%depth_read = OpTypeImage %void 2D 1 0 0 0 Unknown ReadOnly\n"
      "%depth_sampled = OpTypeSampledImage %depth_read");
  const Image image = make_image(shapes[1], mux_image_format_R32_sfloat);
  const auto values = sample<float>(items, 1, 9);
  fill(image, values);
  TableKernel kernel = kernel_of("depth", "depth_read", image);
  kernel.outputs = {
      {"float",
       integer_coordinate(shapes[1]) +
           "%joined = OpSampledImage %depth_sampled %image %pixels\n"
           "%color = OpImageSampleExplicitLod %v4float %joined %at Lod %float_0\n"
           "%r = OpCompositeExtract %float %color 0",
       "", expect_each<float>(items, 1, [=](size_t item, size_t) { return values[item]; })}};
  table.add(std::move(kernel));
  table.check();
}

}  // namespace mux::test::images
