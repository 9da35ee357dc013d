// An OpenCL program with modes that the layer kernel_times must handle, for kernel_times.cpp. Each
// mode runs small kernels on the first device of the first platform and exits with 0.

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

void require(bool condition, const char *what) {
  if (!condition) {
    std::fprintf(stderr, "layered_program: %s failed\n", what);
    std::exit(1);
  }
}

struct Setup {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  Setup() {
    require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
            "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    require(context != nullptr, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    require(queue != nullptr, "clCreateCommandQueueWithProperties");
  }

  void build_and_run(cl_program program, const char *options, const char *name) const {
    require(program != nullptr, "creating a program");
    require(clBuildProgram(program, 1, &device, options, nullptr, nullptr) == CL_SUCCESS,
            "clBuildProgram");
    run(program, name);
  }

  void run(cl_program program, const char *name) const {
    const size_t size = 4;
    const cl_kernel kernel = clCreateKernel(program, name, nullptr);
    require(kernel != nullptr, "clCreateKernel");
    require(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr,
                                   nullptr) == CL_SUCCESS,
            "clEnqueueNDRangeKernel");
    require(clFinish(queue) == CL_SUCCESS, "clFinish");
  }

  cl_program source(const char *text) const {
    return clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  }
};

constexpr const char *idle = "kernel void idle(void) {}";

// A SPIR-V 1.0 module with an empty kernel `idle`.
const std::vector<cl_uint> module = {
    0x07230203, 0x00010000, 0,          6,          0,  // magic number, version, bound
    0x00020011, 4,          0x00020011, 6,              // capabilities Addresses and Kernel
    0x0003000E, 2,          2,                          // Physical64, OpenCL
    0x0005000F, 6,          4,          0x656C6469, 0,  // entry point %4 "idle"
    0x00020013, 1,          0x00030021, 2,          1,  // %1 = void, %2 = void()
    0x00050036, 1,          4,          0,          2,  // %4 = function
    0x000200F8, 5,          0x000100FD, 0x00010038};

void run_il() {
  const Setup setup;
  const size_t size = module.size() * sizeof(cl_uint);
  setup.build_and_run(clCreateProgramWithIL(setup.context, module.data(), size, nullptr), "",
                      "idle");
  const auto create = reinterpret_cast<clCreateProgramWithILKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(setup.platform, "clCreateProgramWithILKHR"));
  require(create != nullptr, "finding clCreateProgramWithILKHR");
  setup.build_and_run(create(setup.context, module.data(), size, nullptr), "-w", "idle");
}

void run_options() {
  const Setup setup;
  const cl_program program = setup.source(idle);
  setup.build_and_run(program, "-DN=1", "idle");
  setup.build_and_run(setup.source(idle), "-DN=2", "idle");
  setup.build_and_run(setup.source(idle), "-DN=2", "idle");
  setup.build_and_run(setup.source("kernel void other(void) {}"), nullptr, "other");
}

void run_parts() {
  const Setup setup;
  const cl_program part = setup.source(idle);
  require(clCompileProgram(part, 1, &setup.device, "-DN=1", 0, nullptr, nullptr, nullptr,
                           nullptr) == CL_SUCCESS,
          "clCompileProgram");
  const cl_program whole = clLinkProgram(setup.context, 1, &setup.device, "-cl-fast-relaxed-math",
                                         1, &part, nullptr, nullptr, nullptr);
  require(whole != nullptr, "clLinkProgram");
  setup.run(whole, "idle");
}

void wait_for(pid_t child) {
  int status = 0;
  require(waitpid(child, &status, 0) == child && status == 0, "a child");
}

// A child that initializes OpenCL itself and exits without cleanup, one that does not use its
// parent's state, and this process, which executes another program.
void run_processes(char *self) {
  pid_t child = fork();
  if (child == 0) {
    const Setup setup;
    setup.build_and_run(setup.source(idle), "-DCHILD", "idle");
    _exit(0);
  }
  wait_for(child);
  const Setup setup;
  setup.build_and_run(setup.source(idle), "-DPARENT", "idle");
  child = fork();
  if (child == 0) {
    execl("/bin/true", "true", nullptr);
    _exit(1);
  }
  wait_for(child);
  child = fork();
  if (child == 0) {
    std::exit(0);
  }
  wait_for(child);
  execl(self, self, "options", nullptr);
  require(false, "execl");
}

}  // namespace

int main(int count, char **words) {
  const std::string_view way = count == 2 ? words[1] : "";
  if (way == "il") {
    run_il();
  } else if (way == "options") {
    run_options();
  } else if (way == "parts") {
    run_parts();
  } else if (way == "processes") {
    run_processes(words[0]);
  } else {
    require(way == "nothing", "the command line");
    // Nothing is released; reachable memory is not reported as leaked.
    static const Setup setup;
  }
  return 0;
}
