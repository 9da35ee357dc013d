// Entry points of contexts: creation, flushes, barriers, resets, messages.

#include "gallium/context/call.h"
#include "gallium/fence/fence.h"

using namespace mux::gallium;

mux_result_t muxGalliumCreateContext(mux_gallium_screen_t screen, uint32_t flags,
                                     mux_gallium_context_t *out_context) {
  return call("muxGalliumCreateContext", arguments(screen, flags, out_context), [&] {
    Screen &on = checked<Screen>(screen);
    require_valid(flags == 0, "the flags are not 0");
    require_out(out_context, "out_context is NULL");
    *out_context = new Context(on);
  });
}

mux_result_t muxGalliumDestroyContext(mux_gallium_context_t context) {
  return call("muxGalliumDestroyContext", arguments(context),
              [&] { delete &checked<Context>(context); });
}

namespace {

void check_flush_flags(uint32_t flags) {
  constexpr uint32_t fine_grained =
      mux_gallium_flush_top_of_pipe | mux_gallium_flush_bottom_of_pipe;
  constexpr uint32_t known = mux_gallium_flush_end_of_frame | mux_gallium_flush_deferred |
                             mux_gallium_flush_hint_finish | mux_gallium_flush_async | fine_grained;
  require_valid((flags & ~known) == 0, "an unknown flag");
  require_valid((flags & fine_grained) == 0 || (flags & mux_gallium_flush_deferred) != 0,
                "a fine-grained fence needs a deferred flush");
  require_valid((flags & fine_grained) != fine_grained,
                "top and bottom of pipe exclude each other");
}

}  // namespace

mux_result_t muxGalliumFlush(mux_gallium_context_t context, uint32_t flags,
                             mux_gallium_fence_t *out_fence) {
  return context_call("muxGalliumFlush", context, arguments(flags, out_fence), [&](Context &on) {
    check_flush_flags(flags);
    Ref<Fence> fence;
    if (out_fence != nullptr) {
      fence = make_unreferenced<Fence>(on.screen(), &on, on.marker());
    }
    if ((flags & mux_gallium_flush_deferred) == 0) {
      on.flush((flags & mux_gallium_flush_async) == 0);
    }
    if (fence) {
      fence->retain();
      *out_fence = fence.get();
    }
  });
}

mux_result_t muxGalliumFlushResource(mux_gallium_context_t context,
                                     mux_gallium_resource_t resource) {
  return context_call("muxGalliumFlushResource", context, arguments(resource), [&](Context &on) {
    checked<Resource>(resource);
    on.flush(true);
  });
}

mux_result_t muxGalliumTextureBarrier(mux_gallium_context_t context, uint32_t flags) {
  return context_call("muxGalliumTextureBarrier", context, arguments(flags), [&](Context &on) {
    constexpr uint32_t known =
        mux_gallium_texture_barrier_sampler | mux_gallium_texture_barrier_framebuffer;
    require_valid((flags & ~known) == 0, "an unknown flag");
    on.record_barrier();
  });
}

mux_result_t muxGalliumMemoryBarrier(mux_gallium_context_t context, uint32_t flags) {
  return context_call("muxGalliumMemoryBarrier", context, arguments(flags), [&](Context &on) {
    constexpr uint32_t known = (mux_gallium_barrier_update_texture << 1) - 1;
    require_valid((flags & ~known) == 0, "an unknown flag");
    // Caches of the processor are coherent: only the order of commands matters.
    on.record_barrier();
  });
}

mux_result_t muxGalliumIsResourceReferenced(mux_gallium_context_t context,
                                            mux_gallium_resource_t resource,
                                            uint32_t *out_references) {
  return context_call("muxGalliumIsResourceReferenced", context,
                      arguments(resource, out_references), [&](Context &on) {
                        Resource &of = checked<Resource>(resource);
                        require_out(out_references, "out_references is NULL");
                        const Access pending = on.pending_accesses(of);
                        uint32_t references = 0;
                        if (pending.reads) {
                          references |= mux_gallium_referenced_for_read;
                        }
                        if (pending.writes) {
                          references |= mux_gallium_referenced_for_write;
                        }
                        *out_references = references;
                      });
}

mux_result_t muxGalliumGetDeviceResetStatus(mux_gallium_context_t context,
                                            mux_gallium_reset_status_e *out_status) {
  return any_context_call("muxGalliumGetDeviceResetStatus", context, arguments(out_status),
                          [&](Context &on) {
                            require_out(out_status, "out_status is NULL");
                            *out_status = on.take_reset_status();
                          });
}

mux_result_t muxGalliumSetDeviceResetCallback(mux_gallium_context_t context,
                                              mux_gallium_reset_callback_t callback,
                                              void *user_data) {
  return any_context_call("muxGalliumSetDeviceResetCallback", context,
                          arguments(callback, user_data),
                          [&](Context &on) { on.set_reset_callback(callback, user_data); });
}

mux_result_t muxGalliumInjectDeviceReset(mux_gallium_context_t context, uint32_t status) {
  return call("muxGalliumInjectDeviceReset", arguments(context, status), [&] {
    Context &on = checked<Context>(context);
    require_valid(status == mux_gallium_reset_guilty || status == mux_gallium_reset_innocent ||
                      status == mux_gallium_reset_unknown,
                  "the status is not that of a reset");
    on.reset(static_cast<mux_gallium_reset_status_e>(status));
  });
}

mux_result_t muxGalliumSetDebugCallback(mux_gallium_context_t context,
                                        const mux_gallium_debug_sink_t *sink) {
  return any_context_call("muxGalliumSetDebugCallback", context, arguments(sink), [&](Context &on) {
    on.messages().set(sink != nullptr ? *sink : mux_gallium_debug_sink_t{});
  });
}
