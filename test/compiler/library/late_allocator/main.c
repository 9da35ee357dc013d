/* Loads the C++ library, then an allocator in its place, then OpenCL on Mux, and builds a program
   with it. In C, so that nothing of C++ is there before: late_allocator ALLOCATOR OPENCL */

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
  const char *source = "kernel void k(global float *a) { a[get_global_id(0)] = sin(a[0]); }";
  cl_program program = own_clCreateProgramWithSource(context, 1, &source, NULL, &status);
  check("clCreateProgramWithSource", status);
  check("clBuildProgram", own_clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel kernel = own_clCreateKernel(program, "k", &status);
  check("clCreateKernel", status);
  check("clReleaseKernel", own_clReleaseKernel(kernel));
  check("clReleaseProgram", own_clReleaseProgram(program));
  check("clReleaseContext", own_clReleaseContext(context));
  return 0;
}
