// Images and samplers as arguments, in source, in functions and with barriers.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "pipeline/kernel_runner.h"
#include "reference.h"

namespace mux::compiler::test::image_kernels {
namespace {

constexpr FormatBytes rgba_float = {{0x10B5, 0x10DE}, 16};
constexpr FormatBytes rgba_uint8 = {{0x10B5, 0x10DA}, 4};
constexpr FormatBytes rgba_int16 = {{0x10B5, 0x10D8}, 8};

const KernelDescription &description(const Program &program, const std::string &name) {
  return program.kernel(find_kernel(program, name));
}

/// The error message for a module, given as text.
std::string refusal(const std::string &text) {
  std::string error;
  CHECK(try_to_load(assemble(text), error) == nullptr);
  return error;
}

using Catch::Matchers::Contains;

}  // namespace

TEST_CASE("samplers may be declared anywhere", "[images]") {
  const auto level = GENERATE(from_range(clang_levels()));
  std::mt19937 random(random_seed());
  const Picture picture(shape_of("image2d"), rgba_float, {5, 4, 1, 0}, random);
  picture.fill_with_colors(random);
  const uint32_t sampler = sampler_bits::normalized_coordinates |
                           sampler_bits::address_mirrored_repeat | sampler_bits::filter_linear;
  constexpr size_t count = 24;
  std::vector<std::array<float, 2>> at(count);
  for (std::array<float, 2> &coordinate : at) {
    std::uniform_real_distribution<float> numbers(-2.0F, 2.0F);
    coordinate = {numbers(random), numbers(random)};
  }
  std::vector<float> out(8 * 4 * count);
  Call(load_shared("samplers." + level + ".bc"), "everywhere")
      .image(picture.view())
      .sampler(sampler)
      .buffer(at)
      .buffer(out)
      .run({.global = {count, 1, 1}, .local = {8, 1, 1}});
  for (size_t i = 0; i < count; ++i) {
    const Color expected = read_linear(picture, sampler, {at[i][0], at[i][1], 0, 0});
    for (size_t place = 0; place < 8; ++place) {
      for (size_t component = 0; component < 4; ++component) {
        INFO("place " << place << ", coordinate " << at[i][0] << " " << at[i][1]);
        CHECK(out[4 * (place * count + i) + component] ==
              Approx(expected[component]).margin(0x1p-19));
      }
    }
  }
}

TEST_CASE("work-items choose between images and samplers", "[images]") {
  const auto level = GENERATE(from_range(clang_levels()));
  std::mt19937 random(random_seed());
  const Picture first(shape_of("image2d"), rgba_float, {4, 4, 1, 0}, random);
  const Picture second(shape_of("image2d"), rgba_float, {2, 8, 1, 0}, random);
  first.fill_with_colors(random);
  second.fill_with_colors(random);
  const uint32_t one = sampler_bits::normalized_coordinates | sampler_bits::address_repeat |
                       sampler_bits::filter_nearest;
  const uint32_t other = sampler_bits::address_clamp_to_edge | sampler_bits::filter_nearest;
  std::vector<int32_t> choice = {0, 1, 2, 1, 0, 2, 2, 0};
  std::vector<float> out(4 * choice.size());
  Call(load_shared("samplers." + level + ".bc"), "choose")
      .image(first.view())
      .image(second.view())
      .sampler(one)
      .sampler(other)
      .buffer(choice)
      .buffer(out)
      .run({.global = {choice.size(), 1, 1}, .local = {4, 1, 1}});
  for (size_t i = 0; i < choice.size(); ++i) {
    const Picture &picture = choice[i] == 0 ? first : second;
    const Color expected =
        read_nearest(picture, choice[i] == 2 ? other : one, Coordinate<float>{-0.25F, 0.25F, 0, 0});
    for (size_t component = 0; component < 4; ++component) {
      CHECK(out[4 * i + component] == expected[component]);
    }
  }
}

TEST_CASE("queries of images", "[images]") {
  const auto level = GENERATE(from_range(clang_levels()));
  std::mt19937 random(random_seed());
  const Program &program = load_shared("questions." + level + ".bc");
  for (const Shape &shape : shapes) {
    const FormatBytes &format = formats[random() % formats.size()];
    const Picture picture(shape, format, random_extent(shape, random), random);
    const ImageView &view = picture.view();
    for (const char *access : {"read_only", "write_only", "read_write"}) {
      std::vector<int32_t> out(10, -1);
      Call(program, shape.name + "_" + access).image(view).buffer(out).run({});
      const auto width = static_cast<int32_t>(view.width);
      const auto height = static_cast<int32_t>(view.height);
      const auto depth = static_cast<int32_t>(view.depth);
      std::vector<int32_t> expected(10, -1);
      expected[0] = width;
      expected[4] = static_cast<int32_t>(view.channel_type);
      expected[5] = static_cast<int32_t>(view.channel_order);
      if (shape.layered) {
        expected[3] = static_cast<int32_t>(view.array_layers);
      }
      if (shape.dimensions >= 2) {
        expected[1] = expected[7] = height;
        expected[6] = width;
      }
      if (shape.dimensions == 3) {
        expected[2] = expected[8] = depth;
        expected[9] = 0;
      }
      INFO(picture.description() << ", " << access);
      CHECK(out == expected);
    }
  }
}

TEST_CASE("a work-item reads its own writes", "[images]") {
  const auto level = GENERATE(from_range(clang_levels()));
  const auto threads = GENERATE(1U, 4U);
  std::mt19937 random(random_seed());
  const Picture picture(shape_of("image2d"), rgba_uint8, {24, 16, 1, 0}, random);
  const std::vector<std::byte> before = picture.bytes();
  std::vector<uint32_t> out(4 * 24 * 16);
  Call(load_shared("mixed." + level + ".bc"), "write_then_read")
      .image(picture.view())
      .buffer(out)
      .run({.global = {24, 16, 1}, .local = {8, 2, 1}}, threads);
  bool right = true;
  for (size_t y = 0; y < 16; ++y) {
    for (size_t x = 0; x < 24; ++x) {
      const size_t offset = picture.offset(static_cast<int64_t>(x), static_cast<int64_t>(y), 0);
      for (size_t component = 0; component < 4; ++component) {
        const auto old = std::to_integer<uint32_t>(before[offset + component]);
        const uint32_t middle = std::min(old + 1, 255U);
        right &= out[4 * (y * 24 + x) + component] == std::min(2 * middle, 255U);
      }
    }
  }
  CHECK(right);
}

TEST_CASE("images are used before and after a barrier", "[images]") {
  const auto level = GENERATE(from_range(clang_levels()));
  constexpr uint32_t width = 16;
  constexpr uint32_t height = 6;
  constexpr int32_t rounds = 3;
  std::mt19937 random(random_seed());
  const Picture from(shape_of("image2d"), rgba_float, {width, height, 1, 0}, random);
  const Picture to(shape_of("image2d"), rgba_float, {width, height, 1, 0}, random);
  from.fill_with_colors(random);
  Call(load_shared("mixed." + level + ".bc"), "blur")
      .image(from.view())
      .image(to.view())
      .local(width * 16)
      .value(rounds)
      .run({.global = {width * height, 1, 1}, .local = {width, 1, 1}}, 2);
  for (uint32_t y = 0; y < height; ++y) {
    std::vector<Color> row(width);
    for (uint32_t x = 0; x < width; ++x) {
      row[x] = decode(from.format(), from.data() + from.offset(x, y, 0));
    }
    for (int32_t round = 0; round < rounds; ++round) {
      const std::vector<Color> old = row;
      for (uint32_t x = 0; x < width; ++x) {
        for (size_t component = 0; component < 4; ++component) {
          row[x][component] =
              (old[x == 0 ? 0 : x - 1][component] + old[std::min(x + 1, width - 1)][component]) *
              0.5;
        }
      }
    }
    for (uint32_t x = 0; x < width; ++x) {
      const Color found = decode(to.format(), to.data() + to.offset(x, y, 0));
      for (size_t component = 0; component < 4; ++component) {
        CHECK(found[component] == Approx(row[x][component]).margin(1e-6));
      }
    }
  }
}

TEST_CASE("images are passed to functions", "[images]") {
  const auto level = GENERATE(from_range(clang_levels()));
  std::mt19937 random(random_seed());
  const Picture layers(shape_of("image2d_array"), rgba_int16, {5, 4, 1, 3}, random);
  const Picture slices(shape_of("image3d"), rgba_int16, {5, 4, 3, 0}, random);
  Call(load_shared("mixed." + level + ".bc"), "to_slices")
      .image(layers.view())
      .image(slices.view())
      .run({.global = {5, 4, 3}, .local = {5, 2, 1}});
  bool same = true;
  for (int64_t z = 0; z < 3; ++z) {
    for (int64_t y = 0; y < 4; ++y) {
      same &= std::memcmp(layers.data() + layers.offset(0, y, z),
                          slices.data() + slices.offset(0, y, z), 5 * rgba_int16.bytes) == 0;
    }
  }
  CHECK(same);
}

TEST_CASE("images and samplers are first-class values", "[images]") {
  // Selected by select and phi, stored in arrays, returned, undefined on a path that is not taken.
  const std::unique_ptr<Program> program = load(assemble(R"(
      define spir_func target("spirv.Sampler") @pick(target("spirv.Sampler") %a, i1 %first) {
        %s = select i1 %first, target("spirv.Sampler") %a, target("spirv.Sampler") zeroinitializer
        ret target("spirv.Sampler") %s
      }
      define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
          target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %other,
          target("spirv.Sampler") %sampler, i32 %which, ptr addrspace(1) %out) {
      entry:
        %samplers = alloca [2 x target("spirv.Sampler")]
        %pair = alloca { target("spirv.Sampler"), target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) }
        %first = icmp eq i32 %which, 0
        br i1 %first, label %one, label %two
      one:
        br label %join
      two:
        %last = icmp eq i32 %which, 3
        br i1 %last, label %join, label %join
      join:
        %chosen = phi target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) [ %image, %one ],
            [ %other, %two ], [ %other, %two ]
        %a = call spir_func target("spirv.Sampler") @pick(target("spirv.Sampler") %sampler,
            i1 %first)
        %place = getelementptr [2 x target("spirv.Sampler")], ptr %samplers, i64 0, i64 1
        store target("spirv.Sampler") %a, ptr %place
        %b = load target("spirv.Sampler"), ptr %place
        %member = getelementptr { target("spirv.Sampler"),
            target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) }, ptr %pair, i32 0, i32 1
        store target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %chosen, ptr %member
        %stored = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %member
        %color = call spir_func <4 x i32> @_Z12read_imageui14ocl_image2d_ro11ocl_samplerDv2_f(
            target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %stored, target("spirv.Sampler") %b,
            <2 x float> <float 5.0, float 0.0>)
        store <4 x i32> %color, ptr addrspace(1) %out
        ret void
      }
      declare spir_func <4 x i32> @_Z12read_imageui14ocl_image2d_ro11ocl_samplerDv2_f(
          target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"),
          <2 x float>))"));
  std::mt19937 random(random_seed());
  const Picture image(shape_of("image2d"), rgba_uint8, {2, 2, 1, 0}, random);
  const Picture other(shape_of("image2d"), rgba_uint8, {8, 2, 1, 0}, random);
  const uint32_t edge = sampler_bits::address_clamp_to_edge | sampler_bits::filter_nearest;
  for (const int32_t which : {0, 1}) {
    std::vector<uint32_t> out(4);
    Call(*program, "k")
        .image(image.view())
        .image(other.view())
        .sampler(edge)
        .value(which)
        .buffer(out)
        .run({});
    const Color expected = read_nearest(which == 0 ? image : other, which == 0 ? edge : 0,
                                        Coordinate<float>{5, 0, 0, 0});
    CHECK(std::equal(out.begin(), out.end(), expected.begin()));
  }
}

TEST_CASE("arguments are described by their types", "[images]") {
  const auto level = GENERATE(from_range(clang_levels()));
  const Program &mixed = load_shared("mixed." + level + ".bc");
  const KernelDescription &slices = description(mixed, "to_slices");
  REQUIRE(slices.arguments.size() == 2);
  CHECK(slices.arguments[0].kind == ArgumentKind::image);
  CHECK(slices.arguments[0].type_name == "image2d_array_t");
  CHECK(slices.arguments[0].size == 8);
  CHECK(slices.arguments[0].reads);
  CHECK_FALSE(slices.arguments[0].writes);
  CHECK(slices.arguments[1].type_name == "image3d_t");
  CHECK_FALSE(slices.arguments[1].reads);
  CHECK(slices.arguments[1].writes);
  CHECK_FALSE(slices.may_access_any_memory);

  const KernelDescription &again = description(mixed, "write_then_read");
  CHECK(again.arguments[0].type_name == "image2d_t");
  CHECK(again.arguments[0].reads);
  CHECK(again.arguments[0].writes);
  CHECK_FALSE(again.arguments[1].reads);
  CHECK(again.arguments[1].writes);
  CHECK_FALSE(again.may_access_any_memory);

  const Program &samplers = load_shared("samplers." + level + ".bc");
  const KernelDescription &choose = description(samplers, "choose");
  CHECK(choose.arguments[2].kind == ArgumentKind::sampler);
  CHECK(choose.arguments[2].type_name == "sampler_t");
  CHECK_FALSE(choose.arguments[2].reads);
  CHECK_FALSE(choose.may_access_any_memory);

  const Program &questions = load_shared("questions." + level + ".bc");
  CHECK(description(questions, "image1d_buffer_read_only").arguments[0].type_name ==
        "image1d_buffer_t");
  CHECK(description(questions, "image1d_array_read_only").arguments[0].type_name ==
        "image1d_array_t");
  CHECK(description(questions, "image1d_read_only").arguments[0].type_name == "image1d_t");
}

TEST_CASE("unsupported images are rejected by name", "[images]") {
  const auto with_type = [](const std::string &numbers) {
    return refusal("define spir_kernel void @k(target(\"spirv.Image\", void, " + numbers +
                   ") %image) { ret void }");
  };
  CHECK_THAT(with_type("0, 1, 0, 0, 0, 0, 0"), Contains("'k'") && Contains("'image1d_depth_t'"));
  CHECK_THAT(with_type("2, 1, 0, 0, 0, 0, 0"), Contains("'image3d_depth_t'"));
  CHECK_THAT(with_type("1, 2, 0, 0, 0, 0, 0"), Contains("not supported"));
  CHECK_THAT(with_type("1, 0, 0, 1, 0, 0, 0"), Contains("'image2d_msaa_t'"));
  CHECK_THAT(with_type("1, 1, 1, 1, 0, 0, 1"), Contains("'image2d_array_msaa_depth_t'"));
  CHECK_THAT(with_type("3, 0, 0, 0, 0, 0, 0"), Contains("dimension"));
  CHECK_THAT(with_type("2, 0, 1, 0, 0, 0, 0"), Contains("not supported"));
  CHECK_THAT(with_type("1, 0, 0, 0, 0, 0, 3"), Contains("not supported"));
  CHECK_THAT(with_type("1"), Contains("not supported"));
  // With a level of detail; and reads of write-only images.
  CHECK_THAT(refusal(R"(
      define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
                                 target("spirv.Sampler") %sampler) {
        call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff(
            target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
            target("spirv.Sampler") %sampler, <2 x float> zeroinitializer, float 1.0)
        ret void
      }
      declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff(
          target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"),
          <2 x float>, float))"),
             Contains("_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff"));
  CHECK_THAT(refusal(R"(
      define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %image) {
        call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_woDv2_i(
            target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %image, <2 x i32> zeroinitializer)
        ret void
      }
      declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_woDv2_i(
          target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>))"),
             Contains("_Z11read_imagef14ocl_image2d_woDv2_i"));
  CHECK_THAT(refusal("@s = internal addrspace(2) global target(\"spirv.Sampler\") poison\n"
                     "define spir_kernel void @k() { ret void }"),
             Contains("'s'"));
}

}  // namespace mux::compiler::test::image_kernels
