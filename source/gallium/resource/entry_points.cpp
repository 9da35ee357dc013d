// Entry points of resources.

#include "gallium/resource/resource.h"
#include "gallium/support/call.h"

using namespace mux::gallium;

mux_result_t muxGalliumCreateResource(mux_gallium_screen_t screen,
                                      const mux_gallium_resource_template_t *description,
                                      mux_gallium_resource_t *out_resource) {
  return call("muxGalliumCreateResource", arguments(screen, description, out_resource), [&] {
    Screen &on = checked<Screen>(screen);
    require_valid(description != nullptr, "the description is NULL");
    const ResourceTemplate made = checked_template(on.info(), *description);
    require_out(out_resource, "out_resource is NULL");
    *out_resource = new Resource(on, made);
  });
}

mux_result_t muxGalliumCreateResourceFromMemory(mux_gallium_screen_t screen,
                                                const mux_gallium_resource_template_t *description,
                                                void *memory, uint64_t memory_size,
                                                mux_gallium_resource_t *out_resource) {
  return call("muxGalliumCreateResourceFromMemory",
              arguments(screen, description, memory, memory_size, out_resource), [&] {
                Screen &on = checked<Screen>(screen);
                require_valid(description != nullptr, "the description is NULL");
                const ResourceTemplate made = checked_template(on.info(), *description);
                require_valid((made.flags & mux_gallium_resource_flag_sparse) == 0,
                              "memory of the program cannot be sparse");
                require_valid(memory != nullptr, "the memory is NULL");
                require_out(out_resource, "out_resource is NULL");
                *out_resource = new Resource(on, made, memory, memory_size);
              });
}

mux_result_t muxGalliumRetainResource(mux_gallium_resource_t resource) {
  return call("muxGalliumRetainResource", arguments(resource),
              [&] { checked<Resource>(resource).retain(); });
}

mux_result_t muxGalliumReleaseResource(mux_gallium_resource_t resource) {
  return call("muxGalliumReleaseResource", arguments(resource),
              [&] { checked<Resource>(resource).release("the resource has no reference left"); });
}

mux_result_t muxGalliumGetResourceInfo(mux_gallium_resource_t resource,
                                       mux_gallium_resource_template_t *out_description) {
  return call("muxGalliumGetResourceInfo", arguments(resource, out_description), [&] {
    const Resource &of = checked<Resource>(resource);
    require_out(out_description, "out_description is NULL");
    *out_description = of.description();
  });
}

mux_result_t muxGalliumGetResourceLayout(mux_gallium_resource_t resource, uint32_t level,
                                         mux_gallium_resource_layout_t *out_layout) {
  return call("muxGalliumGetResourceLayout", arguments(resource, level, out_layout), [&] {
    const LevelLayout &layout = checked<Resource>(resource).layout().level(level);
    require_out(out_layout, "out_layout is NULL");
    *out_layout = layout;
  });
}

mux_result_t muxGalliumGetResourceSize(mux_gallium_resource_t resource, uint64_t *out_size) {
  return call("muxGalliumGetResourceSize", arguments(resource, out_size), [&] {
    const Resource &of = checked<Resource>(resource);
    require_out(out_size, "out_size is NULL");
    *out_size = of.size();
  });
}
