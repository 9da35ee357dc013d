#include "stage_run.h"

#include <mux/gallium/stage_abi.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <span>

#include "compile.h"

namespace mux::test {
namespace {

constexpr size_t group_size = 16;

/// Calls a fragment shader if FRAGMENT is defined, else a vertex shader. The parameters that `run`
/// does not use are the buffers whose addresses are in the resources.
constexpr const char *caller = R"(
#include <mux/gallium/stage_abi.h>
typedef struct mux_gallium_stage_resources_s resources_t;

#ifdef FRAGMENT
typedef struct mux_gallium_fragment_values_s values_t;
#define shader mux_fragment_shader
const global float positions[8] = {0.375f, 0.125f, 0.875f, 0.375f, 0.125f, 0.625f, 0.625f, 0.875f};
#else
typedef struct mux_gallium_vertex_values_s values_t;
#define shader mux_vertex_shader
#endif
void shader(global const resources_t *resources, const private uint4 *inputs,
            private uint4 *outputs, private values_t *values);

kernel void bind(global resources_t *resources, global uint *memory, uint size, global uint *texels,
                 global uint *layout, global uint *sampler) {
  const struct mux_gallium_stage_buffer_s buffer = {(ulong)memory, size, 0};
  resources->constants[0] = buffer;
  resources->constants[2] = buffer;
  resources->buffers[0] = buffer;
  resources->atomics[1] = buffer;
  const struct mux_gallium_stage_view_s view = {(ulong)texels, (ulong)layout, (ulong)sampler};
  resources->views[0] = view;
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void run(global const resources_t *resources, global uint *memory, global uint *texels,
                global uint *layout, global uint *sampler, global const uint4 *inputs,
                global uint4 *outputs, global const uint *helpers, global uint *discarded) {
  const size_t item = get_global_id(0);
  uint4 in[4];
  uint4 out[4];
  for (int i = 0; i < 4; ++i) {
    in[i] = inputs[item * 4 + i];
    out[i] = 0xdeadbeef;
  }
#ifdef FRAGMENT
  struct mux_gallium_fragment_plane_s inputs_as_planes[4];
  for (int i = 0; i < 4; ++i) {
    for (int component = 0; component < 4; ++component) {
      inputs_as_planes[i].value[component] = as_float(in[i][component]);
      inputs_as_planes[i].dx[component] = i + 1;
      inputs_as_planes[i].dy[component] = (component + 1) * 16;
    }
  }
  const struct mux_gallium_fragment_planes_s planes = {
      inputs_as_planes, positions, 4, item / 16, {2, 0.5f, -0.25f}, {item % 2 * 0.25f, 0.125f}, 0};
  values_t values = {1, 3, {0.25f, 0.75f}, helpers[item], 0, &planes};
#else
  values_t values = {100 + item, item, 200 + item, 100, 7, 9};
#endif
  shader(resources, in, out, &values);
  for (int i = 0; i < 4; ++i) {
    outputs[item * 4 + i] = out[i];
  }
#ifdef FRAGMENT
  discarded[item] = values.is_discarded;
#endif
}
)";

std::string link(const std::vector<std::string> &objects) {
  CountingAllocator allocator;
  std::vector<const void *> pointers;
  std::vector<uint64_t> lengths;
  for (const std::string &object : objects) {
    pointers.push_back(object.data());
    lengths.push_back(object.size());
  }
  mux_link_info_t info = {};
  info.binaries = pointers.data();
  info.binary_lengths = lengths.data();
  info.binary_count = objects.size();
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxLink(&info, allocator.info(), &compilation);
  const CompileResult linked = take_result(result, compilation, allocator);
  INFO(linked.message << linked.log);
  REQUIRE(linked.result == mux_success);
  return linked.binary;
}

std::string object_of(const std::string &source, const std::string &options, const char *name) {
  const CompileResult compiled = compile(source, options, name, mux_compile_output_object);
  INFO(source << compiled.log);
  REQUIRE(compiled.result == mux_success);
  return compiled.binary;
}

template <class Element>
Buffer buffer_of(const std::vector<Element> &elements) {
  Buffer buffer(test_device(),
                std::max<size_t>(sizeof(StageRegister), elements.size() * sizeof(Element)));
  if (!elements.empty()) {
    buffer.write(std::span(elements));
  }
  return buffer;
}

}  // namespace

std::string stage_object(const std::string &text) {
  return object_of(text, "", "shader.tgsi");
}

std::string link_stage(const std::string &text, const std::string &source,
                       const std::string &options) {
  const std::string all_options = "-cl-std=CL3.0 -I " MUX_INCLUDES " " + options;
  return link({stage_object(text), object_of(source, all_options, "caller.cl")});
}

StageResult run_stage(const std::string &text, const std::vector<StageRegisters> &inputs,
                      const Words &memory, const std::vector<uint32_t> &is_helper,
                      const StageTexture &texture) {
  const bool is_fragment = text.starts_with("FRAG");
  const std::string binary = link_stage(text, caller, is_fragment ? "-DFRAGMENT" : "");
  const Executable executable(test_device(), std::as_bytes(std::span(binary)));
  Kernel bind(executable, "bind");
  Kernel run(executable, "run");
  StageResult result;
  result.outputs.resize(inputs.size());
  result.discarded.resize(inputs.size());
  result.memory = memory;
  std::vector<uint32_t> helpers = is_helper;
  helpers.resize(inputs.size());
  Buffer resources(test_device(), sizeof(mux_gallium_stage_resources_s));
  Buffer memory_buffer = buffer_of(memory);
  Buffer texels = buffer_of(texture.texels);
  Buffer layout = buffer_of(std::vector{texture.layout});
  Buffer sampler = buffer_of(std::vector{texture.sampler});
  Buffer input_buffer = buffer_of(inputs);
  Buffer output_buffer = buffer_of(result.outputs);
  Buffer helper_buffer = buffer_of(helpers);
  Buffer discarded_buffer = buffer_of(result.discarded);
  const auto size = static_cast<uint32_t>(memory.size() * sizeof(uint32_t));
  CommandBuffer commands(test_device());
  commands.nd_range(bind,
                    {argument(resources), argument(memory_buffer), argument(size), argument(texels),
                     argument(layout), argument(sampler)},
                    NdRange({1}, {1}));
  commands.nd_range(run,
                    {argument(resources), argument(memory_buffer), argument(texels),
                     argument(layout), argument(sampler), argument(input_buffer),
                     argument(output_buffer), argument(helper_buffer), argument(discarded_buffer)},
                    NdRange({inputs.size()}, {group_size}));
  commands.finalize();
  test_device().queue().run(commands);
  output_buffer.read(std::span(result.outputs));
  discarded_buffer.read(std::span(result.discarded));
  if (!memory.empty()) {
    memory_buffer.read(std::span(result.memory));
  }
  return result;
}

}  // namespace mux::test
