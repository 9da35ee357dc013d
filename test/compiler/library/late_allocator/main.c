/* Loads the C++ library, then an allocator in its place, then OpenCL on Mux, and builds a program
   with it and runs it. In C, so that nothing of C++ is there before, but for what the program has
   of its own: late_allocator ALLOCATOR OPENCL */

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *load(const char *name, int flags) {
  void *library = dlopen(name, flags);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  return library;
}

static void *function(void *library, const char *name) {
  void *address = dlsym(library, name);
  if (address == NULL) {
    fprintf(stderr, "there is no %s\n", name);
    exit(2);
  }
  return address;
}

static void check(const char *what, cl_int status) {
  if (status != CL_SUCCESS) {
    fprintf(stderr, "%s: %d\n", what, status);
    exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    return 2;
  }
  load("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
  load(argv[1], RTLD_NOW | RTLD_GLOBAL);
  void *opencl = load(argv[2], RTLD_NOW | RTLD_LOCAL);

  /* The type of each function follows from its declaration. */
#define FUNCTION(name) __typeof__(name) *own_##name = (__typeof__(name) *)function(opencl, #name)
  FUNCTION(clGetPlatformIDs);
  FUNCTION(clGetDeviceIDs);
  FUNCTION(clCreateContext);
  FUNCTION(clCreateProgramWithSource);
  FUNCTION(clBuildProgram);
  FUNCTION(clCreateKernel);
  FUNCTION(clCreateBuffer);
  FUNCTION(clSetKernelArg);
  FUNCTION(clCreateCommandQueue);
  FUNCTION(clEnqueueNDRangeKernel);
  FUNCTION(clFinish);
  FUNCTION(clReleaseCommandQueue);
  FUNCTION(clReleaseMemObject);
  FUNCTION(clReleaseKernel);
  FUNCTION(clReleaseProgram);
  FUNCTION(clReleaseContext);
#undef FUNCTION

  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check("clGetPlatformIDs", own_clGetPlatformIDs(1, &platform, NULL));
  check("clGetDeviceIDs", own_clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = own_clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check("clCreateContext", status);
  /* Loops get LLVM to write long texts about vectors, which it does not need. */
  const char *source =
      "kernel void k(global float *a, int n) {"
      "  float x = sin(a[get_global_id(0)]);"
      "  for (int i = 0; i < n; ++i) {"
      "    if (a[i * 3] > x) { x += a[i]; } else { a[i + n] = x * i; }"
      "    for (int j = i; j < n; ++j) { x = x * a[j * i] + j; }"
      "  }"
      "  a[get_global_id(0)] = x;"
      "}";
  cl_program program = own_clCreateProgramWithSource(context, 1, &source, NULL, &status);
  check("clCreateProgramWithSource", status);
  check("clBuildProgram", own_clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel kernel = own_clCreateKernel(program, "k", &status);
  check("clCreateKernel", status);
  cl_mem buffer = own_clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &status);
  check("clCreateBuffer", status);
  cl_command_queue queue = own_clCreateCommandQueue(context, device, 0, &status);
  check("clCreateCommandQueue", status);
  const cl_int n = 4;
  check("clSetKernelArg", own_clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  check("clSetKernelArg", own_clSetKernelArg(kernel, 1, sizeof n, &n));
  for (size_t size = 1; size <= 64; size *= 8) {
    const size_t local_size = size > 8 ? 16 : size;
    check("clEnqueueNDRangeKernel",
          own_clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &local_size, 0, NULL, NULL));
  }
  check("clFinish", own_clFinish(queue));
  check("clReleaseCommandQueue", own_clReleaseCommandQueue(queue));
  check("clReleaseMemObject", own_clReleaseMemObject(buffer));
  check("clReleaseKernel", own_clReleaseKernel(kernel));
  check("clReleaseProgram", own_clReleaseProgram(program));
  check("clReleaseContext", own_clReleaseContext(context));
  return 0;
}
