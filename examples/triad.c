/* Compiles an OpenCL C kernel, runs it on the first device and reads the result back. */
#include <mux/compiler.h>
#include <mux/extensions.h>
#include <stdio.h>
#include <stdlib.h>

static const char source[] =
    "kernel void triad(global float *a, global const float *b, global const float *c, float s) {\n"
    "  size_t i = get_global_id(0);\n"
    "  a[i] = b[i] + s * c[i];\n"
    "}\n";

static void *allocate(void *user_data, size_t size, size_t alignment) {
  (void)user_data;
  return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *user_data, void *pointer) {
  (void)user_data;
  free(pointer);
}

static void check(mux_result_t result) {
  if (result != mux_success) {
    fprintf(stderr, "error %d: %s\n", (int)result, muxGetLastErrorMessage());
    exit(1);
  }
}

int main(void) {
  enum { count = 1024, bytes = count * sizeof(float) };
  static float a[count], b[count], c[count];
  const float s = 3.0f;
  for (int i = 0; i < count; ++i) {
    b[i] = (float)i;
    c[i] = 2.0f;
  }

  /* The first device of this machine, and its queue. */
  mux_allocator_info_t allocator = {allocate, release, NULL};
  mux_device_info_t info;
  mux_device_t device;
  mux_queue_t queue;
  check(muxGetDeviceInfos(mux_device_type_all, 1, &info, NULL));
  check(muxCreateDevices(1, &info, allocator, &device));
  check(muxGetQueue(device, mux_queue_type_compute, 0, &queue));

  /* From source to a kernel. */
  mux_compile_info_t compile_info = {0};
  mux_compilation_t compilation;
  mux_executable_t executable;
  mux_kernel_t kernel;
  compile_info.source = source;
  compile_info.source_length = sizeof(source) - 1;
  const mux_result_t compiled = muxCompile(&compile_info, allocator, &compilation);
  if (compiled != mux_success) {
    fputs(muxGetCompilationLog(compilation), stderr);
  }
  check(compiled);
  check(muxCreateExecutable(device, muxGetCompilationBinary(compilation),
                            muxGetCompilationBinaryLength(compilation), allocator, &executable));
  check(muxCreateKernel(device, executable, "triad", 5, allocator, &kernel));

  /* One buffer that holds the three arrays, one behind the other. */
  mux_memory_t memory;
  mux_buffer_t buffer;
  check(muxAllocateMemory(device, 3 * bytes, 1, mux_memory_property_device_local,
                          mux_allocation_type_alloc_device, 0, allocator, &memory));
  check(muxCreateBuffer(device, 3 * bytes, allocator, &buffer));
  check(muxBindBufferMemory(device, memory, buffer, 0));

  /* Record: write b and c, run the kernel, read a. */
  mux_descriptor_info_t arguments[4] = {{0}};
  for (int i = 0; i < 3; ++i) {
    arguments[i].type = mux_descriptor_info_type_buffer;
    arguments[i].buffer_descriptor.buffer = buffer;
    arguments[i].buffer_descriptor.offset = (uint64_t)i * bytes;
  }
  arguments[3].type = mux_descriptor_info_type_plain_old_data;
  arguments[3].plain_old_data_descriptor.data = &s;
  arguments[3].plain_old_data_descriptor.length = sizeof(s);
  const size_t global_offset = 0, global_size = count;
  mux_ndrange_options_t range = {arguments, 4, {64, 1, 1}, &global_offset, &global_size, 1};
  mux_command_buffer_t commands;
  check(muxCreateCommandBuffer(device, NULL, allocator, &commands));
  check(muxCommandWriteBuffer(commands, buffer, bytes, b, bytes, 0, NULL, NULL));
  check(muxCommandWriteBuffer(commands, buffer, 2 * bytes, c, bytes, 0, NULL, NULL));
  check(muxCommandNDRange(commands, kernel, range, 0, NULL, NULL));
  check(muxCommandReadBuffer(commands, buffer, 0, a, bytes, 0, NULL, NULL));
  check(muxFinalizeCommandBuffer(commands));

  /* Run, and wait. */
  mux_fence_t fence;
  check(muxCreateFence(device, allocator, &fence));
  check(muxDispatch(queue, commands, fence, NULL, 0, NULL, 0, NULL, NULL));
  check(muxWait(queue, fence));
  printf("%g + %g * %g = %g\n", b[1000], s, c[1000], a[1000]);

  muxDestroyFence(device, fence, allocator);
  muxDestroyCommandBuffer(device, commands, allocator);
  muxDestroyBuffer(device, buffer, allocator);
  muxFreeMemory(device, memory, allocator);
  muxDestroyKernel(device, kernel, allocator);
  muxDestroyExecutable(device, executable, allocator);
  muxDestroyCompilation(compilation, allocator);
  muxDestroyDevice(device, allocator);
  return a[1000] == 1006.0f ? 0 : 1;
}
