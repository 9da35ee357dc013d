#include "gallium/draw/prepare/vertex_input.h"

#include <array>

namespace mux::gallium {
namespace {

/// What elements without a buffer are read from.
alignas(32) constexpr std::array<std::byte, 32> no_element{};

uint32_t packed(const uint8_t (&channels)[4]) {
  return channels[0] | uint32_t{channels[1]} << 8U | uint32_t{channels[2]} << 16U |
         uint32_t{channels[3]} << 24U;
}

draw_element_s element_of(const mux_gallium_vertex_element_t &element, const VertexBuffer &buffer,
                          const Use *use) {
  draw_element_s made{reinterpret_cast<uint64_t>(no_element.data()), 0, buffer.stride,
                      element.instance_divisor};
  const uint64_t offset = buffer.offset + element.src_offset;
  const FormatInfo &format = checked_format(element.format);
  // The kernel reads the first element where another is outside of the buffer.
  if (use != nullptr && offset <= use->storage->size() &&
      use->storage->size() - offset >= format.block_bytes) {
    made.address = reinterpret_cast<uint64_t>(use->storage->data() + offset);
    made.size = use->storage->size() - offset;
  }
  return made;
}

}  // namespace

draw_format_s kernel_format(const FormatInfo &format) {
  draw_format_s made{packed(format.channel_types), packed(format.channel_offsets),
                     packed(format.channel_bits), format.block_bytes};
  made.properties |= format.is_srgb ? 1U << 8U : 0;
  made.properties |= is_integer(format) ? 1U << 9U : 0;
  for (uint32_t channel = 0; channel < 4; ++channel) {
    made.properties |= uint32_t{format.channel_defaults[channel]} << (16U + channel);
  }
  return made;
}

draw_vertex_code_s set_vertex_input(const DrawBindings &state, PreparedDraw &draw) {
  draw_vertex_code_s code{};
  if (!state.vertex_elements) {
    return code;
  }
  const mux_gallium_vertex_elements_template_t &description = state.vertex_elements->description();
  const std::span elements = std::span(description.elements).first(description.count);
  code.element_count = static_cast<uint32_t>(elements.size());
  for (size_t index = 0; index < elements.size(); ++index) {
    const mux_gallium_vertex_element_t &element = elements[index];
    const VertexBuffer &buffer = state.vertex_buffers.at(element.vertex_buffer_index);
    const Use *use = nullptr;
    if (buffer.resource) {
      use =
          &draw.vertex_uses.emplace_back(*buffer.resource, Access{.reads = true, .writes = false});
    }
    draw.job.elements[index] = element_of(element, buffer, use);
    code.formats[index] = kernel_format(checked_format(element.format));
    code.instanced |= element.instance_divisor != 0 ? 1U << index : 0;
  }
  return code;
}

}  // namespace mux::gallium
