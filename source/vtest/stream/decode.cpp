#include "vtest/stream/decode.h"

#include <array>

#include "vtest/stream/printer.h"
#include "vtest/stream/reader.h"

namespace mux::vtest::stream {

namespace {

using DecodeFunction = void (*)(const Header &, std::span<const uint32_t>, Command &);

template <class Type>
void decode_as(const Header &header, std::span<const uint32_t> words, Command &command) {
  auto &result = command.emplace<Type>();
  if constexpr (requires { result.type = header.object_type; }) {
    result.type = header.object_type;
  }
  Reader reader(words);
  describe_fields(reader, result);
  if (!reader.finish()) {
    command.emplace<Malformed>(header, reader.reason());
  }
}

/// Decodes the commands that bind and destroy objects, whose type is in the header.
template <class Type>
void decode_typed(const Header &header, std::span<const uint32_t> words, Command &command) {
  if (name_of(header.object_type).empty()) {
    command.emplace<Malformed>(header, "its type of objects is unknown");
    return;
  }
  decode_as<Type>(header, words, command);
}

constexpr std::array<DecodeFunction, 12> creation_functions{
    nullptr,
    decode_as<CreateBlend>,
    decode_as<CreateRasterizer>,
    decode_as<CreateDepthStencilAlpha>,
    decode_as<CreateShader>,
    decode_as<CreateVertexElements>,
    decode_as<CreateSamplerView>,
    decode_as<CreateSamplerState>,
    decode_as<CreateSurface>,
    decode_as<CreateQuery>,
    decode_as<CreateStreamoutTarget>,
    decode_as<CreateMsaaSurface>,
};

void decode_creation(const Header &header, std::span<const uint32_t> words, Command &command) {
  const auto type = static_cast<uint32_t>(header.object_type);
  if (type >= creation_functions.size() || creation_functions[type] == nullptr) {
    command.emplace<Malformed>(header, "its type of objects is unknown");
    return;
  }
  creation_functions[type](header, words, command);
}

struct Entry {
  std::string_view name;
  /// nullptr: the command has no meaning in this version of the protocol.
  DecodeFunction function;
};

/// By their numbers.
constexpr std::array<Entry, 62> entries{{
    {"NOP", decode_as<Nop>},
    {"CREATE_OBJECT", decode_creation},
    {"BIND_OBJECT", decode_typed<BindObject>},
    {"DESTROY_OBJECT", decode_typed<DestroyObject>},
    {"SET_VIEWPORT_STATE", decode_as<SetViewports>},
    {"SET_FRAMEBUFFER_STATE", decode_as<SetFramebuffer>},
    {"SET_VERTEX_BUFFERS", decode_as<SetVertexBuffers>},
    {"CLEAR", decode_as<Clear>},
    {"DRAW_VBO", decode_as<Draw>},
    {"RESOURCE_INLINE_WRITE", decode_as<InlineWrite>},
    {"SET_SAMPLER_VIEWS", decode_as<SetSamplerViews>},
    {"SET_INDEX_BUFFER", decode_as<SetIndexBuffer>},
    {"SET_CONSTANT_BUFFER", decode_as<SetConstants>},
    {"SET_STENCIL_REF", decode_as<SetStencilReference>},
    {"SET_BLEND_COLOR", decode_as<SetBlendColor>},
    {"SET_SCISSOR_STATE", decode_as<SetScissors>},
    {"BLIT", decode_as<Blit>},
    {"RESOURCE_COPY_REGION", decode_as<CopyRegion>},
    {"BIND_SAMPLER_STATES", decode_as<BindSamplerStates>},
    {"BEGIN_QUERY", decode_as<BeginQuery>},
    {"END_QUERY", decode_as<EndQuery>},
    {"GET_QUERY_RESULT", decode_as<GetQueryResult>},
    {"SET_POLYGON_STIPPLE", decode_as<SetPolygonStipple>},
    {"SET_CLIP_STATE", decode_as<SetClipPlanes>},
    {"SET_SAMPLE_MASK", decode_as<SetSampleMask>},
    {"SET_STREAMOUT_TARGETS", decode_as<SetStreamoutTargets>},
    {"SET_RENDER_CONDITION", decode_as<SetRenderCondition>},
    {"SET_UNIFORM_BUFFER", decode_as<SetUniformBuffer>},
    {"SET_SUB_CTX", decode_as<SetSubContext>},
    {"CREATE_SUB_CTX", decode_as<CreateSubContext>},
    {"DESTROY_SUB_CTX", decode_as<DestroySubContext>},
    {"BIND_SHADER", decode_as<BindShader>},
    {"SET_TESS_STATE", decode_as<SetTessellation>},
    {"SET_MIN_SAMPLES", decode_as<SetMinSamples>},
    {"SET_SHADER_BUFFERS", decode_as<SetShaderBuffers>},
    {"SET_SHADER_IMAGES", decode_as<SetShaderImages>},
    {"MEMORY_BARRIER", decode_as<MemoryBarrier>},
    {"LAUNCH_GRID", decode_as<LaunchGrid>},
    {"SET_FRAMEBUFFER_STATE_NO_ATTACH", decode_as<SetFramebufferSize>},
    {"TEXTURE_BARRIER", decode_as<TextureBarrier>},
    {"SET_ATOMIC_BUFFERS", decode_as<SetAtomicBuffers>},
    {"SET_DEBUG_FLAGS", decode_as<SetDebugFlags>},
    {"GET_QUERY_RESULT_QBO", decode_as<GetQueryResultBuffer>},
    {"TRANSFER3D", decode_as<Transfer3d>},
    {"END_TRANSFERS", decode_as<EndTransfers>},
    {"COPY_TRANSFER3D", decode_as<CopyTransfer3d>},
    {"SET_TWEAKS", decode_as<SetTweak>},
    {"CLEAR_TEXTURE", decode_as<ClearTexture>},
    {"PIPE_RESOURCE_CREATE", nullptr},
    {"PIPE_RESOURCE_SET_TYPE", nullptr},
    {"GET_MEMORY_INFO", decode_as<GetMemoryInfo>},
    {"EMIT_STRING_MARKER", decode_as<EmitStringMarker>},
    {"LINK_SHADER", decode_as<LinkShaders>},
    {"CREATE_VIDEO_CODEC", nullptr},
    {"DESTROY_VIDEO_CODEC", nullptr},
    {"CREATE_VIDEO_BUFFER", nullptr},
    {"DESTROY_VIDEO_BUFFER", nullptr},
    {"BEGIN_FRAME", nullptr},
    {"DECODE_MACROBLOCK", nullptr},
    {"DECODE_BITSTREAM", nullptr},
    {"ENCODE_BITSTREAM", nullptr},
    {"END_FRAME", nullptr},
}};

/// Finds the number of the command that a function decodes: the reverse of the tables above.
template <class Type>
Header header_of(const Type &command) {
  for (uint32_t number = 0; number < entries.size(); ++number) {
    if (entries[number].function == decode_as<Type>) {
      return {number, ObjectType::none, 0};
    }
    if constexpr (requires { command.type == ObjectType::none; }) {
      if (entries[number].function == decode_typed<Type>) {
        return {number, command.type, 0};
      }
    }
  }
  for (uint32_t type = 0; type < creation_functions.size(); ++type) {
    if (creation_functions[type] == decode_as<Type>) {
      return {create_object, static_cast<ObjectType>(type), 0};
    }
  }
  return {};
}

std::string print_name(const Header &header) {
  const std::string_view name = command_name(header.number);
  std::string text = name.empty() ? "command " + std::to_string(header.number) : std::string(name);
  if (header.number >= create_object && header.number <= destroy_object) {
    text.append(" ").append(name_of(header.object_type));
  }
  return text;
}

std::string print_command(const Unknown &command) {
  return print_name(command.header) + ": unknown, of " + std::to_string(command.header.length) +
         " words";
}

std::string print_command(const Malformed &command) {
  return print_name(command.header) + " of " + std::to_string(command.header.length) +
         " words is malformed: " + command.reason;
}

template <class Type>
std::string print_command(const Type &command) {
  std::string fields;
  Printer printer(fields);
  // describe_fields() also serves the reader, which changes its argument.
  describe_fields(printer, const_cast<Type &>(command));
  return print_name(header_of(command)) + (fields.empty() ? "" : " ") + fields;
}

}  // namespace

Header parse_header(uint32_t word) noexcept {
  return {word & 0xff, static_cast<ObjectType>(word >> 8 & 0xff), word >> 16};
}

uint32_t pack(const Header &header) noexcept {
  return header.number | static_cast<uint32_t>(header.object_type) << 8 | header.length << 16;
}

std::string_view command_name(uint32_t number) noexcept {
  return number < entries.size() ? entries[number].name : std::string_view();
}

void decode(const Header &header, std::span<const uint32_t> words, Command &command) {
  const DecodeFunction function =
      header.number < entries.size() ? entries[header.number].function : nullptr;
  if (function == nullptr) {
    command.emplace<Unknown>(header);
    return;
  }
  function(header, words, command);
}

bool CommandReader::next(Header &header, std::span<const uint32_t> &words) {
  if (words_.empty()) {
    return false;
  }
  header = parse_header(words_[0]);
  if (header.length > words_.size() - 1) {
    return false;
  }
  words = words_.subspan(1, header.length);
  words_ = words_.subspan(size_t{1} + header.length);
  return true;
}

std::string print(const Command &command) {
  return std::visit([](const auto &typed) { return print_command(typed); }, command);
}

}  // namespace mux::vtest::stream
