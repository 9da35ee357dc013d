// An ICD loader layer that measures the kernels of a program: it intercepts OpenCL calls and
// forwards them to the implementation. Builds and kernel launches are serialized, and each launch
// is alone in its queue, so that the time from enqueue to completion is its own. The first launch
// of a kernel with an ND-range may include compilation, and in many programs it is the only one; so
// it is repeated a few times (KERNEL_TIMES_REPEAT, 5 by default) with the same memory contents, the
// last time for the program.
//
// Programs with pending user events are not serialized, because a launch may wait for a later call.
// Their launches, and concurrent launches of several threads, are only counted.

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "kernel_times/contents.h"
#include "kernel_times/measurements.h"
#include "kernel_times/opencl.h"

namespace mux::kernel_times {
namespace {

// Maximum time spent on repetitions of a launch.
constexpr double max_repetition_seconds = 1;

// Maximum time that a launch waits for another thread's, which may run a callback that waits for
// this launch.
constexpr std::chrono::seconds max_wait{5};

struct Kernel {
  Build build;
  std::string name;
  std::map<cl_uint, cl_mem> memory;
  // Uses memory that cannot be saved.
  bool uses_unknown_memory = false;
};

// State of the layer. Members before `mutex` are read without it.
struct Layer {
  const cl_icd_dispatch *target = nullptr;
  cl_icd_dispatch table{};
  unsigned repetitions = 5;
  std::atomic<int> pending_user_events = 0;
  std::atomic<bool> has_addresses = false;
  // Held while a launch is measured.
  std::timed_mutex launching;
  std::thread::id launcher;
  bool has_several_launchers = false;
  std::mutex mutex;
  Measurements measurements;
  // The last build of each program.
  std::map<cl_program, Build> programs;
  // Of programs that are compiled but not linked.
  std::map<cl_program, double> compile_seconds;
  std::map<cl_kernel, Kernel> kernels;
  std::set<cl_mem> memory;
};

// Never destroyed: destructors of the program may still call OpenCL.
Layer &layer() {
  static Layer &instance = *new Layer;
  return instance;
}

// Swallows exceptions of the layer, which must not reach the program.
template <typename Function>
void note(Function function) {
  try {
    const std::lock_guard lock(layer().mutex);
    function();
  } catch (const std::exception &) {
  }
}

// Writes the measurements at process exit.
struct LastWrite {
  ~LastWrite() {
    note([] { layer().measurements.write_at_end(); });
  }
};

// In a forked child the other threads, which may hold the lock, do not exist.
bool follow_forks() {
  const auto lock = [] { layer().mutex.lock(); };
  const auto unlock = [] { layer().mutex.unlock(); };
  const auto start_over = [] {
    layer().measurements.start_over_in_child();
    layer().mutex.unlock();
  };
  return pthread_atfork(lock, unlock, start_over) == 0;
}

// ---- programs

cl_program add_program(cl_program program, std::string_view text, const char *suffix) {
  if (program != nullptr) {
    note([&] {
      layer().programs[program] = Build{layer().measurements.add_source(text, suffix), {}};
    });
  }
  return program;
}

cl_program CL_API_CALL create_program_with_source(cl_context context, cl_uint count,
                                                  const char **strings, const size_t *lengths,
                                                  cl_int *error) {
  const cl_program program =
      layer().target->clCreateProgramWithSource(context, count, strings, lengths, error);
  std::string text;
  for (cl_uint i = 0; program != nullptr && i < count; ++i) {
    const bool has_length = lengths != nullptr && lengths[i] != 0;
    text.append(strings[i], has_length ? lengths[i] : std::strlen(strings[i]));
  }
  return add_program(program, text, "cl");
}

cl_program CL_API_CALL create_program_with_binary(cl_context context, cl_uint count,
                                                  const cl_device_id *devices,
                                                  const size_t *lengths,
                                                  const unsigned char **binaries, cl_int *status,
                                                  cl_int *error) {
  const cl_program program = layer().target->clCreateProgramWithBinary(
      context, count, devices, lengths, binaries, status, error);
  return program == nullptr
             ? program
             : add_program(program, {reinterpret_cast<const char *>(binaries[0]), lengths[0]},
                           "binary");
}

using CreateWithIL = cl_program(CL_API_CALL *)(cl_context, const void *, size_t, cl_int *);

cl_program add_program_with_il(CreateWithIL create, cl_context context, const void *words,
                               size_t size, cl_int *error) {
  const cl_program program = create(context, words, size, error);
  return program == nullptr ? program
                            : add_program(program, {static_cast<const char *>(words), size}, "spv");
}

cl_program CL_API_CALL create_program_with_il(cl_context context, const void *words, size_t size,
                                              cl_int *error) {
  return add_program_with_il(layer().target->clCreateProgramWithIL, context, words, size, error);
}

// The platform's function of cl_khr_il_program.
cl_program CL_API_CALL create_program_with_il_khr(cl_context context, const void *words,
                                                  size_t size, cl_int *error) {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  std::vector<cl_device_id> devices;
  size_t bytes = 0;
  const cl_icd_dispatch &target = *layer().target;
  if (target.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes) == CL_SUCCESS) {
    devices.resize(bytes / sizeof device);
    target.clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr);
  }
  CreateWithIL create = nullptr;
  if (!devices.empty() && target.clGetDeviceInfo(devices[0], CL_DEVICE_PLATFORM, sizeof platform,
                                                 &platform, nullptr) == CL_SUCCESS) {
    create = reinterpret_cast<CreateWithIL>(
        target.clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"));
  }
  if (create == nullptr) {
    if (error != nullptr) {
      *error = CL_INVALID_CONTEXT;
    }
    return nullptr;
  }
  return add_program_with_il(create, context, words, size, error);
}

cl_program CL_API_CALL create_program_with_kernels(cl_context context, cl_uint count,
                                                   const cl_device_id *devices, const char *names,
                                                   cl_int *error) {
  return add_program(
      layer().target->clCreateProgramWithBuiltInKernels(context, count, devices, names, error),
      names == nullptr ? "" : names, "names");
}

// Records a build of a program, which may be built several times.
void note_build(cl_program program, std::string options, double seconds) {
  note([&] {
    Build &build = layer().programs[program];
    build.options = std::move(options);
    ProgramMeasurements &measured = layer().measurements.program(build);
    measured.build += seconds;
    ++measured.builds;
    layer().measurements.write_after_change();
  });
}

std::string text_or_empty(const char *text) {
  return text == nullptr ? "" : text;
}

using Callback = void(CL_CALLBACK *)(cl_program, void *);

// Performs a build, waits for it and returns its seconds; the program's callback is called
// afterwards, as OpenCL allows. `build` is passed a callback and its data: none, or invalid ones
// for the implementation to reject.
//
// `note_result` is called before the program's callback, which may create kernels.
template <typename Step, typename NoteResult>
cl_int timed_build(cl_program program, Callback callback, void *data, cl_int failure,
                   double &seconds, Step build, NoteResult note_result) {
  const double begin = now();
  const cl_int result = build(callback == nullptr ? data : nullptr);
  seconds = now() - begin;
  note_result(result);
  if (callback == nullptr || (result != CL_SUCCESS && result != failure)) {
    return result;
  }
  callback(program, data);
  return CL_SUCCESS;
}

cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id *devices,
                                 const char *options, Callback callback, void *data) {
  double seconds = 0;
  const auto build = [&](void *data_alone) {
    return layer().target->clBuildProgram(program, count, devices, options, nullptr, data_alone);
  };
  // The program may release its arguments before the callback is called.
  const std::string given = text_or_empty(options);
  const auto note_success = [&](cl_int result) {
    if (result == CL_SUCCESS) {
      note_build(program, given, seconds);
    }
  };
  return timed_build(program, callback, data, CL_BUILD_PROGRAM_FAILURE, seconds, build,
                     note_success);
}

cl_int CL_API_CALL compile_program(cl_program program, cl_uint count, const cl_device_id *devices,
                                   const char *options, cl_uint headers,
                                   const cl_program *header_programs, const char **names,
                                   Callback callback, void *data) {
  double seconds = 0;
  const auto build = [&](void *data_alone) {
    return layer().target->clCompileProgram(program, count, devices, options, headers,
                                            header_programs, names, nullptr, data_alone);
  };
  const std::string given = text_or_empty(options);
  const auto note_success = [&](cl_int result) {
    if (result == CL_SUCCESS) {
      note([&] {
        layer().programs[program].options = given;
        layer().compile_seconds[program] = seconds;
      });
    }
  };
  return timed_build(program, callback, data, CL_COMPILE_PROGRAM_FAILURE, seconds, build,
                     note_success);
}

// A linked program is attributed to its first part, with the options of that part and its own.
cl_program CL_API_CALL link_program(cl_context context, cl_uint count, const cl_device_id *devices,
                                    const char *options, cl_uint parts,
                                    const cl_program *part_programs, Callback callback, void *data,
                                    cl_int *error) {
  const double begin = now();
  const cl_program program =
      layer().target->clLinkProgram(context, count, devices, options, parts, part_programs, nullptr,
                                    callback == nullptr ? data : nullptr, error);
  double seconds = now() - begin;
  if (program != nullptr) {
    std::string all_options;
    note([&] {
      const Build &first = layer().programs[part_programs[0]];
      layer().programs[program] = first;
      all_options = first.options;
      // Compile times of parts are counted once.
      for (cl_uint i = 0; i < parts; ++i) {
        seconds += std::exchange(layer().compile_seconds[part_programs[i]], 0);
      }
    });
    const std::string own = text_or_empty(options);
    all_options += (all_options.empty() || own.empty() ? "" : " ") + own;
    note_build(program, std::move(all_options), seconds);
    if (callback != nullptr) {
      callback(program, data);
    }
  }
  return program;
}

// ---- kernels

bool has_global_variables(cl_program program) {
  cl_device_id device = nullptr;
  size_t size = 0;
  return layer().target->clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof device, &device,
                                          nullptr) == CL_SUCCESS &&
         layer().target->clGetProgramBuildInfo(program, device,
                                               CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                               sizeof size, &size, nullptr) == CL_SUCCESS &&
         size != 0;
}

void add_kernel(cl_kernel kernel, cl_program program, std::string name, double seconds) {
  const bool uses_unknown_memory = has_global_variables(program);
  note([&] {
    const Build &build = layer().programs[program];
    KernelMeasurements &measured = layer().measurements.program(build).kernels[name];
    ++measured.created;
    measured.creation += seconds;
    layer().kernels[kernel] = Kernel{build, std::move(name), {}, uses_unknown_memory};
  });
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *error) {
  const double begin = now();
  const cl_kernel kernel = layer().target->clCreateKernel(program, name, error);
  if (kernel != nullptr) {
    add_kernel(kernel, program, name, now() - begin);
  }
  return kernel;
}

cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel *kernels,
                                  cl_uint *created) {
  cl_uint number = 0;
  const double begin = now();
  const cl_int result = layer().target->clCreateKernelsInProgram(program, count, kernels, &number);
  const double seconds = now() - begin;
  if (created != nullptr) {
    *created = number;
  }
  for (cl_uint i = 0; result == CL_SUCCESS && kernels != nullptr && i < number; ++i) {
    char name[1024] = "";
    layer().target->clGetKernelInfo(kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof name, name,
                                    nullptr);
    add_kernel(kernels[i], program, name, seconds / number);
  }
  return result;
}

cl_kernel CL_API_CALL clone_kernel(cl_kernel kernel, cl_int *error) {
  const cl_kernel clone = layer().target->clCloneKernel(kernel, error);
  if (clone != nullptr) {
    note([&] { layer().kernels[clone] = layer().kernels[kernel]; });
  }
  return clone;
}

cl_int CL_API_CALL set_kernel_argument(cl_kernel kernel, cl_uint index, size_t size,
                                       const void *value) {
  note([&] {
    auto &memory = layer().kernels[kernel].memory;
    memory.erase(index);
    cl_mem object = nullptr;
    if (value != nullptr && size == sizeof object) {
      std::memcpy(&object, value, sizeof object);
      // Any value of 8 bytes may be a memory object.
      if (layer().memory.count(object) != 0) {
        memory[index] = object;
      }
    }
  });
  return layer().target->clSetKernelArg(kernel, index, size, value);
}

cl_int CL_API_CALL set_kernel_pointer(cl_kernel kernel, cl_uint index, const void *pointer) {
  note([&] { layer().kernels[kernel].uses_unknown_memory = true; });
  return layer().target->clSetKernelArgSVMPointer(kernel, index, pointer);
}

cl_int CL_API_CALL set_kernel_execution(cl_kernel kernel, cl_kernel_exec_info what, size_t size,
                                        const void *value) {
  note([&] { layer().kernels[kernel].uses_unknown_memory = true; });
  return layer().target->clSetKernelExecInfo(kernel, what, size, value);
}

void *CL_API_CALL extension_function(cl_platform_id platform, const char *name) {
  // Kernels with address arguments may access memory that is not an argument.
  if (std::strstr(name, "MemPointer") != nullptr || std::strstr(name, "DevicePointer") != nullptr) {
    layer().has_addresses = true;
  }
  void *function = layer().target->clGetExtensionFunctionAddressForPlatform(platform, name);
  return function != nullptr && std::strcmp(name, "clCreateProgramWithILKHR") == 0
             ? reinterpret_cast<void *>(create_program_with_il_khr)
             : function;
}

// ---- memory

cl_mem add_memory(cl_mem object) {
  if (object != nullptr) {
    note([&] { layer().memory.insert(object); });
  }
  return object;
}

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void *pointer,
                                 cl_int *error) {
  return add_memory(layer().target->clCreateBuffer(context, flags, size, pointer, error));
}

cl_mem CL_API_CALL create_buffer_with_properties(cl_context context,
                                                 const cl_mem_properties *properties,
                                                 cl_mem_flags flags, size_t size, void *pointer,
                                                 cl_int *error) {
  return add_memory(layer().target->clCreateBufferWithProperties(context, properties, flags, size,
                                                                 pointer, error));
}

cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                                     const void *information, cl_int *error) {
  return add_memory(layer().target->clCreateSubBuffer(buffer, flags, type, information, error));
}

cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
                                const cl_image_format *format, const cl_image_desc *description,
                                void *pointer, cl_int *error) {
  return add_memory(
      layer().target->clCreateImage(context, flags, format, description, pointer, error));
}

cl_mem CL_API_CALL create_image_with_properties(cl_context context,
                                                const cl_mem_properties *properties,
                                                cl_mem_flags flags, const cl_image_format *format,
                                                const cl_image_desc *description, void *pointer,
                                                cl_int *error) {
  return add_memory(layer().target->clCreateImageWithProperties(context, properties, flags, format,
                                                                description, pointer, error));
}

cl_mem CL_API_CALL create_image_2d(cl_context context, cl_mem_flags flags,
                                   const cl_image_format *format, size_t width, size_t height,
                                   size_t pitch, void *pointer, cl_int *error) {
  return add_memory(layer().target->clCreateImage2D(context, flags, format, width, height, pitch,
                                                    pointer, error));
}

cl_mem CL_API_CALL create_image_3d(cl_context context, cl_mem_flags flags,
                                   const cl_image_format *format, size_t width, size_t height,
                                   size_t depth, size_t row_pitch, size_t slice_pitch,
                                   void *pointer, cl_int *error) {
  return add_memory(layer().target->clCreateImage3D(context, flags, format, width, height, depth,
                                                    row_pitch, slice_pitch, pointer, error));
}

cl_mem CL_API_CALL create_pipe(cl_context context, cl_mem_flags flags, cl_uint size, cl_uint count,
                               const cl_pipe_properties *properties, cl_int *error) {
  return add_memory(layer().target->clCreatePipe(context, flags, size, count, properties, error));
}

cl_event CL_API_CALL create_user_event(cl_context context, cl_int *error) {
  const cl_event event = layer().target->clCreateUserEvent(context, error);
  layer().pending_user_events += event != nullptr ? 1 : 0;
  return event;
}

cl_int CL_API_CALL set_user_event_status(cl_event event, cl_int status) {
  const cl_int result = layer().target->clSetUserEventStatus(event, status);
  // The status of a user event can be set once.
  layer().pending_user_events -= result == CL_SUCCESS ? 1 : 0;
  return result;
}

// ---- launches

struct Launch {
  cl_command_queue queue;
  cl_kernel kernel;
  cl_uint dimensions;
  const size_t *offset;
  const size_t *global;
  const size_t *local;
  bool is_task = false;

  cl_int enqueue(cl_event *event) const {
    if (is_task) {
      return layer().target->clEnqueueTask(queue, kernel, 0, nullptr, event);
    }
    return layer().target->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local,
                                                  0, nullptr, event);
  }

  NdRange range() const {
    NdRange range;
    range.dimensions = std::min<cl_uint>(dimensions, 3);
    std::copy_n(global, range.dimensions, range.global.begin());
    if (local != nullptr) {
      std::copy_n(local, range.dimensions, range.local.begin());
    }
    return range;
  }
};

struct TimedLaunch {
  cl_int result;
  Seconds seconds;
};

TimedLaunch time_launch(const Launch &launch, cl_event *event) {
  const double begin = now();
  const double processor_begin = processor_now();
  const cl_int result = launch.enqueue(event);
  if (result == CL_SUCCESS) {
    layer().target->clFinish(launch.queue);
  }
  return {result, {now() - begin, processor_now() - processor_begin}};
}

// Saves the memory that the launch uses; returns nothing if not all of it can be restored.
std::unique_ptr<Contents> save_contents(const Launch &launch, const Kernel &kernel) {
  if (layer().repetitions == 0 || kernel.uses_unknown_memory || layer().has_addresses ||
      layer().has_several_launchers) {
    return nullptr;
  }
  auto contents = std::make_unique<Contents>(*layer().target, launch.queue);
  for (const auto &[index, object] : kernel.memory) {
    if (!contents->save(object)) {
      return nullptr;
    }
  }
  return contents;
}

// The first launch with an ND-range: measured once including compilation, then repeated to measure
// the code alone.
cl_int first_launch(const Launch &launch, const Kernel &kernel, cl_event *event,
                    Launches &launches) {
  const auto contents = save_contents(launch, kernel);
  TimedLaunch timed = time_launch(launch, contents == nullptr ? event : nullptr);
  launches.first = timed.seconds;
  if (timed.result != CL_SUCCESS || contents == nullptr) {
    return timed.result;
  }
  const double end = now() + max_repetition_seconds;
  for (unsigned i = 1;; ++i) {
    if (!contents->restore()) {
      return CL_OUT_OF_RESOURCES;
    }
    const bool is_last = i >= layer().repetitions || now() > end;
    timed = time_launch(launch, is_last ? event : nullptr);
    if (timed.result != CL_SUCCESS) {
      return timed.result;
    }
    if (i == 1 || timed.seconds.wall < launches.repeated.wall) {
      launches.repeated = timed.seconds;
    }
    if (is_last) {
      return timed.result;
    }
  }
}

cl_int measured_launch(const Launch &launch, cl_event *event) {
  const std::thread::id self = std::this_thread::get_id();
  if (layer().launcher != self) {
    layer().has_several_launchers |= layer().launcher != std::thread::id();
    layer().launcher = self;
  }
  layer().target->clFinish(launch.queue);
  Kernel kernel;
  Launches launches;
  const auto find = [&]() -> Launches & {
    return layer().measurements.program(kernel.build).kernels[kernel.name].launches[launch.range()];
  };
  note([&] {
    kernel = layer().kernels[launch.kernel];
    launches = find();
  });
  cl_int result = CL_SUCCESS;
  if (launches.count == 0) {
    result = first_launch(launch, kernel, event, launches);
  } else {
    const TimedLaunch timed = time_launch(launch, event);
    result = timed.result;
    launches.others += timed.seconds;
  }
  if (result == CL_SUCCESS) {
    note([&] {
      ++launches.count;
      find() = launches;
      layer().measurements.write_after_change();
    });
  }
  return result;
}

// Measures a launch if it can run alone; otherwise forwards it by `enqueue`.
template <typename Enqueue>
cl_int measure_or_forward(const Launch &launch, cl_uint waits, const cl_event *wait_list,
                          cl_event *event, Enqueue enqueue) {
  std::unique_lock lock(layer().launching, std::defer_lock);
  const bool is_plain =
      launch.dimensions - 1 < 3 && launch.global != nullptr && launch.queue != nullptr;
  if (!is_plain || layer().pending_user_events != 0 || !lock.try_lock_for(max_wait) ||
      (waits != 0 && layer().target->clWaitForEvents(waits, wait_list) != CL_SUCCESS)) {
    note([] { layer().measurements.count_untimed(); });
    return enqueue();
  }
  try {
    return measured_launch(launch, event);
  } catch (const std::exception &) {
    return CL_OUT_OF_HOST_MEMORY;
  }
}

cl_int CL_API_CALL enqueue_nd_range(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                    const size_t *offset, const size_t *global, const size_t *local,
                                    cl_uint waits, const cl_event *wait_list, cl_event *event) {
  return measure_or_forward(
      {queue, kernel, dimensions, offset, global, local}, waits, wait_list, event, [&] {
        return layer().target->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global,
                                                      local, waits, wait_list, event);
      });
}

cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                                const cl_event *wait_list, cl_event *event) {
  const size_t one = 1;
  return measure_or_forward(
      {queue, kernel, 1, nullptr, &one, &one, true}, waits, wait_list, event,
      [&] { return layer().target->clEnqueueTask(queue, kernel, waits, wait_list, event); });
}

void fill_table(cl_icd_dispatch &table) {
  table.clCreateProgramWithSource = create_program_with_source;
  table.clCreateProgramWithBinary = create_program_with_binary;
  table.clCreateProgramWithIL = create_program_with_il;
  table.clCreateProgramWithBuiltInKernels = create_program_with_kernels;
  table.clBuildProgram = build_program;
  table.clCompileProgram = compile_program;
  table.clLinkProgram = link_program;
  table.clCreateKernel = create_kernel;
  table.clCreateKernelsInProgram = create_kernels;
  table.clCloneKernel = clone_kernel;
  table.clSetKernelArg = set_kernel_argument;
  table.clSetKernelArgSVMPointer = set_kernel_pointer;
  table.clSetKernelExecInfo = set_kernel_execution;
  table.clGetExtensionFunctionAddressForPlatform = extension_function;
  table.clCreateBuffer = create_buffer;
  table.clCreateBufferWithProperties = create_buffer_with_properties;
  table.clCreateSubBuffer = create_sub_buffer;
  table.clCreateImage = create_image;
  table.clCreateImageWithProperties = create_image_with_properties;
  table.clCreateImage2D = create_image_2d;
  table.clCreateImage3D = create_image_3d;
  table.clCreatePipe = create_pipe;
  table.clCreateUserEvent = create_user_event;
  table.clSetUserEventStatus = set_user_event_status;
  table.clEnqueueNDRangeKernel = enqueue_nd_range;
  table.clEnqueueTask = enqueue_task;
}

}  // namespace
}  // namespace mux::kernel_times

// Functions that a loader looks up in a layer (CL/cl_layer.h).

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *size_returned) {
  const auto give = [&](const void *data, size_t length) {
    if (value != nullptr && size < length) {
      return CL_INVALID_VALUE;
    }
    if (value != nullptr) {
      std::memcpy(value, data, length);
    }
    if (size_returned != nullptr) {
      *size_returned = length;
    }
    return CL_SUCCESS;
  };
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  const char name[] = "kernel_times";
  switch (what) {
    case CL_LAYER_API_VERSION:
      return give(&version, sizeof version);
    case CL_LAYER_NAME:
      return give(name, sizeof name);
    default:
      return CL_INVALID_VALUE;
  }
}

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL
clInitLayer(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_returned,
            const cl_icd_dispatch **table) {
  using namespace mux::kernel_times;
  if (target == nullptr || count_returned == nullptr || table == nullptr) {
    return CL_INVALID_VALUE;
  }
  Layer &own = layer();
  // The loader's table may be shorter or longer than that of the headers.
  const cl_uint functions = std::min<cl_uint>(count, sizeof own.table / sizeof(void *));
  std::memcpy(&own.table, target, functions * sizeof(void *));
  own.target = target;
  fill_table(own.table);
  if (const char *repetitions = std::getenv("KERNEL_TIMES_REPEAT"); repetitions != nullptr) {
    const std::string_view text = repetitions;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), own.repetitions);
    if (error != std::errc() || end != text.data() + text.size()) {
      std::fprintf(stderr, "kernel_times: KERNEL_TIMES_REPEAT is '%s', not a number\n",
                   repetitions);
      return CL_INVALID_VALUE;
    }
  }
  [[maybe_unused]] static const bool follows_forks = follow_forks();
  static const LastWrite last_write;
  note([] { layer().measurements.write(); });
  *count_returned = functions;
  *table = &own.table;
  return CL_SUCCESS;
}
