/// @file
/// The values of the command stream: handles, formats, enumerations with their names, and lists
/// with a limit. The numbers are the protocol's, which are also those of include/mux/gallium.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mux::vtest::stream {

/// An object of a sub-context; 0 is none.
struct Object {
  uint32_t handle = 0;
};

/// A resource of the connection; 0 is none.
struct Resource {
  uint32_t handle = 0;
};

/// A number of the protocol's list of formats; 0 is none.
struct Format {
  uint32_t number = 0;
};

/// One more than the largest number that a format can have: the capabilities have so many bits.
inline constexpr uint32_t max_formats = 512;
/// Slots that a command can fill: views, samplers, buffers or images of a stage.
inline constexpr size_t max_slots = 32;

/// A set of bits; printed in hexadecimal.
struct Mask {
  uint32_t bits = 0;
};

enum class ObjectType : uint32_t {
  none,
  blend,
  rasterizer,
  depth_stencil_alpha,
  shader,
  vertex_elements,
  sampler_view,
  sampler_state,
  surface,
  query,
  streamout_target,
  msaa_surface,
};

enum class Stage : uint32_t { vertex, fragment, geometry, tess_ctrl, tess_eval, compute };
inline constexpr size_t stages = 6;

enum class Primitive : uint32_t { points, patches = 14 };
enum class Target : uint32_t { buffer, texture_cube = 4, texture_cube_array = 8 };
enum class Function : uint32_t { never, always = 7 };
enum class StencilOperation : uint32_t { keep };
enum class BlendFunction : uint32_t { add };
enum class BlendFactor : uint32_t { unset };
enum class LogicOperation : uint32_t { clear };
enum class Face : uint32_t { none };
enum class Fill : uint32_t { fill };
enum class Wrap : uint32_t { repeat };
enum class Filter : uint32_t { nearest, linear };
enum class MipFilter : uint32_t { nearest, linear, none };
enum class Swizzle : uint32_t { x, y, z, w, zero, one };
enum class QueryType : uint32_t { occlusion_counter, timestamp = 2, time_elapsed = 4 };
enum class ConditionMode : uint32_t { wait };
enum class ResultType : uint32_t { i32, u32, i64, u64 };

/// Names of the enumerators by their numbers. An empty name is a number that has no meaning.
template <class Enumeration>
inline constexpr std::array<std::string_view, 0> names{};

template <>
inline constexpr std::array<std::string_view, 12> names<ObjectType>{
    "",        "BLEND",           "RASTERIZER",       "DSA",
    "SHADER",  "VERTEX_ELEMENTS", "SAMPLER_VIEW",     "SAMPLER_STATE",
    "SURFACE", "QUERY",           "STREAMOUT_TARGET", "MSAA_SURFACE"};
template <>
inline constexpr std::array<std::string_view, 6> names<Stage>{"VERTEX",    "FRAGMENT",  "GEOMETRY",
                                                              "TESS_CTRL", "TESS_EVAL", "COMPUTE"};
template <>
inline constexpr std::array<std::string_view, 15> names<Primitive>{"POINTS",
                                                                   "LINES",
                                                                   "LINE_LOOP",
                                                                   "LINE_STRIP",
                                                                   "TRIANGLES",
                                                                   "TRIANGLE_STRIP",
                                                                   "TRIANGLE_FAN",
                                                                   "QUADS",
                                                                   "QUAD_STRIP",
                                                                   "POLYGON",
                                                                   "LINES_ADJACENCY",
                                                                   "LINE_STRIP_ADJACENCY",
                                                                   "TRIANGLES_ADJACENCY",
                                                                   "TRIANGLE_STRIP_ADJACENCY",
                                                                   "PATCHES"};
template <>
inline constexpr std::array<std::string_view, 9> names<Target>{
    "BUFFER", "1D", "2D", "3D", "CUBE", "RECT", "1D_ARRAY", "2D_ARRAY", "CUBE_ARRAY"};
template <>
inline constexpr std::array<std::string_view, 8> names<Function>{
    "NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS"};
template <>
inline constexpr std::array<std::string_view, 8> names<StencilOperation>{
    "KEEP", "ZERO", "REPLACE", "INCR", "DECR", "INCR_WRAP", "DECR_WRAP", "INVERT"};
template <>
inline constexpr std::array<std::string_view, 5> names<BlendFunction>{
    "ADD", "SUBTRACT", "REVERSE_SUBTRACT", "MIN", "MAX"};
template <>
inline constexpr std::array<std::string_view, 27> names<BlendFactor>{"UNSET",
                                                                     "ONE",
                                                                     "SRC_COLOR",
                                                                     "SRC_ALPHA",
                                                                     "DST_ALPHA",
                                                                     "DST_COLOR",
                                                                     "SRC_ALPHA_SATURATE",
                                                                     "CONST_COLOR",
                                                                     "CONST_ALPHA",
                                                                     "SRC1_COLOR",
                                                                     "SRC1_ALPHA",
                                                                     "",
                                                                     "",
                                                                     "",
                                                                     "",
                                                                     "",
                                                                     "",
                                                                     "ZERO",
                                                                     "INV_SRC_COLOR",
                                                                     "INV_SRC_ALPHA",
                                                                     "INV_DST_ALPHA",
                                                                     "INV_DST_COLOR",
                                                                     "",
                                                                     "INV_CONST_COLOR",
                                                                     "INV_CONST_ALPHA",
                                                                     "INV_SRC1_COLOR",
                                                                     "INV_SRC1_ALPHA"};
template <>
inline constexpr std::array<std::string_view, 16> names<LogicOperation>{
    "CLEAR", "NOR",   "AND_INVERTED", "COPY_INVERTED", "AND_REVERSE", "INVERT",     "XOR", "NAND",
    "AND",   "EQUIV", "NOOP",         "OR_INVERTED",   "COPY",        "OR_REVERSE", "OR",  "SET"};
template <>
inline constexpr std::array<std::string_view, 4> names<Face>{"NONE", "FRONT", "BACK",
                                                             "FRONT_AND_BACK"};
template <>
inline constexpr std::array<std::string_view, 4> names<Fill>{"FILL", "LINE", "POINT",
                                                             "FILL_RECTANGLE"};
template <>
inline constexpr std::array<std::string_view, 8> names<Wrap>{
    "REPEAT",        "CLAMP",        "CLAMP_TO_EDGE",        "CLAMP_TO_BORDER",
    "MIRROR_REPEAT", "MIRROR_CLAMP", "MIRROR_CLAMP_TO_EDGE", "MIRROR_CLAMP_TO_BORDER"};
template <>
inline constexpr std::array<std::string_view, 2> names<Filter>{"NEAREST", "LINEAR"};
template <>
inline constexpr std::array<std::string_view, 3> names<MipFilter>{"NEAREST", "LINEAR", "NONE"};
template <>
inline constexpr std::array<std::string_view, 6> names<Swizzle>{"X", "Y", "Z", "W", "ZERO", "ONE"};
template <>
inline constexpr std::array<std::string_view, 13> names<QueryType>{
    "OCCLUSION_COUNTER",
    "OCCLUSION_PREDICATE",
    "TIMESTAMP",
    "TIMESTAMP_DISJOINT",
    "TIME_ELAPSED",
    "PRIMITIVES_GENERATED",
    "PRIMITIVES_EMITTED",
    "SO_STATISTICS",
    "SO_OVERFLOW_PREDICATE",
    "GPU_FINISHED",
    "PIPELINE_STATISTICS",
    "OCCLUSION_PREDICATE_CONSERVATIVE",
    "SO_OVERFLOW_ANY_PREDICATE"};
template <>
inline constexpr std::array<std::string_view, 4> names<ConditionMode>{
    "WAIT", "NO_WAIT", "BY_REGION_WAIT", "BY_REGION_NO_WAIT"};
template <>
inline constexpr std::array<std::string_view, 4> names<ResultType>{"I32", "U32", "I64", "U64"};

/// Returns the name of an enumerator, or an empty text if the number has no meaning.
template <class Enumeration>
constexpr std::string_view name_of(Enumeration value) noexcept {
  const auto number = static_cast<uint32_t>(value);
  return number < names<Enumeration>.size() ? names<Enumeration>[number] : std::string_view();
}

/// A list of at most `limit` elements, in place.
template <class Element, size_t limit>
struct Limited {
  std::array<Element, limit> elements{};
  size_t count = 0;

  const Element *begin() const { return elements.data(); }
  const Element *end() const { return elements.data() + count; }
  Element *begin() { return elements.data(); }
  Element *end() { return elements.data() + count; }
  size_t size() const { return count; }
  const Element &operator[](size_t index) const { return elements[index]; }
};

/// A box of pixels. Extents may be negative in blits, which then mirror.
struct Box {
  int32_t x = 0, y = 0, z = 0;
  int32_t width = 0, height = 0, depth = 0;
};

template <class Fields>
void describe_fields(Fields &fields, Box &box) {
  fields("x", box.x);
  fields("y", box.y);
  fields("z", box.z);
  fields("w", box.width);
  fields("h", box.height);
  fields("d", box.depth);
}

}  // namespace mux::vtest::stream
