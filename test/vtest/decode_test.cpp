// Fields of commands at their places, and values out of range.

#include "vtest/stream/decode.h"

#include <bit>
#include <catch2/catch.hpp>

#include "writer.h"

namespace {

using namespace mux::vtest::stream;

Command decoded(uint32_t number, const std::vector<uint32_t> &words,
                ObjectType type = ObjectType::none) {
  Command command;
  decode({number, type, static_cast<uint32_t>(words.size())}, words, command);
  return command;
}

template <class Type>
Type decoded_as(uint32_t number, const std::vector<uint32_t> &words,
                ObjectType type = ObjectType::none) {
  const Command command = decoded(number, words, type);
  INFO(print(command));
  REQUIRE(std::holds_alternative<Type>(command));
  return std::get<Type>(command);
}

uint32_t bits_of(float value) {
  return std::bit_cast<uint32_t>(value);
}

std::string reason_of(const Command &command) {
  const auto *malformed = std::get_if<Malformed>(&command);
  return malformed == nullptr ? "" : malformed->reason;
}

}  // namespace

TEST_CASE("the first word of a command has its number, type and length") {
  const Header header = parse_header(0x00050401);
  CHECK(header.number == 1);
  CHECK(header.object_type == ObjectType::shader);
  CHECK(header.length == 5);
  CHECK(pack(header) == 0x00050401);
}

TEST_CASE("a grid has a block, a size and an indirect buffer") {
  const auto grid = decoded_as<LaunchGrid>(37, {1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(grid.block == std::array<uint32_t, 3>{1, 2, 3});
  CHECK(grid.grid == std::array<uint32_t, 3>{4, 5, 6});
  CHECK(grid.indirect_buffer.handle == 7);
  CHECK(grid.indirect_offset == 8);
}

TEST_CASE("draws have 12, 14 or 20 words") {
  std::vector<uint32_t> words{0, 3, 4, 1, 1, 0xffffffff, 2, 1, 0xffff, 0, 9, 0};
  const auto plain = decoded_as<Draw>(8, words);
  CHECK(plain.count == 3);
  CHECK(name_of(plain.mode) == "TRIANGLES");
  CHECK(plain.indexed);
  CHECK(plain.index_bias == -1);
  CHECK(plain.restart_index == 0xffff);
  CHECK_FALSE(plain.has_patch);
  words.insert(words.end(), {3, 7});
  const auto patch = decoded_as<Draw>(8, words);
  CHECK(patch.vertices_per_patch == 3);
  CHECK(patch.draw_id == 7);
  CHECK_FALSE(patch.has_indirect);
  words.insert(words.end(), {11, 12, 13, 14, 15, 16});
  const auto indirect = decoded_as<Draw>(8, words);
  CHECK(indirect.indirect_buffer.handle == 11);
  CHECK(indirect.count_buffer.handle == 16);
  words.push_back(0);
  CHECK(reason_of(decoded(8, words)) == "it has 1 words more than it needs");
}

TEST_CASE("a clear has a mask of surfaces, a color of any type and a depth of 64 bits") {
  const auto depth = std::bit_cast<uint64_t>(0.25);
  const auto clear = decoded_as<Clear>(7, {0b1000000101, 1, 2, 3, 4, static_cast<uint32_t>(depth),
                                           static_cast<uint32_t>(depth >> 32), 0x55});
  CHECK(clear.depth);
  CHECK_FALSE(clear.stencil);
  CHECK(clear.colors.bits == 0x81);
  CHECK(clear.color == std::array<uint32_t, 4>{1, 2, 3, 4});
  CHECK(clear.depth_value == 0.25);
  CHECK(clear.stencil_value == 0x55);
}

TEST_CASE("a depth, stencil and alpha state has its bits where the protocol puts them") {
  const uint32_t front = 1 | 7 << 1 | 1 << 4 | 2 << 7 | 3 << 10 | 0xab << 13 | 0xcd << 21;
  const auto state = decoded_as<CreateDepthStencilAlpha>(
      1, {9, 1 | 1 << 1 | 3 << 2 | 1 << 8 | 6 << 9, front, 0, bits_of(0.5F)},
      ObjectType::depth_stencil_alpha);
  CHECK(state.object.handle == 9);
  CHECK(state.depth_enable);
  CHECK(state.depth_write);
  CHECK(name_of(state.depth_function) == "LEQUAL");
  CHECK(state.alpha_enable);
  CHECK(name_of(state.alpha_function) == "GEQUAL");
  CHECK(state.stencil[0].enable);
  CHECK(name_of(state.stencil[0].function) == "ALWAYS");
  CHECK(name_of(state.stencil[0].fail) == "ZERO");
  CHECK(name_of(state.stencil[0].depth_pass) == "REPLACE");
  CHECK(name_of(state.stencil[0].depth_fail) == "INCR");
  CHECK(state.stencil[0].value_mask.bits == 0xab);
  CHECK(state.stencil[0].write_mask.bits == 0xcd);
  CHECK_FALSE(state.stencil[1].enable);
  CHECK(state.alpha_reference == 0.5F);
}

TEST_CASE("a rasterizer has its bits where the protocol puts them") {
  const auto state = decoded_as<CreateRasterizer>(
      1,
      {1, 1U << 1 | 2U << 8 | 1U << 10 | 2U << 12 | 1U << 15 | 1U << 29, bits_of(2), 0x1ff,
       0xabcd | 7U << 16 | 0x81U << 24, bits_of(3), bits_of(4), bits_of(5), bits_of(6)},
      ObjectType::rasterizer);
  CHECK(state.depth_clip);
  CHECK_FALSE(state.flat_shade);
  CHECK(name_of(state.cull_face) == "BACK");
  CHECK(name_of(state.fill_front) == "LINE");
  CHECK(name_of(state.fill_back) == "POINT");
  CHECK_FALSE(state.scissor);
  CHECK(state.front_counter_clockwise);
  CHECK(state.half_pixel_center);
  CHECK(state.point_size == 2);
  CHECK(state.sprite_coordinate_enable.bits == 0x1ff);
  CHECK(state.line_stipple_pattern.bits == 0xabcd);
  CHECK(state.line_stipple_factor == 7);
  CHECK(state.clip_plane_enable.bits == 0x81);
  CHECK(state.line_width == 3);
  CHECK(state.offset_units == 4);
  CHECK(state.offset_scale == 5);
  CHECK(state.offset_clamp == 6);
}

TEST_CASE("a blend state has eight targets") {
  std::vector<uint32_t> words{5, 1 | 1 << 4, 6};
  for (uint32_t target = 0; target < 8; ++target) {
    words.push_back(1 | 1 << 1 | 2 << 4 | 17 << 9 | 4 << 14 | 26U << 17 | 3U << 22 | target << 27);
  }
  const auto blend = decoded_as<CreateBlend>(1, words, ObjectType::blend);
  CHECK(blend.independent);
  CHECK(blend.alpha_to_one);
  CHECK(name_of(blend.logic_operation) == "XOR");
  CHECK(name_of(blend.targets[7].rgb_function) == "SUBTRACT");
  CHECK(name_of(blend.targets[7].rgb_source) == "SRC_COLOR");
  CHECK(name_of(blend.targets[7].rgb_destination) == "ZERO");
  CHECK(name_of(blend.targets[7].alpha_function) == "MAX");
  CHECK(name_of(blend.targets[7].alpha_source) == "INV_SRC1_ALPHA");
  CHECK(name_of(blend.targets[7].alpha_destination) == "SRC_ALPHA");
  CHECK(blend.targets[7].color_mask.bits == 7);
}

TEST_CASE("a sampler has its bits where the protocol puts them") {
  const auto sampler = decoded_as<CreateSamplerState>(
      1,
      {1, 1 | 2 << 3 | 3 << 6 | 1 << 9 | 2 << 11 | 0 << 13 | 1 << 15 | 4 << 16 | 1 << 19 | 8 << 20,
       bits_of(1), bits_of(2), bits_of(3), 4, 5, 6, 7},
      ObjectType::sampler_state);
  CHECK(name_of(sampler.wrap_s) == "CLAMP");
  CHECK(name_of(sampler.wrap_t) == "CLAMP_TO_EDGE");
  CHECK(name_of(sampler.wrap_r) == "CLAMP_TO_BORDER");
  CHECK(sampler.min_filter == Filter::linear);
  CHECK(sampler.mip_filter == MipFilter::none);
  CHECK(sampler.mag_filter == Filter::nearest);
  CHECK(sampler.compare);
  CHECK(name_of(sampler.compare_function) == "GREATER");
  CHECK(sampler.seamless_cube);
  CHECK(sampler.max_anisotropy == 8);
  CHECK(sampler.max_lod == 3);
  CHECK(sampler.border_color == std::array<uint32_t, 4>{4, 5, 6, 7});
}

TEST_CASE("a sampler view has a format of 24 bits and a target") {
  const auto view = decoded_as<CreateSamplerView>(
      1, {1, 2, 67 | 7U << 24, 3 | 4U << 16, 5 | 6 << 8, 0 | 4 << 3 | 5 << 6 | 3 << 9},
      ObjectType::sampler_view);
  CHECK(view.format.number == 67);
  CHECK(name_of(view.target) == "2D_ARRAY");
  CHECK(view.layers_or_first == (3 | 4U << 16));
  CHECK(view.levels_or_last == (5 | 6 << 8));
  CHECK(view.swizzle == std::array{Swizzle::x, Swizzle::zero, Swizzle::one, Swizzle::w});
}

TEST_CASE("a shader has stream outputs in its first piece alone") {
  const std::vector<uint32_t> words{
      1, 0,          8,         300, 1, 4, 5, 6, 7, 2 | 1 << 8 | 3 << 10 | 1 << 13 | 9 << 16,
      2, 0x41414141, 0x00414141};
  const auto first = decoded_as<CreateShader>(1, words, ObjectType::shader);
  CHECK(first.strides == std::array<uint32_t, 4>{4, 5, 6, 7});
  REQUIRE(first.outputs.count == 1);
  CHECK(first.outputs[0].register_index == 2);
  CHECK(first.outputs[0].start_component == 1);
  CHECK(first.outputs[0].components == 3);
  CHECK(first.outputs[0].buffer == 1);
  CHECK(first.outputs[0].offset == 9);
  CHECK(first.outputs[0].stream == 2);
  CHECK(first.text.size() == 2);
  const auto later =
      decoded_as<CreateShader>(1, {1, 0, 8 | 1U << 31, 300, 0, 1, 2}, ObjectType::shader);
  CHECK(later.continuation);
  CHECK(later.length_or_offset == 8);
  CHECK(later.text.size() == 2);
  // Bytes of local memory, not a number of outputs.
  const auto compute = decoded_as<CreateShader>(1, {1, 5, 4, 300, 1024, 1}, ObjectType::shader);
  CHECK(compute.outputs_or_local == 1024);
  CHECK(compute.outputs.count == 0);
  CHECK(compute.text.size() == 1);
}

TEST_CASE("a blit has two signed boxes") {
  std::vector<uint32_t> words{0xf | 1 << 8 | 1 << 10 | 1 << 11, 1 | 2 << 16, 3 | 4 << 16};
  for (uint32_t word = 10; word < 28; ++word) {
    words.push_back(word);
  }
  words[9] = 0xffffffff;
  const auto blit = decoded_as<Blit>(16, words);
  CHECK(blit.mask.bits == 0xf);
  CHECK(blit.filter == Filter::linear);
  CHECK(blit.scissor_enable);
  CHECK(blit.render_condition_enable);
  CHECK_FALSE(blit.alpha_blend);
  CHECK(blit.scissor_min_y == 2);
  CHECK(blit.scissor_max_x == 3);
  CHECK(blit.destination.resource.handle == 10);
  CHECK(blit.destination.format.number == 12);
  CHECK(blit.destination.box.width == -1);
  CHECK(blit.source.resource.handle == 19);
  CHECK(blit.source.box.depth == 27);
}

TEST_CASE("constants are the words that are left") {
  const std::vector<uint32_t> words{5, 0, 1, 2, 3, 4};
  Command command;
  decode({12, ObjectType::none, 6}, words, command);
  const auto &constants = std::get<SetConstants>(command);
  CHECK(constants.stage == Stage::compute);
  CHECK(std::vector(constants.values.begin(), constants.values.end()) ==
        std::vector<uint32_t>{1, 2, 3, 4});
}

TEST_CASE("lists have whole elements, and as many as the protocol has slots") {
  CHECK(decoded_as<SetShaderBuffers>(34, {5, 0, 1, 2, 3}).buffers.count == 1);
  CHECK(decoded_as<SetShaderBuffers>(34, {5, 0}).buffers.count == 0);
  CHECK(reason_of(decoded(34, {5, 0, 1, 2})) == "'buffers' ends within an element");
  CHECK(reason_of(decoded(34, std::vector<uint32_t>(2 + 3 * 33))) ==
        "'buffers' is 33, at most 32 is allowed");
  // The number of surfaces stands in the command, too.
  CHECK(decoded_as<SetFramebuffer>(5, {2, 0, 7, 8}).colors.count == 2);
  CHECK(reason_of(decoded(5, {2, 0, 7})) == "it ends before 'cbufs'");
  CHECK(reason_of(decoded(5, {1, 0, 7, 8})) == "it has 1 words more than it needs");
  CHECK(reason_of(decoded(5, {9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9})) ==
        "'cbufs' is 9, at most 8 is allowed");
}

TEST_CASE("values without a meaning are refused, with the field's name") {
  CHECK(reason_of(decoded(12, {6, 0})) == "'stage' is 6, at most 5 is allowed");
  CHECK(reason_of(decoded(8, {0, 3, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0})) ==
        "'mode' is 15, at most 14 is allowed");
  CHECK(reason_of(decoded(1, {1, 2, 512, 0, 0}, ObjectType::surface)) ==
        "'format' is 512, at most 511 is allowed");
  CHECK(reason_of(decoded(1, {1, 13, 0, 2}, ObjectType::query)) ==
        "'type' is 13, at most 12 is allowed");
  CHECK(reason_of(decoded(42, {1, 2, 0, 4, 0, 0})) == "'result_type' is 4, at most 3 is allowed");
  CHECK(reason_of(decoded(26, {1, 0, 4})) == "'mode' is 4, at most 3 is allowed");
  std::vector<uint32_t> blend(11);
  blend[3] = 11 << 4;
  CHECK(reason_of(decoded(1, blend, ObjectType::blend)) == "'rgb_src' is 11, which has no meaning");
  CHECK(reason_of(decoded(1, {1, 0, 0, 0, 0, 6}, ObjectType::sampler_view)) ==
        "'swizzle_r' is 6, at most 5 is allowed");
  CHECK(reason_of(decoded(1, {1, 3 << 11, 0, 0, 0, 0, 0, 0, 0}, ObjectType::sampler_state)) ==
        "'min_mip_filter' is 3, at most 2 is allowed");
}

TEST_CASE("objects of unknown types are refused") {
  for (const uint32_t number : {create_object, bind_object, destroy_object}) {
    for (const uint32_t type : {0U, 12U, 255U}) {
      CHECK(reason_of(decoded(number, {1}, static_cast<ObjectType>(type))) ==
            "its type of objects is unknown");
    }
  }
}

TEST_CASE("unknown commands and those of other versions are told apart from malformed ones") {
  for (const uint32_t number : {48U, 49U, 53U, 61U, 62U, 255U}) {
    CHECK(std::holds_alternative<Unknown>(decoded(number, {1, 2, 3})));
  }
  CHECK(print(decoded(255, {})) == "command 255: unknown, of 0 words");
  CHECK(print(decoded(48, {1})) == "PIPE_RESOURCE_CREATE: unknown, of 1 words");
}

TEST_CASE("a submission that ends within a command gives the commands before") {
  std::vector<uint32_t> words;
  mux::test::append(words, 28, SetSubContext{7});
  mux::test::append(words, 36, MemoryBarrier{{3}});
  CommandReader whole(words);
  Header header;
  std::span<const uint32_t> fields;
  REQUIRE(whole.next(header, fields));
  REQUIRE(whole.next(header, fields));
  CHECK(header.number == 36);
  CHECK_FALSE(whole.next(header, fields));
  CHECK(whole.words_left() == 0);
  words.pop_back();
  CommandReader cut(words);
  REQUIRE(cut.next(header, fields));
  CHECK_FALSE(cut.next(header, fields));
  CHECK(cut.words_left() == 1);
}

TEST_CASE("commands are printed with their names, fields and objects") {
  CHECK(print(decoded(37, {8, 4, 1, 2, 3, 4, 0, 0})) ==
        "LAUNCH_GRID block=[8, 4, 1] grid=[2, 3, 4] indirect_buffer=@0 indirect_offset=0");
  CHECK(print(decoded(34, {5, 1, 16, 32, 7})) ==
        "SET_SHADER_BUFFERS stage=COMPUTE start_slot=1 buffers=[{offset=16 length=32 buffer=@7}]");
  CHECK(print(decoded(18, {0, 0, 0, 0, 0, 3})) ==
        "BIND_SAMPLER_STATES stage=VERTEX start_slot=0 objects=[3 times #0, #3]");
  CHECK(print(decoded(3, {4}, ObjectType::surface)) == "DESTROY_OBJECT SURFACE handle=#4");
  CHECK(print(decoded(12, {5, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9})) ==
        "SET_CONSTANT_BUFFER stage=COMPUTE index=0 values=9 words [0x1, 0x2, 0x3, 0x4, 0x5, 0x6, "
        "0x7, 0x8, ...]");
  CHECK(print(decoded(24, {})) == "SET_SAMPLE_MASK of 0 words is malformed: it ends before 'mask'");
  CHECK(print(decoded(0, {})) == "NOP");
}
