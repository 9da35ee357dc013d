// Entry points of stream output.

#include <algorithm>

#include "gallium/context/call.h"

using namespace mux::gallium;

mux_result_t muxGalliumCreateStreamOutputTarget(mux_gallium_context_t context,
                                                mux_gallium_resource_t resource, uint64_t offset,
                                                uint64_t size,
                                                mux_gallium_stream_output_target_t *out_target) {
  return context_call("muxGalliumCreateStreamOutputTarget", context,
                      arguments(resource, offset, size, out_target), [&](Context &on) {
                        Resource &of = checked<Resource>(resource);
                        const Ref<StreamOutputTarget> made =
                            make_ref<StreamOutputTarget>(&on, of, offset, size);
                        require_out(out_target, "out_target is NULL");
                        *out_target = on.add(made);
                      });
}

mux_result_t muxGalliumStreamOutputTargetDestroy(mux_gallium_context_t context,
                                                 mux_gallium_stream_output_target_t target) {
  return any_context_call(
      "muxGalliumStreamOutputTargetDestroy", context, arguments(target),
      [&](Context &on) { on.remove(checked<StreamOutputTarget>(target, &on)); });
}

mux_result_t muxGalliumSetStreamOutputTargets(mux_gallium_context_t context, uint32_t count,
                                              const mux_gallium_stream_output_target_t *targets,
                                              const uint32_t *offsets) {
  return context_call(
      "muxGalliumSetStreamOutputTargets", context, arguments(count, targets, offsets),
      [&](Context &on) {
        require_valid(count <= MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS, "too many targets");
        require_valid(count == 0 || (targets != nullptr && offsets != nullptr),
                      "the targets or their offsets are NULL");
        std::array<Ref<StreamOutputTarget>, MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS> made;
        for (uint32_t index = 0; index < count; ++index) {
          if (targets[index] != nullptr) {
            made.at(index) =
                Ref<StreamOutputTarget>(checked<StreamOutputTarget>(targets[index], &on));
            require_valid(offsets[index] == MUX_GALLIUM_STREAM_OUTPUT_APPEND ||
                              offsets[index] % sizeof(uint32_t) == 0,
                          "an offset is not a multiple of 4");
          }
        }
        for (uint32_t index = 0; index < count; ++index) {
          if (made.at(index) && offsets[index] != MUX_GALLIUM_STREAM_OUTPUT_APPEND) {
            made.at(index)->seek(offsets[index]);
          }
        }
        on.bindings().draw.stream_targets = std::move(made);
      });
}
