/* A C99 program on top of an installed Mux: compiles a kernel, runs it and checks the result. */
#define _POSIX_C_SOURCE 200112L

#include <mux/compiler.h>
#include <mux/extensions.h>
#include <mux/mux.h>
#include <mux/target.h>
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

enum { count = 1000 };

static const char source[] =
    "kernel void square(global int *values, int summand) {\n"
    "  size_t i = get_global_id(0);\n"
    "  values[i] = values[i] * values[i] + summand;\n"
    "}\n";

int main(void) {
  const mux_allocator_info_t allocator = {allocate, release, NULL};
  mux_device_info_t info = NULL;
  mux_device_t device = NULL;
  mux_queue_t queue = NULL;
  mux_compile_info_t compile_info;
  mux_compilation_t compilation = NULL;
  mux_executable_t executable = NULL;
  mux_kernel_t kernel = NULL;
  mux_memory_t memory = NULL;
  mux_buffer_t buffer = NULL;
  mux_command_buffer_t commands = NULL;
  mux_fence_t fence = NULL;
  mux_descriptor_info_t descriptors[2];
  mux_ndrange_options_t options;
  const size_t global_offset = 0, global_size = count;
  static int values[count];
  const int summand = 7;
  int i, wrong = 0;

  for (i = 0; i < count; ++i)
    values[i] = i;
  if (failed("muxGetDeviceInfos", muxGetDeviceInfos(mux_device_type_cpu, 1, &info, NULL)))
    return 1;
  if (failed("muxCreateDevices", muxCreateDevices(1, &info, allocator, &device)))
    return 1;
  if (failed("muxGetQueue", muxGetQueue(device, mux_queue_type_compute, 0, &queue)))
    return 1;

  memset(&compile_info, 0, sizeof compile_info);
  compile_info.source = source;
  compile_info.source_length = strlen(source);
  if (failed("muxCompile", muxCompile(&compile_info, allocator, &compilation))) {
    fputs(muxGetCompilationLog(compilation), stderr);
    return 1;
  }
  if (failed(
          "muxCreateExecutable",
          muxCreateExecutable(device, muxGetCompilationBinary(compilation),
                              muxGetCompilationBinaryLength(compilation), allocator, &executable)))
    return 1;
  muxDestroyCompilation(compilation, allocator);
  if (failed("muxCreateKernel",
             muxCreateKernel(device, executable, "square", strlen("square"), allocator, &kernel)))
    return 1;

  if (failed("muxCreateMemoryFromHost",
             muxCreateMemoryFromHost(device, sizeof values, values, allocator, &memory)))
    return 1;
  if (failed("muxCreateBuffer", muxCreateBuffer(device, sizeof values, allocator, &buffer)))
    return 1;
  if (failed("muxBindBufferMemory", muxBindBufferMemory(device, memory, buffer, 0)))
    return 1;

  memset(descriptors, 0, sizeof descriptors);
  descriptors[0].type = mux_descriptor_info_type_buffer;
  descriptors[0].buffer_descriptor.buffer = buffer;
  descriptors[1].type = mux_descriptor_info_type_plain_old_data;
  descriptors[1].plain_old_data_descriptor.data = &summand;
  descriptors[1].plain_old_data_descriptor.length = sizeof summand;
  memset(&options, 0, sizeof options);
  options.descriptors = descriptors;
  options.descriptors_length = 2;
  options.local_size[0] = 64;
  options.local_size[1] = options.local_size[2] = 1;
  options.global_offset = &global_offset;
  options.global_size = &global_size;
  options.dimensions = 1;

  if (failed("muxCreateCommandBuffer", muxCreateCommandBuffer(device, NULL, allocator, &commands)))
    return 1;
  if (failed("muxCommandNDRange", muxCommandNDRange(commands, kernel, options, 0, NULL, NULL)))
    return 1;
  if (failed("muxFinalizeCommandBuffer", muxFinalizeCommandBuffer(commands)))
    return 1;
  if (failed("muxCreateFence", muxCreateFence(device, allocator, &fence)))
    return 1;
  if (failed("muxDispatch", muxDispatch(queue, commands, fence, NULL, 0, NULL, 0, NULL, NULL)))
    return 1;
  if (failed("muxWait", muxWait(queue, fence)))
    return 1;

  for (i = 0; i < count; ++i)
    wrong += values[i] != i * i + summand;
  printf("%s: %d of %d values are wrong\n", device->info->device_name, wrong, count);

  muxDestroyFence(device, fence, allocator);
  muxDestroyCommandBuffer(device, commands, allocator);
  muxDestroyBuffer(device, buffer, allocator);
  muxFreeMemory(device, memory, allocator);
  muxDestroyKernel(device, kernel, allocator);
  muxDestroyExecutable(device, executable, allocator);
  muxDestroyDevice(device, allocator);
  return wrong != 0;
}
