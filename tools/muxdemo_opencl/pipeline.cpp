#include "muxdemo_opencl/pipeline.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "muxdemo/kernel_source.h"
#include "muxdemo/look.h"
#include "muxdemo_opencl/objects.h"

namespace mux::demo {
namespace {

using Clock = std::chrono::steady_clock;
/// Work-group sizes, as in muxdemo.
using LocalSize = std::array<size_t, 2>;
constexpr LocalSize row = {256, 1};
constexpr LocalSize block = {64, 8};

cl_device_id first_device() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  return device;
}

UsedDevice describe(cl_device_id device) {
  char name[256] = {};
  cl_uint units = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr), "clGetDeviceInfo");
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  return {name, units};
}

/// A device with its context, queue and kernels.
struct Session {
  explicit Session(cl_device_id on) : device(on) {
    cl_int code = CL_SUCCESS;
    context = OwnedContext(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
    check(code, "clCreateContext");
    constexpr cl_queue_properties profiling[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    queue = OwnedQueue(clCreateCommandQueueWithProperties(context, device, profiling, &code));
    check(code, "clCreateCommandQueueWithProperties");
  }

  OwnedBuffer buffer(size_t size) const {
    cl_int code = CL_SUCCESS;
    OwnedBuffer made(clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &code));
    check(code, "clCreateBuffer");
    return made;
  }

  cl_device_id device;
  OwnedContext context;
  OwnedQueue queue;
};

std::string build_log(cl_program program, cl_device_id device) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
  return log.c_str();
}

class Kernels {
 public:
  Kernels(const Session &session, Timings &timings) {
    const Clock::time_point start = Clock::now();
    build(session);
    timings.compile = Clock::now() - start;
    const Clock::time_point built = Clock::now();
    // All kernels at once, so that an implementation may compile them in parallel.
    cl_kernel made[5] = {};
    check(clCreateKernelsInProgram(program_, 5, made, nullptr), "clCreateKernelsInProgram");
    for (const cl_kernel kernel : made) {
      kernels_.emplace_back(kernel);
    }
    timings.load = Clock::now() - built;
  }

  cl_kernel operator[](const std::string &name) const {
    for (const OwnedKernel &kernel : kernels_) {
      char own[32] = {};
      check(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof own, own, nullptr),
            "clGetKernelInfo");
      if (name == own) {
        return kernel;
      }
    }
    throw std::runtime_error("the program has no kernel '" + name + "'");
  }

 private:
  void build(const Session &session) {
    const std::string source(kernel_source());
    const char *text = source.c_str();
    cl_int code = CL_SUCCESS;
    program_ = OwnedProgram(clCreateProgramWithSource(session.context, 1, &text, nullptr, &code));
    check(code, "clCreateProgramWithSource");
    code = clBuildProgram(program_, 1, &session.device, "-cl-std=CL3.0", nullptr, nullptr);
    if (code == CL_BUILD_PROGRAM_FAILURE) {
      throw std::runtime_error(build_log(program_, session.device));
    }
    check(code, "clBuildProgram");
  }

  OwnedProgram program_;
  std::vector<OwnedKernel> kernels_;
};

struct Buffers {
  Buffers(const Session &session, size_t pixels, std::vector<float> blur_weights)
      : picture(session.buffer(pixels * 4)),
        luminance(session.buffer(pixels * sizeof(float))),
        blurred_rows(session.buffer(pixels * sizeof(float))),
        blurred(session.buffer(pixels * sizeof(float))),
        gradient(session.buffer(pixels * sizeof(float))),
        developed(session.buffer(pixels * 4)) {
    cl_int code = CL_SUCCESS;
    weights = OwnedBuffer(clCreateBuffer(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                         blur_weights.size() * sizeof(float), blur_weights.data(),
                                         &code));
    check(code, "clCreateBuffer");
  }

  OwnedBuffer picture, luminance, blurred_rows, blurred, gradient, developed, weights;
};

/// A kernel argument in local memory.
struct LocalBytes {
  size_t size;
};

void set(cl_kernel kernel, cl_uint index, const OwnedBuffer &buffer) {
  check(clSetKernelArg(kernel, index, sizeof(cl_mem), buffer.address()), "clSetKernelArg");
}
void set(cl_kernel kernel, cl_uint index, LocalBytes bytes) {
  check(clSetKernelArg(kernel, index, bytes.size, nullptr), "clSetKernelArg");
}
template <typename T>
void set(cl_kernel kernel, cl_uint index, const T &value) {
  check(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
}

template <typename... Arguments>
void set_all(cl_kernel kernel, const Arguments &...arguments) {
  cl_uint index = 0;
  (set(kernel, index++, arguments), ...);
}

void set_arguments(const Kernels &kernels, const Buffers &buffers) {
  const LocalBytes row_tile = {(row[0] + 2 * blur_radius) * sizeof(float)};
  const LocalBytes block_tile = {block[0] * (block[1] + 2 * blur_radius) * sizeof(float)};
  set_all(kernels["luminance"], buffers.picture, buffers.luminance);
  set_all(kernels["blur_rows"], buffers.luminance, buffers.blurred_rows, buffers.weights,
          blur_radius, row_tile);
  set_all(kernels["blur_columns"], buffers.blurred_rows, buffers.blurred, buffers.weights,
          blur_radius, block_tile);
  set_all(kernels["gradient"], buffers.blurred, buffers.gradient);
  set_all(kernels["tone_map"], buffers.picture, buffers.luminance, buffers.blurred,
          buffers.gradient, buffers.developed, Look());
}

/// Enqueues the stages in order, each with an event for its times.
class Run {
 public:
  explicit Run(const Session &session) : queue_(session.queue) { stages_.reserve(7); }

  void write(const char *name, cl_mem buffer, const std::vector<uint8_t> &bytes) {
    check(clEnqueueWriteBuffer(queue_, buffer, CL_FALSE, 0, bytes.size(), bytes.data(), 0, nullptr,
                               stage(name)),
          "clEnqueueWriteBuffer");
  }
  void read(const char *name, cl_mem buffer, std::vector<uint8_t> &bytes) {
    check(clEnqueueReadBuffer(queue_, buffer, CL_FALSE, 0, bytes.size(), bytes.data(), 0, nullptr,
                              stage(name)),
          "clEnqueueReadBuffer");
  }
  void kernel(const char *name, cl_kernel kernel, const Picture &picture, const LocalSize &local) {
    const size_t global[] = {picture.width, picture.height};
    check(clEnqueueNDRangeKernel(queue_, kernel, 2, nullptr, global, local.data(), 0, nullptr,
                                 stage(name)),
          "clEnqueueNDRangeKernel");
  }

  void finish() const { check(clFinish(queue_), "clFinish"); }

  /// The time of each stage from the end of the previous one; of the first from its start.
  std::vector<StageTime> times() const {
    std::vector<StageTime> times;
    cl_ulong before = time(stages_.front(), CL_PROFILING_COMMAND_START);
    for (const Stage &stage : stages_) {
      const cl_ulong end = time(stage, CL_PROFILING_COMMAND_END);
      times.push_back({stage.name, std::chrono::nanoseconds(end - before)});
      before = end;
    }
    return times;
  }

 private:
  struct Stage {
    const char *name;
    OwnedEvent event;
  };

  cl_event *stage(const char *name) {
    stages_.push_back({name, OwnedEvent()});
    return stages_.back().event.out();
  }
  static cl_ulong time(const Stage &stage, cl_profiling_info name) {
    cl_ulong value = 0;
    check(clGetEventProfilingInfo(stage.event, name, sizeof value, &value, nullptr),
          "clGetEventProfilingInfo");
    return value;
  }

  cl_command_queue queue_;
  std::vector<Stage> stages_;
};

void enqueue(Run &run, const Kernels &kernels, const Buffers &buffers, const Picture &picture,
             Picture &developed) {
  run.write("write the picture", buffers.picture, picture.rgba);
  run.kernel("luminance", kernels["luminance"], picture, row);
  run.kernel("blur rows", kernels["blur_rows"], picture, row);
  run.kernel("blur columns", kernels["blur_columns"], picture, block);
  run.kernel("gradient", kernels["gradient"], picture, row);
  run.kernel("tone map", kernels["tone_map"], picture, row);
  run.read("read the result", buffers.developed, developed.rgba);
}

std::vector<float> read_plane(const Session &session, cl_mem buffer, size_t pixels) {
  std::vector<float> plane(pixels);
  check(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, pixels * sizeof(float), plane.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  return plane;
}

}  // namespace

Developed develop_with_opencl(const Picture &picture, unsigned repeat,
                              const std::function<void(unsigned)> &before_run, Timings &timings,
                              UsedDevice &device) {
  const Session session(first_device());
  device = describe(session.device);
  const Kernels kernels(session, timings);
  const Buffers buffers(session, picture.pixels(), blur_weights());
  set_arguments(kernels, buffers);
  Developed result;
  result.picture = make_picture(picture.width, picture.height);
  for (unsigned number = 0; number < std::max(repeat, 1U); ++number) {
    before_run(number);
    Run run(session);
    const Clock::time_point start = Clock::now();
    enqueue(run, kernels, buffers, picture, result.picture);
    run.finish();
    const std::chrono::nanoseconds whole = Clock::now() - start;
    if (number == 0 || whole < timings.whole) {
      timings.whole = whole;
      timings.stages = run.times();
    }
  }
  result.luminance = read_plane(session, buffers.luminance, picture.pixels());
  result.blurred = read_plane(session, buffers.blurred, picture.pixels());
  result.gradient = read_plane(session, buffers.gradient, picture.pixels());
  return result;
}

}  // namespace mux::demo
