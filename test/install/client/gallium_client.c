/* A C99 program on top of an installed Gallium layer: compiles a shader in TGSI, runs a grid of it
 * and checks the result. */
#define _POSIX_C_SOURCE 200112L

#include <mux/extensions.h>
#include <mux/gallium.h>
#include <mux/mux.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(void *user_data, size_t size, size_t alignment) {
  void *pointer = NULL;
  (void)user_data;
  if (alignment < sizeof(void *))
    alignment = sizeof(void *);
  return posix_memalign(&pointer, alignment, size) == 0 ? pointer : NULL;
}

static void release(void *user_data, void *pointer) {
  (void)user_data;
  free(pointer);
}

static int failed(const char *what, mux_result_t result) {
  if (result == mux_success)
    return 0;
  fprintf(stderr, "%s: error %d: %s\n", what, (int)result, muxGetLastErrorMessage());
  return 1;
}

enum { block = 64, groups = 16, count = block * groups };

/* Squares each number of a buffer, and adds 7. */
static const char source[] =
    "COMP\n"
    "PROPERTY CS_FIXED_BLOCK_WIDTH 64\n"
    "PROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
    "DCL SV[0], THREAD_ID\n"
    "DCL SV[1], BLOCK_ID\n"
    "DCL BUFFER[0]\n"
    "DCL TEMP[0..1]\n"
    "IMM[0] UINT32 {64, 4, 7, 0}\n"
    "  0: UMAD TEMP[0].x, SV[1].xxxx, IMM[0].xxxx, SV[0].xxxx\n"
    "  1: UMUL TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
    "  2: LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\n"
    "  3: UMAD TEMP[1].x, TEMP[1].xxxx, TEMP[1].xxxx, IMM[0].zzzz\n"
    "  4: STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
    "  5: END\n";

static int run_grid(mux_gallium_context_t context, mux_gallium_resource_t buffer) {
  mux_gallium_compute_template_t program;
  mux_gallium_compute_state_t state = NULL;
  mux_gallium_shader_buffer_t binding;
  mux_gallium_grid_info_t grid;

  memset(&program, 0, sizeof program);
  program.language = mux_gallium_language_tgsi;
  program.source = source;
  program.source_length = strlen(source);
  if (failed("muxGalliumCreateComputeState",
             muxGalliumCreateComputeState(context, &program, &state)))
    return 1;
  memset(&binding, 0, sizeof binding);
  binding.resource = buffer;
  binding.size = count * sizeof(unsigned);
  if (failed("muxGalliumBindComputeState", muxGalliumBindComputeState(context, state)) ||
      failed("muxGalliumSetShaderBuffers",
             muxGalliumSetShaderBuffers(context, mux_gallium_stage_compute, 0, 1, &binding, 1)))
    return 1;
  memset(&grid, 0, sizeof grid);
  grid.block[0] = block;
  grid.grid[0] = groups;
  grid.block[1] = grid.block[2] = grid.grid[1] = grid.grid[2] = 1;
  return failed("muxGalliumLaunchGrid", muxGalliumLaunchGrid(context, &grid)) ||
         failed("muxGalliumDestroyComputeState", muxGalliumDestroyComputeState(context, state));
}

int main(void) {
  const mux_allocator_info_t allocator = {allocate, release, NULL};
  const mux_gallium_box_t box = {0, 0, 0, count * (int)sizeof(unsigned), 1, 1};
  mux_device_info_t info = NULL;
  mux_device_t device = NULL;
  mux_gallium_screen_t screen = NULL;
  mux_gallium_context_t context = NULL;
  mux_gallium_resource_template_t description;
  mux_gallium_resource_t buffer = NULL;
  mux_gallium_transfer_t transfer = NULL;
  void *mapped = NULL;
  static unsigned values[count];
  unsigned i, wrong = 0;

  if (failed("muxGetDeviceInfos", muxGetDeviceInfos(mux_device_type_cpu, 1, &info, NULL)) ||
      failed("muxCreateDevices", muxCreateDevices(1, &info, allocator, &device)) ||
      failed("muxGalliumCreateScreen", muxGalliumCreateScreen(device, allocator, &screen)) ||
      failed("muxGalliumCreateContext", muxGalliumCreateContext(screen, 0, &context)))
    return 1;
  memset(&description, 0, sizeof description);
  description.target = mux_gallium_target_buffer;
  description.width = sizeof values;
  for (i = 0; i < count; ++i)
    values[i] = i;
  if (failed("muxGalliumCreateResource", muxGalliumCreateResource(screen, &description, &buffer)) ||
      failed("muxGalliumBufferSubdata",
             muxGalliumBufferSubdata(context, buffer, 0, 0, sizeof values, values)) ||
      run_grid(context, buffer))
    return 1;

  if (failed("muxGalliumTransferMap",
             muxGalliumTransferMap(context, buffer, 0, mux_gallium_map_read, &box, &transfer,
                                   &mapped)))
    return 1;
  for (i = 0; i < count; ++i)
    wrong += ((const unsigned *)mapped)[i] != i * i + 7;
  printf("%s: %u of %d values are wrong\n", device->info->device_name, wrong, (int)count);
  if (failed("muxGalliumTransferUnmap", muxGalliumTransferUnmap(context, transfer)))
    return 1;

  muxGalliumReleaseResource(buffer);
  muxGalliumDestroyContext(context);
  muxGalliumDestroyScreen(screen);
  muxDestroyDevice(device, allocator);
  return wrong != 0;
}
