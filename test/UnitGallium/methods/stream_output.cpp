#include <numeric>

#include "fetched_points.h"

namespace gallium_test::stream_output {

namespace {

using Words = std::vector<uint32_t>;
using Target = mux_gallium_stream_output_target_t;

constexpr uint32_t append = MUX_GALLIUM_STREAM_OUTPUT_APPEND;
constexpr uint32_t untouched = 0xeeeeeeee;

/// What vertices write; each has its number in x of register 1, times ten in y, and so on.
struct Layout {
  std::array<uint32_t, 4> strides{};
  std::vector<mux_gallium_stream_output_t> outputs;
};

/// Vertex 7 writes one word, 7, to buffer 0.
const Layout numbers{{1, 0, 0, 0}, {{1, 0, 1, 0, 0, 0}}};

/// A context that draws vertices with numbers to targets and rasterizes nothing.
class Capture {
 public:
  explicit Capture(const Layout &layout) {
    mux_gallium_rasterizer_template_t rasterizer{};
    rasterizer.rasterizer_discard = true;
    mux_gallium_rasterizer_state_t state = nullptr;
    succeed(muxGalliumCreateRasterizerState(context_, &rasterizer, &state));
    succeed(muxGalliumBindRasterizerState(context_, state));
    bind(layout);
  }

  Context &context() { return context_; }
  /// Binds a shader with another layout.
  void bind(const Layout &layout) {
    const std::string text =
        shader_text("VERT",
                    "DCL SV[0], VERTEXID\nDCL SV[1], INSTANCEID\n"
                    "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nIMM[0] UINT32 {1, 10, 100, 0}\n",
                    {"MOV OUT[0], IMM[0]", "UMUL OUT[1].xyz, SV[0].xxxx, IMM[0].xyzz",
                     "MOV OUT[1].w, SV[1].xxxx"});
    mux_gallium_shader_template_t description{};
    description.stage = mux_gallium_stage_vertex;
    description.source = text.c_str();
    description.source_length = text.size();
    description.stream_output_count = static_cast<uint32_t>(layout.outputs.size());
    std::ranges::copy(layout.strides, description.stream_output_strides);
    std::ranges::copy(layout.outputs, description.stream_outputs);
    mux_gallium_shader_state_t made = nullptr;
    succeed(muxGalliumCreateShader(context_, &description, &made));
    succeed(muxGalliumBindShader(context_, mux_gallium_stage_vertex, made));
  }
  /// A buffer of untouched words.
  Resource buffer(uint32_t words) {
    Resource made(buffer_of(words * 4, 0, mux_gallium_bind_stream_output));
    context_.write_all(made, Words(words, untouched));
    return made;
  }
  Target target(mux_gallium_resource_t buffer, uint32_t first_word, uint32_t words) {
    Target made = nullptr;
    succeed(muxGalliumCreateStreamOutputTarget(context_, buffer, first_word * 4, words * 4, &made));
    return made;
  }
  void set(const std::vector<Target> &targets, const Words &offsets) {
    succeed(muxGalliumSetStreamOutputTargets(context_, static_cast<uint32_t>(targets.size()),
                                             targets.data(), offsets.data()));
  }
  void draw(mux_gallium_primitive_e mode, uint32_t first, uint32_t count, uint32_t instances = 1) {
    mux_gallium_draw_info_t info = points(count, instances);
    info.mode = mode;
    info.start = first;
    succeed(muxGalliumDrawVbo(context_, &info));
  }
  Words words(mux_gallium_resource_t buffer, uint32_t count) {
    return context_.read_as<uint32_t>(buffer, 0, static_cast<int32_t>(count));
  }

 private:
  Context context_;
};

mux_gallium_query_t begin(Capture &capture, mux_gallium_query_type_e type, uint32_t index = 0) {
  mux_gallium_query_t made = nullptr;
  succeed(muxGalliumCreateQuery(capture.context(), type, index, &made));
  succeed(muxGalliumBeginQuery(capture.context(), made));
  return made;
}

mux_gallium_query_result_t end(Capture &capture, mux_gallium_query_t query) {
  succeed(muxGalliumEndQuery(capture.context(), query));
  mux_gallium_query_result_t result{};
  bool available = false;
  succeed(muxGalliumGetQueryResult(capture.context(), query, true, &result, &available));
  REQUIRE(available);
  return result;
}

}  // namespace

TEST_CASE("D21, D33 stream_output: primitives are captured as lists in their order") {
  Capture capture(numbers);
  const Resource buffer = capture.buffer(16);
  const Target target = capture.target(buffer, 0, 16);
  struct Case {
    mux_gallium_primitive_e mode;
    Words expected;
  };
  for (const Case &of : {Case{mux_gallium_primitive_points, {3, 4, 5, 6, 7}},
                         Case{mux_gallium_primitive_lines, {3, 4, 5, 6}},
                         Case{mux_gallium_primitive_line_strip, {3, 4, 4, 5, 5, 6, 6, 7}},
                         Case{mux_gallium_primitive_line_loop, {3, 4, 4, 5, 5, 6, 6, 7, 7, 3}},
                         Case{mux_gallium_primitive_triangles, {3, 4, 5}},
                         Case{mux_gallium_primitive_triangle_strip, {3, 4, 5, 5, 4, 6, 5, 6, 7}},
                         Case{mux_gallium_primitive_triangle_fan, {3, 4, 5, 3, 5, 6, 3, 6, 7}}}) {
    capture.context().write_all(buffer, Words(16, untouched));
    capture.set({target}, {0});
    capture.draw(of.mode, 3, 5);
    Words expected = of.expected;
    expected.resize(16, untouched);
    INFO(of.mode);
    CHECK(capture.words(buffer, 16) == expected);
  }
}

TEST_CASE("D30, D33 stream_output: components of registers go to their buffers, gaps are kept") {
  Capture capture({{4, 3, 0, 0}, {{1, 2, 1, 0, 1, 0}, {1, 0, 2, 1, 1, 0}, {1, 3, 1, 0, 3, 0}}});
  const Resource buffer = capture.buffer(16);
  // Two ranges of one buffer.
  capture.set({capture.target(buffer, 0, 8), capture.target(buffer, 9, 6)}, {0, 0});
  capture.draw(mux_gallium_primitive_points, 5, 1, 2);
  constexpr uint32_t gap = untouched;
  CHECK(capture.words(buffer, 16) ==
        Words{gap, 500, gap, 0, gap, 500, gap, 1, gap, gap, 5, 50, gap, 5, 50, gap});
}

TEST_CASE("D27, D28, D31 stream_output: draws go on, and offsets are set or kept") {
  Capture capture(numbers);
  const Resource buffer = capture.buffer(8);
  const Target target = capture.target(buffer, 1, 7);
  capture.set({target}, {0});
  capture.draw(mux_gallium_primitive_points, 1, 2);
  capture.draw(mux_gallium_primitive_points, 3, 1);
  capture.set({}, {});
  capture.draw(mux_gallium_primitive_points, 50, 3);
  capture.set({target}, {append});
  capture.draw(mux_gallium_primitive_points, 4, 1);
  constexpr uint32_t gap = untouched;
  CHECK(capture.words(buffer, 8) == Words{gap, 1, 2, 3, 4, gap, gap, gap});
  capture.set({target}, {4});
  capture.draw(mux_gallium_primitive_points, 9, 1);
  CHECK(capture.words(buffer, 8) == Words{gap, 1, 9, 3, 4, gap, gap, gap});
  // Beyond the range nothing fits.
  capture.set({target}, {400});
  capture.draw(mux_gallium_primitive_points, 9, 1);
  CHECK(capture.words(buffer, 8) == Words{gap, 1, 9, 3, 4, gap, gap, gap});
}

TEST_CASE("D29 stream_output: a primitive that does not fit is written to no target") {
  Capture capture({{1, 1, 0, 0}, {{1, 0, 1, 0, 0, 0}, {1, 1, 1, 1, 0, 0}}});
  const Resource buffer = capture.buffer(16);
  const Resource small = capture.buffer(16);
  capture.set({capture.target(buffer, 0, 16), capture.target(small, 2, 8)}, {0, 0});
  // Two triangles fit into eight words.
  capture.draw(mux_gallium_primitive_triangles, 1, 9);
  Words expected(16, untouched);
  std::iota(expected.begin(), expected.begin() + 6, 1U);
  CHECK(capture.words(buffer, 16) == expected);
  CHECK(capture.words(small, 16)[7] == 60);
  CHECK(capture.words(small, 16)[8] == untouched);
  CHECK(capture.words(small, 16)[1] == untouched);
}

TEST_CASE("D29 stream_output: many primitives of several chunks and instances") {
  Capture capture(numbers);
  constexpr uint32_t instance = 3 * 700;
  constexpr uint32_t count = 4000;
  const Resource buffer = capture.buffer(count + 1);
  capture.set({capture.target(buffer, 0, count)}, {0});
  capture.draw(mux_gallium_primitive_triangles, 0, instance, 2);
  const Words words = capture.words(buffer, count + 1);
  // 1333 triangles.
  for (uint32_t at = 0; at < 3999; ++at) {
    REQUIRE(words[at] == at % instance);
  }
  CHECK(words[3999] == untouched);
  CHECK(words[4000] == untouched);
}

TEST_CASE("D06, D21 stream_output: vertices of indices, which primitives share") {
  Capture capture(numbers);
  const Resource buffer = capture.buffer(9);
  capture.set({capture.target(buffer, 0, 9)}, {0});
  const Resource indices = Points::buffer_of_all(std::vector<uint16_t>{7, 5, 6, 0xffff, 7, 6, 9});
  mux_gallium_draw_info_t info = points(7);
  info.mode = mux_gallium_primitive_triangle_strip;
  info.index_size = 2;
  info.index_resource = indices;
  info.primitive_restart = true;
  info.restart_index = 0xffff;
  succeed(muxGalliumDrawVbo(capture.context(), &info));
  CHECK(capture.words(buffer, 7) == Words{7, 5, 6, 7, 6, 9, untouched});
}

TEST_CASE("D32 stream_output: a draw takes its count from a target") {
  Capture capture({{2, 0, 0, 0}, {{1, 0, 1, 0, 0, 0}}});
  const Resource buffer = capture.buffer(16);
  const Target target = capture.target(buffer, 0, 16);
  capture.set({target}, {0});
  capture.draw(mux_gallium_primitive_triangles, 20, 7);
  capture.bind(numbers);
  const Resource second = capture.buffer(16);
  capture.set({capture.target(second, 0, 16)}, {0});
  mux_gallium_draw_info_t info = points(0);
  info.count_from_stream_output = target;
  succeed(muxGalliumDrawVbo(capture.context(), &info));
  Words expected{0, 1, 2, 3, 4, 5};
  expected.resize(16, untouched);
  CHECK(capture.words(second, 16) == expected);
  info.index_size = 2;
  info.index_resource = buffer;
  refuse(muxGalliumDrawVbo(capture.context(), &info), mux_error_invalid_value, "indices");
}

TEST_CASE("Q23, Q24, Q25 stream_output: queries count what was to be written, and what was") {
  Capture capture(numbers);
  const mux_gallium_query_t generated = begin(capture, mux_gallium_query_primitives_generated);
  const mux_gallium_query_t emitted = begin(capture, mux_gallium_query_primitives_emitted);
  const mux_gallium_query_t other = begin(capture, mux_gallium_query_primitives_emitted, 1);
  const mux_gallium_query_t statistics = begin(capture, mux_gallium_query_so_statistics);
  capture.draw(mux_gallium_primitive_lines, 0, 6);
  const Resource buffer = capture.buffer(5);
  capture.set({capture.target(buffer, 0, 5)}, {0});
  capture.draw(mux_gallium_primitive_lines, 0, 6);
  CHECK(end(capture, generated).u64 == 6);
  CHECK(end(capture, emitted).u64 == 2);
  CHECK(end(capture, other).u64 == 0);
  const mux_gallium_query_result_t both = end(capture, statistics);
  CHECK(both.so_statistics.emitted == 2);
  CHECK(both.so_statistics.storage_needed == 3);
}

TEST_CASE("Q26, Q27 stream_output: predicates say whether a primitive did not fit") {
  Capture capture(numbers);
  const Resource buffer = capture.buffer(4);
  capture.set({capture.target(buffer, 0, 4)}, {0});
  for (const bool overflows : {false, true}) {
    const mux_gallium_query_t one = begin(capture, mux_gallium_query_so_overflow_predicate);
    const mux_gallium_query_t second = begin(capture, mux_gallium_query_so_overflow_predicate, 1);
    const mux_gallium_query_t any = begin(capture, mux_gallium_query_so_overflow_any_predicate);
    capture.draw(mux_gallium_primitive_points, 0, overflows ? 2 : 3);
    CHECK(end(capture, one).b == overflows);
    CHECK_FALSE(end(capture, second).b);
    CHECK(end(capture, any).b == overflows);
  }
}

TEST_CASE("D25, D26 stream_output_target: ranges of buffers, of their context") {
  Context context;
  const Context other;
  const Resource buffer(buffer_of(64));
  const Resource texture(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8g8b8a8_unorm, 4, 4));
  Target made = nullptr;
  succeed(muxGalliumCreateStreamOutputTarget(context, buffer, 32, 32, &made));
  struct Range {
    uint64_t offset, size;
  };
  Target none = nullptr;
  for (const Range &of :
       {Range{36, 32}, Range{68, 0}, Range{2, 4}, Range{0, ~uint64_t{0}}, Range{~uint64_t{3}, 8}}) {
    refuse(muxGalliumCreateStreamOutputTarget(context, buffer, of.offset, of.size, &none),
           mux_error_invalid_value, "");
  }
  refuse(muxGalliumCreateStreamOutputTarget(context, texture, 0, 4, &none), mux_error_invalid_value,
         "not a buffer");
  refuse(muxGalliumCreateStreamOutputTarget(context, buffer, 0, 4, nullptr),
         mux_error_null_out_parameter, "NULL");
  const uint32_t offsets[5] = {};
  const Target five[5] = {};
  refuse(muxGalliumSetStreamOutputTargets(context, 5, five, offsets), mux_error_invalid_value,
         "too many");
  refuse(muxGalliumSetStreamOutputTargets(other, 1, &made, offsets), mux_error_invalid_value,
         "another context");
  refuse(muxGalliumSetStreamOutputTargets(context, 1, nullptr, offsets), mux_error_invalid_value,
         "NULL");
  constexpr uint32_t odd = 2;
  refuse(muxGalliumSetStreamOutputTargets(context, 1, &made, &odd), mux_error_invalid_value,
         "multiple");
  succeed(muxGalliumSetStreamOutputTargets(context, 1, &made, offsets));
  refuse(muxGalliumStreamOutputTargetDestroy(other, made), mux_error_invalid_value,
         "another context");
  // While it is bound.
  succeed(muxGalliumStreamOutputTargetDestroy(context, made));
  succeed(muxGalliumSetStreamOutputTargets(context, 0, nullptr, nullptr));
}

}  // namespace gallium_test::stream_output
