// Entry points of fences.

#include <fcntl.h>

#include "gallium/context/call.h"
#include "gallium/fence/fence.h"

using namespace mux::gallium;

namespace {

void check_type(uint32_t type) {
  require_valid(type == mux_gallium_fence_type_one_time || type == mux_gallium_fence_type_reusable,
                "an unknown type of fence");
}

}  // namespace

mux_result_t muxGalliumCreateFence(mux_gallium_screen_t screen, uint32_t type,
                                   mux_gallium_fence_t *out_fence) {
  return call("muxGalliumCreateFence", arguments(screen, type, out_fence), [&] {
    Screen &on = checked<Screen>(screen);
    check_type(type);
    require_out(out_fence, "out_fence is NULL");
    *out_fence = new Fence(on, static_cast<mux_gallium_fence_type_e>(type));
  });
}

mux_result_t muxGalliumCreateFenceFromFile(mux_gallium_context_t context, int descriptor,
                                           uint32_t type, mux_gallium_fence_t *out_fence) {
  return context_call(
      "muxGalliumCreateFenceFromFile", context, arguments(descriptor, type, out_fence),
      [&](Context &on) {
        require_valid(fcntl(descriptor, F_GETFD) >= 0, "the file descriptor is not open");
        check_type(type);
        require_out(out_fence, "out_fence is NULL");
        *out_fence = new Fence(on.screen(), static_cast<mux_gallium_fence_type_e>(type),
                               mux::client::File::duplicate(descriptor));
      });
}

mux_result_t muxGalliumGetFenceFile(mux_gallium_screen_t screen, mux_gallium_fence_t fence,
                                    int *out_descriptor) {
  return call("muxGalliumGetFenceFile", arguments(screen, fence, out_descriptor), [&] {
    checked<Screen>(screen);
    const Fence &of = checked<Fence>(fence);
    require_out(out_descriptor, "out_descriptor is NULL");
    *out_descriptor = of.file().release();
  });
}

mux_result_t muxGalliumRetainFence(mux_gallium_fence_t fence) {
  return call("muxGalliumRetainFence", arguments(fence), [&] { checked<Fence>(fence).retain(); });
}

mux_result_t muxGalliumReleaseFence(mux_gallium_fence_t fence) {
  return call("muxGalliumReleaseFence", arguments(fence),
              [&] { checked<Fence>(fence).release("the fence has no reference left"); });
}

mux_result_t muxGalliumFenceFinish(mux_gallium_screen_t screen, mux_gallium_context_t context,
                                   mux_gallium_fence_t fence, uint64_t timeout,
                                   bool *out_signaled) {
  return call("muxGalliumFenceFinish", arguments(screen, context, fence, timeout, out_signaled),
              [&] {
                checked<Screen>(screen);
                const Fence &of = checked<Fence>(fence);
                require_out(out_signaled, "out_signaled is NULL");
                if (context != nullptr) {
                  Context &on = checked<Context>(context);
                  if (of.is_flush_of(&on) && !of.is_signaled()) {
                    // What an asynchronous flush has submitted must not order other contexts.
                    if (of.flush_event().status() == mux::client::event_status::queued) {
                      on.flush(true);
                    }
                    // Without a limit this thread can execute what it waits for.
                    if (timeout == UINT64_MAX) {
                      on.stream().wait_for(of.flush_event());
                    }
                  }
                }
                *out_signaled = of.wait(timeout);
                require(!*out_signaled || !of.has_failed(), mux_error_fence_failure,
                        "the commands that the fence waits for failed");
              });
}

mux_result_t muxGalliumFenceServerSync(mux_gallium_context_t context, mux_gallium_fence_t fence) {
  return context_call("muxGalliumFenceServerSync", context, arguments(fence), [&](Context &on) {
    Fence &of = checked<Fence>(fence);
    if (!of.is_flush_of(&on)) {
      on.wait_on_device(of.take_for_wait());
    }
  });
}

mux_result_t muxGalliumFenceServerSignal(mux_gallium_context_t context, mux_gallium_fence_t fence) {
  return context_call("muxGalliumFenceServerSignal", context, arguments(fence), [&](Context &on) {
    Fence &of = checked<Fence>(fence);
    of.check_signal();
    of.signal(*on.marker());
  });
}
