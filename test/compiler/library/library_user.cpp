// A program that loads libmux.so with dlopen(): library_user LIBRARY WHAT. Exits with 0 on success,
// else with the number of the failed step, or with the code of an entry point.

#include <dlfcn.h>
#include <mux/compiler.h>
#include <mux/extensions.h>
#include <mux/mux.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#ifdef MUX_TEST_OPENCL
#include <CL/cl.h>
#endif

namespace {

void *allocate(void *, size_t size, size_t alignment) {
  void *memory = nullptr;
  return posix_memalign(&memory, alignment < sizeof(void *) ? sizeof(void *) : alignment, size) == 0
             ? memory
             : nullptr;
}

void release(void *, void *memory) {
  std::free(memory);
}

constexpr mux_allocator_info_t allocator{allocate, release, nullptr};
constexpr const char *source = "kernel void fill(global int *a) { a[get_global_id(0)] = 1; }";

class Library {
 public:
  explicit Library(const char *path) : handle_(dlopen(path, RTLD_NOW | RTLD_GLOBAL)) {
    if (handle_ == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      std::exit(100);
    }
  }

  template <typename Function>
  Function *find(const char *name) const {
    return reinterpret_cast<Function *>(dlsym(handle_, name));
  }

  void close() const { dlclose(handle_); }

  mux_device_t make_device() const {
    mux_device_info_t info = nullptr;
    mux_device_t device = nullptr;
    if (find<decltype(muxGetDeviceInfos)>("muxGetDeviceInfos")(mux_device_type_all, 1, &info,
                                                               nullptr) != mux_success ||
        find<decltype(muxCreateDevices)>("muxCreateDevices")(1, &info, allocator, &device) !=
            mux_success) {
      std::exit(101);
    }
    return device;
  }

  void destroy(mux_device_t device) const {
    find<decltype(muxDestroyDevice)>("muxDestroyDevice")(device, allocator);
  }

  int compile() const {
    mux_compile_info_t info{};
    info.source = source;
    info.source_length = std::strlen(source);
    mux_compilation_t compilation = nullptr;
    const mux_result_t result =
        find<decltype(muxCompile)>("muxCompile")(&info, allocator, &compilation);
    if (result != mux_success) {
      std::fprintf(stderr, "%s\n",
                   find<decltype(muxGetLastErrorMessage)>("muxGetLastErrorMessage")());
    }
    find<decltype(muxDestroyCompilation)>("muxDestroyCompilation")(compilation, allocator);
    return result == mux_success ? 0 : 102;
  }

 private:
  void *handle_;
};

int compile_in_child(const Library &library) {
  const mux_device_t device = library.make_device();
  const pid_t child = fork();
  if (child == 0) {
    _exit(library.compile());
  }
  int status = 0;
  waitpid(child, &status, 0);
  const int result = library.compile();
  library.destroy(device);
  return result != 0 ? result : WIFEXITED(status) ? WEXITSTATUS(status) : 103;
}

/// While the compiler is being loaded, if there is no cache.
int close_at_once(const Library &library) {
  library.destroy(library.make_device());
  library.close();
  usleep(20'000);
  return 0;
}

#ifdef MUX_TEST_OPENCL
/// @return whether both compiling entry points of OpenCL report that there is no compiler.
int build_with_opencl() {
  const Library opencl(MUX_TEST_OPENCL);
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int code = CL_SUCCESS;
  opencl.find<decltype(clGetPlatformIDs)>("clGetPlatformIDs")(1, &platform, nullptr);
  opencl.find<decltype(clGetDeviceIDs)>("clGetDeviceIDs")(platform, CL_DEVICE_TYPE_ALL, 1, &device,
                                                          nullptr);
  cl_context context = opencl.find<decltype(clCreateContext)>("clCreateContext")(
      nullptr, 1, &device, nullptr, nullptr, &code);
  const char *text = source;
  cl_program program = opencl.find<decltype(clCreateProgramWithSource)>(
      "clCreateProgramWithSource")(context, 1, &text, nullptr, &code);
  if (code != CL_SUCCESS) {
    return 104;
  }
  const cl_int compiled = opencl.find<decltype(clCompileProgram)>("clCompileProgram")(
      program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr);
  const cl_int built = opencl.find<decltype(clBuildProgram)>("clBuildProgram")(
      program, 0, nullptr, nullptr, nullptr, nullptr);
  std::printf("%d %d\n", compiled, built);
  opencl.find<decltype(clReleaseProgram)>("clReleaseProgram")(program);
  opencl.find<decltype(clReleaseContext)>("clReleaseContext")(context);
  return compiled == CL_COMPILER_NOT_AVAILABLE && built == CL_COMPILER_NOT_AVAILABLE ? 0 : 105;
}
#endif

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    return 99;
  }
  const Library library(argv[1]);
  const std::string what = argv[2];
  if (what == "compile") {
    return library.compile();
  }
  if (what == "compile elsewhere") {
    return chdir("/") == 0 ? library.compile() : 98;
  }
  if (what == "exit") {
    library.make_device();
    return 0;
  }
  if (what == "close") {
    return close_at_once(library);
  }
  if (what == "fork") {
    return compile_in_child(library);
  }
#ifdef MUX_TEST_OPENCL
  if (what == "build with OpenCL") {
    return build_with_opencl();
  }
#endif
  return 97;
}
