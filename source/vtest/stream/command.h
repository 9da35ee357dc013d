/// @file
/// A command of the stream, decoded, and the numbers and names of all commands.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "vtest/stream/bindings.h"
#include "vtest/stream/contexts.h"
#include "vtest/stream/objects.h"
#include "vtest/stream/queries.h"
#include "vtest/stream/state.h"
#include "vtest/stream/transfers.h"
#include "vtest/stream/work.h"

namespace mux::vtest::stream {

/// The first word of a command.
struct Header {
  uint32_t number = 0;
  /// Only of commands that create, bind and destroy objects.
  ObjectType object_type{};
  /// Words that follow.
  uint32_t length = 0;
};

Header parse_header(uint32_t word) noexcept;
/// The first word of a command with this header.
uint32_t pack(const Header &header) noexcept;

/// Numbers of the commands that create, bind and destroy objects.
inline constexpr uint32_t create_object = 1;
inline constexpr uint32_t bind_object = 2;
inline constexpr uint32_t destroy_object = 3;

/// Returns the name of a command, or an empty text if the number is unknown.
std::string_view command_name(uint32_t number) noexcept;

/// A command that the decoder does not know, or that has no meaning in this version of the
/// protocol.
struct Unknown {
  Header header;
};

/// A command that breaks the rules of the stream: it has no effect.
struct Malformed {
  Header header;
  /// What is wrong, for the log.
  std::string reason;
};

using Command = std::variant<
    Unknown, Malformed, Nop, CreateBlend, CreateRasterizer, CreateDepthStencilAlpha, CreateShader,
    CreateVertexElements, CreateSamplerView, CreateSamplerState, CreateSurface, CreateQuery,
    CreateStreamoutTarget, CreateMsaaSurface, BindObject, DestroyObject, SetViewports,
    SetFramebuffer, SetVertexBuffers, Clear, Draw, InlineWrite, SetSamplerViews, SetIndexBuffer,
    SetConstants, SetStencilReference, SetBlendColor, SetScissors, Blit, CopyRegion,
    BindSamplerStates, BeginQuery, EndQuery, GetQueryResult, SetPolygonStipple, SetClipPlanes,
    SetSampleMask, SetStreamoutTargets, SetRenderCondition, SetUniformBuffer, SetSubContext,
    CreateSubContext, DestroySubContext, BindShader, SetTessellation, SetMinSamples,
    SetShaderBuffers, SetShaderImages, MemoryBarrier, LaunchGrid, SetFramebufferSize,
    TextureBarrier, SetAtomicBuffers, SetDebugFlags, GetQueryResultBuffer, Transfer3d, EndTransfers,
    CopyTransfer3d, SetTweak, ClearTexture, GetMemoryInfo, EmitStringMarker, LinkShaders>;

}  // namespace mux::vtest::stream
