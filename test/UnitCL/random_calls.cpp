/// @file
/// Random OpenCL programs: calls of most entry points with valid objects, NULL and objects of other
/// kinds, sizes at the limits, and inconsistent lists. Every call must return a code of the
/// specification; nothing may crash, hang or leak.

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <random>

#include "../run_in_threads.h"
#include "programs.h"

namespace mux::test::random_calls {

namespace {

/// Kernels that only access elements inside of the buffers of these programs, for any argument
/// values.
constexpr const char *tame_kernels =
    "kernel void add(global int *a, uint n)"
    "{ if (a != 0 && get_global_id(0) < (n & 7)) a[get_global_id(0)] += 1; }\n"
    "kernel void local_sum(global int *a, local int *b)"
    "{ if (b != 0) b[0] = 1; barrier(CLK_LOCAL_MEM_FENCE); if (a != 0 && b != 0) a[0] = b[0]; }\n";

/// Minimum size of a buffer, and maximum size of an image, in bytes.
constexpr size_t smallest_buffer = 64;
/// More than the extent of any region.
constexpr size_t host_bytes = size_t{1} << 20;

class RandomProgram {
 public:
  RandomProgram(cl_device_id device, uint32_t seed)
      : random_(seed), device_(device), host_(host_bytes) {
    note("clCreateContext", [&](cl_int *code) {
      context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, code);
      return *code;
    });
    clSetContextDestructorCallback(
        context_,
        [](cl_context, void *ended) {
          static_cast<std::atomic<bool> *>(ended)->store(true);
          static_cast<std::atomic<bool> *>(ended)->notify_all();
        },
        &context_ended_);
    create_queue();
    create_buffer();
    program_ = clCreateProgramWithSource(context_, 1, &source_, nullptr, nullptr);
    clBuildProgram(program_, 1, &device_, nullptr, nullptr, nullptr);
  }
  RandomProgram(const RandomProgram &) = delete;
  RandomProgram &operator=(const RandomProgram &) = delete;
  ~RandomProgram() {
    end_user_events();
    for (const cl_command_queue queue : queues_) {
      clFinish(queue);
    }
    for (const Mapping &mapping : mappings_) {
      clReleaseMemObject(mapping.memory);
    }
    release_all(kernels_, clReleaseKernel);
    release_all(events_, clReleaseEvent);
    release_all(user_events_, clReleaseEvent);
    release_all(memory_, clReleaseMemObject);
    release_all(samplers_, clReleaseSampler);
    release_all(queues_, clReleaseCommandQueue);
    for (void *const pointer : shared_) {
      clSVMFree(context_, pointer);
    }
    clReleaseProgram(program_);
    clReleaseContext(context_);
    // Queues released before may have commands in flight, which access members of this object.
    context_ended_.wait(false);
  }

  void call() {
    static constexpr void (RandomProgram::*calls[])() = {&RandomProgram::create_queue,
                                                         &RandomProgram::create_buffer,
                                                         &RandomProgram::create_sub_buffer,
                                                         &RandomProgram::import_buffer,
                                                         &RandomProgram::enqueue_external_access,
                                                         &RandomProgram::create_image,
                                                         &RandomProgram::create_sampler,
                                                         &RandomProgram::create_kernel,
                                                         &RandomProgram::create_user_event,
                                                         &RandomProgram::set_argument,
                                                         &RandomProgram::set_argument,
                                                         &RandomProgram::enqueue_kernel,
                                                         &RandomProgram::enqueue_kernel,
                                                         &RandomProgram::transfer_buffer,
                                                         &RandomProgram::transfer_rectangle,
                                                         &RandomProgram::copy_buffer,
                                                         &RandomProgram::fill_buffer,
                                                         &RandomProgram::transfer_image,
                                                         &RandomProgram::copy_image,
                                                         &RandomProgram::map_buffer,
                                                         &RandomProgram::unmap,
                                                         &RandomProgram::enqueue_marker,
                                                         &RandomProgram::enqueue_native,
                                                         &RandomProgram::share_memory,
                                                         &RandomProgram::use_shared_memory,
                                                         &RandomProgram::end_user_event,
                                                         &RandomProgram::set_callback,
                                                         &RandomProgram::wait,
                                                         &RandomProgram::query,
                                                         &RandomProgram::query,
                                                         &RandomProgram::release_something};
    (this->*calls[below(std::size(calls))])();
  }

  /// Calls that returned unknown codes.
  const std::string &faults() const { return faults_; }
  size_t successes() const { return successes_; }
  size_t failures() const { return failures_; }

 private:
  struct Mapping {
    cl_mem memory;
    void *address;
  };

  size_t below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }
  bool once_in(size_t times) { return below(times) == 0; }

  template <typename T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }
  size_t size() {
    return one_of<size_t>(
        {0, 1, 3, 4, 4, 8, 16, 16, 32, 64, 100, 4096, SIZE_MAX, SIZE_MAX - 3, size_t{1} << 62});
  }
  size_t small_size() { return one_of<size_t>({0, 1, 1, 2, 4, 4, 8, SIZE_MAX}); }

  /// A random object of the list, or an invalid one.
  template <typename T>
  T pick(const std::vector<T> &list) {
    if (list.empty() || once_in(20)) {
      return once_in(2) ? nullptr : reinterpret_cast<T>(context_);
    }
    return list[below(list.size())];
  }

  /// @return whether the call succeeded.
  template <typename Call>
  bool note(const char *entry_point, Call call) {
    cl_int code = CL_SUCCESS;
    if constexpr (std::is_invocable_v<Call, cl_int *>) {
      code = call(&code);
    } else {
      code = call();
    }
    ++(code == CL_SUCCESS ? successes_ : failures_);
    const bool is_number = std::isdigit(static_cast<unsigned char>(code_name(code).back())) != 0;
    if (is_number) {
      faults_ += std::string(entry_point) + ": " + code_name(code) + "\n";
    }
    return code == CL_SUCCESS;
  }
  /// For calls that create an object, which is added to the list.
  template <typename T, typename Create>
  void make(const char *entry_point, std::vector<T> &list, Create create) {
    T object = nullptr;
    const bool made = note(entry_point, [&](cl_int *code) {
      object = create(code);
      return *code;
    });
    if (made != (object != nullptr)) {
      faults_ += std::string(entry_point) + ": object and code do not go together\n";
    }
    if (object != nullptr) {
      list.push_back(object);
    }
  }

  /// The last arguments of every enqueue: a wait list, and where the event is returned.
  struct Enqueue {
    cl_uint count;
    const cl_event *list;
    cl_event *event;
  };
  template <typename Call>
  void enqueue(const char *entry_point, Call call) {
    std::array<cl_event, 2> waits{};
    cl_uint count = static_cast<cl_uint>(below(3));
    for (cl_uint index = 0; index < count; ++index) {
      waits[index] = once_in(3) ? pick(user_events_) : pick(events_);
    }
    const cl_event *list = count != 0 ? waits.data() : nullptr;
    if (once_in(30)) {
      list = list != nullptr ? nullptr : waits.data();
    }
    cl_event event = nullptr;
    cl_event *const out = once_in(2) ? &event : nullptr;
    note(entry_point, [&] { return call(pick(queues_), Enqueue{count, list, out}); });
    if (event != nullptr) {
      events_.push_back(event);
    }
  }
  /// Blocking calls are only made if nothing waits for this thread.
  cl_bool blocking() {
    if (once_in(4)) {
      end_user_events();
      return CL_TRUE;
    }
    return CL_FALSE;
  }

  void create_queue() {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, one_of<cl_queue_properties>({0, 1, 2, 3, 3, 4, 0x100}), 0};
    make("clCreateCommandQueueWithProperties", queues_, [&](cl_int *code) {
      return clCreateCommandQueueWithProperties(once_in(20) ? nullptr : context_, device_,
                                                once_in(4) ? nullptr : properties, code);
    });
  }
  void create_buffer() {
    const cl_mem_flags flags =
        one_of<cl_mem_flags>({0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_COPY_HOST_PTR,
                              CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, 3, 1 << 30});
    const size_t bytes = one_of<size_t>({smallest_buffer, 100, 4096, 0, SIZE_MAX});
    make("clCreateBuffer", memory_, [&](cl_int *code) {
      return clCreateBuffer(context_, flags, bytes, once_in(2) ? host_.data() : nullptr, code);
    });
  }
  void create_sub_buffer() {
    const cl_buffer_region region = {one_of<size_t>({0, 128, 1024, 3, SIZE_MAX}),
                                     one_of<size_t>({smallest_buffer, 128, 0, SIZE_MAX})};
    make("clCreateSubBuffer", memory_, [&](cl_int *code) {
      return clCreateSubBuffer(pick(memory_), one_of<cl_mem_flags>({0, CL_MEM_READ_ONLY, 1 << 30}),
                               one_of<cl_buffer_create_type>(
                                   {CL_BUFFER_CREATE_TYPE_REGION, CL_BUFFER_CREATE_TYPE_REGION, 0}),
                               once_in(20) ? nullptr : &region, code);
    });
  }
  void import_buffer() {
    const int file = once_in(4) ? -1 : memfd_create("random", MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, host_bytes) != 0) {
      return;
    }
    const cl_mem_properties properties[] = {
        one_of<cl_mem_properties>(
            {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
             CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_KHR}),
        static_cast<cl_mem_properties>(file), 0};
    const size_t before = memory_.size();
    make("clCreateBufferWithProperties", memory_, [&](cl_int *code) {
      return clCreateBufferWithProperties(
          context_, properties,
          one_of<cl_mem_flags>({0, CL_MEM_READ_ONLY, CL_MEM_ALLOC_HOST_PTR, 3}),
          one_of<size_t>({smallest_buffer, 100, 4096, 0, 2 * host_bytes, SIZE_MAX}), nullptr, code);
    });
    if (file >= 0 && memory_.size() == before) {
      close(file);
    }
  }
  /// Acquires or releases external memory.
  void enqueue_external_access() {
    static const auto functions = [] {
      std::array<clEnqueueAcquireExternalMemObjectsKHR_fn, 2> found{};
      cl_platform_id platform = nullptr;
      clGetPlatformIDs(1, &platform, nullptr);
      for (size_t index = 0; index < found.size(); ++index) {
        found[index] = reinterpret_cast<clEnqueueAcquireExternalMemObjectsKHR_fn>(
            clGetExtensionFunctionAddressForPlatform(
                platform, index == 0 ? "clEnqueueAcquireExternalMemObjectsKHR"
                                     : "clEnqueueReleaseExternalMemObjectsKHR"));
      }
      return found;
    }();
    const cl_mem objects[] = {pick(memory_), pick(memory_)};
    enqueue("clEnqueueAcquireExternalMemObjectsKHR", [&](cl_command_queue queue, Enqueue info) {
      return functions[below(2)](queue, one_of<cl_uint>({0, 1, 1, 2}),
                                 once_in(10) ? nullptr : objects, info.count, info.list,
                                 info.event);
    });
  }
  void create_image() {
    const cl_image_format format = {
        one_of<cl_channel_order>({CL_R, CL_RGBA, CL_RGBA, CL_BGRA, CL_DEPTH, 7}),
        one_of<cl_channel_type>({CL_UNORM_INT8, CL_FLOAT, CL_UNSIGNED_INT32, 9})};
    cl_image_desc description{};
    description.image_type = one_of<cl_mem_object_type>(
        {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D,
         CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE1D_BUFFER, 0});
    description.image_width = small_size();
    description.image_height = small_size();
    description.image_depth = small_size();
    description.image_array_size = small_size();
    description.image_row_pitch = one_of<size_t>({0, 0, 0, 128, 3});
    description.buffer = once_in(4) ? pick(memory_) : nullptr;
    make("clCreateImage", memory_, [&](cl_int *code) {
      return clCreateImage(context_, one_of<cl_mem_flags>({0, CL_MEM_COPY_HOST_PTR, 3}), &format,
                           &description, once_in(4) ? host_.data() : nullptr, code);
    });
  }
  void create_sampler() {
    make("clCreateSampler", samplers_, [&](cl_int *code) {
      return clCreateSampler(context_, one_of<cl_bool>({CL_FALSE, CL_TRUE, 2}),
                             one_of<cl_addressing_mode>({CL_ADDRESS_NONE, CL_ADDRESS_REPEAT, 1}),
                             one_of<cl_filter_mode>({CL_FILTER_NEAREST, CL_FILTER_LINEAR, 1}),
                             code);
    });
  }
  void create_kernel() {
    make("clCreateKernel", kernels_, [&](cl_int *code) {
      return once_in(4) ? clCloneKernel(pick(kernels_), code)
                        : clCreateKernel(
                              once_in(20) ? nullptr : program_,
                              one_of<const char *>({"add", "local_sum", "none", nullptr}), code);
    });
  }
  void create_user_event() {
    make("clCreateUserEvent", user_events_,
         [&](cl_int *code) { return clCreateUserEvent(context_, code); });
  }

  void set_argument() {
    const cl_mem memory = pick(memory_);
    const cl_sampler sampler = pick(samplers_);
    const cl_uint number = static_cast<cl_uint>(below(100));
    const bool is_number = once_in(3);
    // A number never has the size of cl_mem: it would be read as an unmapped address, not as an
    // invalid object.
    const size_t bytes = is_number
                             ? one_of<size_t>({4, 4, 0, SIZE_MAX})
                             : one_of<size_t>({sizeof(cl_mem), sizeof(cl_mem), 4, 0, SIZE_MAX});
    const void *const value = is_number     ? static_cast<const void *>(&number)
                              : once_in(20) ? nullptr
                              : once_in(5)  ? static_cast<const void *>(&sampler)
                                            : static_cast<const void *>(&memory);
    note("clSetKernelArg", [&] {
      return clSetKernelArg(pick(kernels_), one_of<cl_uint>({0, 0, 1, 1, 2, ~0U}), bytes, value);
    });
  }
  void enqueue_kernel() {
    const size_t global[3] = {one_of<size_t>({0, 1, 7, 64, 1000}), below(4), below(4)};
    const size_t offset[3] = {one_of<size_t>({0, 0, 5, SIZE_MAX}), 0, 0};
    const size_t local[3] = {one_of<size_t>({1, 1, 8, 64, 0, SIZE_MAX}), 1, one_of<size_t>({1, 3})};
    enqueue("clEnqueueNDRangeKernel", [&](cl_command_queue queue, const Enqueue &end) {
      return clEnqueueNDRangeKernel(queue, pick(kernels_), one_of<cl_uint>({1, 1, 2, 3, 0, 4}),
                                    once_in(3) ? offset : nullptr, once_in(20) ? nullptr : global,
                                    once_in(2) ? local : nullptr, end.count, end.list, end.event);
    });
  }
  void transfer_buffer() {
    const bool reads = once_in(2);
    enqueue("clEnqueueReadBuffer", [&](cl_command_queue queue, const Enqueue &end) {
      void *const host = once_in(20) ? nullptr : host_.data();
      const cl_mem memory = pick(memory_);
      const cl_bool blocks = blocking();
      const size_t offset = size();
      const size_t bytes = size();
      return reads ? clEnqueueReadBuffer(queue, memory, blocks, offset, bytes, host, end.count,
                                         end.list, end.event)
                   : clEnqueueWriteBuffer(queue, memory, blocks, offset, bytes, host, end.count,
                                          end.list, end.event);
    });
  }
  void transfer_rectangle() {
    const size_t origin[3] = {small_size(), small_size(), small_size()};
    const size_t zero[3] = {};
    const size_t region[3] = {small_size(), small_size(), small_size()};
    const size_t row = one_of<size_t>({0, 0, 16, 3});
    const size_t slice = one_of<size_t>({0, 0, 64, 5});
    enqueue("clEnqueueReadBufferRect", [&](cl_command_queue queue, const Enqueue &end) {
      switch (below(3)) {
        case 0:
          return clEnqueueReadBufferRect(queue, pick(memory_), blocking(), origin, zero, region,
                                         row, slice, 0, 0, host_.data(), end.count, end.list,
                                         end.event);
        case 1:
          return clEnqueueWriteBufferRect(queue, pick(memory_), blocking(), origin, zero, region,
                                          row, slice, 0, 0, host_.data(), end.count, end.list,
                                          end.event);
        default:
          return clEnqueueCopyBufferRect(queue, pick(memory_), pick(memory_), origin, zero, region,
                                         row, slice, row, slice, end.count, end.list, end.event);
      }
    });
  }
  void copy_buffer() {
    enqueue("clEnqueueCopyBuffer", [&](cl_command_queue queue, const Enqueue &end) {
      return clEnqueueCopyBuffer(queue, pick(memory_), pick(memory_), size(), size(), size(),
                                 end.count, end.list, end.event);
    });
  }
  void fill_buffer() {
    enqueue("clEnqueueFillBuffer", [&](cl_command_queue queue, const Enqueue &end) {
      return clEnqueueFillBuffer(queue, pick(memory_), once_in(20) ? nullptr : host_.data(),
                                 one_of<size_t>({1, 4, 16, 128, 0, 3, 256}), size(), size(),
                                 end.count, end.list, end.event);
    });
  }
  void transfer_image() {
    const size_t origin[3] = {below(2), 0, below(2)};
    const size_t region[3] = {small_size(), small_size(), small_size()};
    enqueue("clEnqueueReadImage", [&](cl_command_queue queue, const Enqueue &end) {
      switch (below(3)) {
        case 0:
          return clEnqueueReadImage(queue, pick(memory_), blocking(), origin, region, 0, 0,
                                    host_.data(), end.count, end.list, end.event);
        case 1:
          return clEnqueueWriteImage(queue, pick(memory_), blocking(), origin, region, 0, 0,
                                     host_.data(), end.count, end.list, end.event);
        default:
          return clEnqueueFillImage(queue, pick(memory_), host_.data(), origin, region, end.count,
                                    end.list, end.event);
      }
    });
  }
  void copy_image() {
    const size_t origin[3] = {below(2), 0, 0};
    const size_t region[3] = {small_size(), small_size(), small_size()};
    enqueue("clEnqueueCopyImage", [&](cl_command_queue queue, const Enqueue &end) {
      switch (below(3)) {
        case 0:
          return clEnqueueCopyImage(queue, pick(memory_), pick(memory_), origin, origin, region,
                                    end.count, end.list, end.event);
        case 1:
          return clEnqueueCopyImageToBuffer(queue, pick(memory_), pick(memory_), origin, region,
                                            size(), end.count, end.list, end.event);
        default:
          return clEnqueueCopyBufferToImage(queue, pick(memory_), pick(memory_), size(), origin,
                                            region, end.count, end.list, end.event);
      }
    });
  }
  void map_buffer() {
    const cl_mem memory = pick(memory_);
    void *address = nullptr;
    enqueue("clEnqueueMapBuffer", [&](cl_command_queue queue, const Enqueue &end) {
      cl_int code = CL_SUCCESS;
      address = clEnqueueMapBuffer(queue, memory, blocking(),
                                   one_of<cl_map_flags>({CL_MAP_READ, CL_MAP_WRITE, 4, 5, 8}),
                                   size(), size(), end.count, end.list, end.event, &code);
      return code;
    });
    if (address != nullptr) {
      clRetainMemObject(memory);
      mappings_.push_back({memory, address});
    }
  }
  void unmap() {
    if (mappings_.empty()) {
      return;
    }
    const size_t index = below(mappings_.size());
    const Mapping mapping = mappings_[index];
    enqueue("clEnqueueUnmapMemObject", [&](cl_command_queue queue, const Enqueue &end) {
      return clEnqueueUnmapMemObject(queue, once_in(10) ? pick(memory_) : mapping.memory,
                                     once_in(10) ? host_.data() : mapping.address, end.count,
                                     end.list, end.event);
    });
    clReleaseMemObject(mapping.memory);
    mappings_.erase(mappings_.begin() + static_cast<std::ptrdiff_t>(index));
  }
  void enqueue_marker() {
    enqueue("clEnqueueMarkerWithWaitList", [&](cl_command_queue queue, const Enqueue &end) {
      const cl_mem memory = pick(memory_);
      switch (below(3)) {
        case 0:
          return clEnqueueMarkerWithWaitList(queue, end.count, end.list, end.event);
        case 1:
          return clEnqueueBarrierWithWaitList(queue, end.count, end.list, end.event);
        default:
          return clEnqueueMigrateMemObjects(queue, static_cast<cl_uint>(below(2)), &memory,
                                            one_of<cl_mem_migration_flags>({0, 1, 2, 8}), end.count,
                                            end.list, end.event);
      }
    });
  }
  void enqueue_native() {
    int number = 5;
    enqueue("clEnqueueNativeKernel", [&](cl_command_queue queue, const Enqueue &end) {
      return clEnqueueNativeKernel(
          queue, once_in(20) ? nullptr : +[](void *) {}, &number,
          one_of<size_t>({sizeof number, 0}), 0, nullptr, nullptr, end.count, end.list, end.event);
    });
  }
  void share_memory() {
    if (!shared_.empty() && !once_in(10)) {
      return;
    }
    if (void *const pointer = clSVMAlloc(
            context_, one_of<cl_svm_mem_flags>({1, 1 | 1024, 7, 1 << 30}),
            one_of<size_t>({4096, 4096, 0, SIZE_MAX}), one_of<cl_uint>({0, 64, 3, 1U << 31}))) {
      shared_.push_back(pointer);
    }
  }
  void use_shared_memory() {
    if (shared_.empty()) {
      return;
    }
    void *const pointer = shared_[below(shared_.size())];
    const size_t bytes = one_of<size_t>({0, 4, 64, 4096});
    enqueue("clEnqueueSVMMemFill", [&](cl_command_queue queue, const Enqueue &end) {
      switch (below(3)) {
        case 0:
          return clEnqueueSVMMemFill(queue, pointer, host_.data(), one_of<size_t>({1, 4, 3, 0}),
                                     bytes, end.count, end.list, end.event);
        case 1:
          return clEnqueueSVMMemcpy(queue, blocking(), once_in(20) ? nullptr : pointer,
                                    host_.data(), bytes, end.count, end.list, end.event);
        default:
          return clEnqueueSVMMap(queue, blocking(), CL_MAP_READ, pointer, bytes, end.count,
                                 end.list, end.event);
      }
    });
  }
  void end_user_event() {
    note("clSetUserEventStatus", [&] {
      return clSetUserEventStatus(once_in(10) ? pick(events_) : pick(user_events_),
                                  one_of<cl_int>({CL_COMPLETE, CL_COMPLETE, -1, 1}));
    });
  }
  void end_user_events() {
    for (const cl_event event : user_events_) {
      clSetUserEventStatus(event, CL_COMPLETE);
    }
  }
  void set_callback() {
    note("clSetEventCallback", [&] {
      return clSetEventCallback(
          pick(events_), one_of<cl_int>({CL_COMPLETE, CL_SUBMITTED, CL_RUNNING, 9}),
          once_in(10) ? nullptr : +[](cl_event, cl_int, void *) {}, nullptr);
    });
  }
  void wait() {
    switch (below(4)) {
      case 0:
        note("clFlush", [&] { return clFlush(pick(queues_)); });
        break;
      case 1:
        end_user_events();
        note("clFinish", [&] { return clFinish(pick(queues_)); });
        break;
      default: {
        end_user_events();
        const cl_event events[] = {pick(events_), pick(events_)};
        note("clWaitForEvents",
             [&] { return clWaitForEvents(static_cast<cl_uint>(below(3)), events); });
      }
    }
  }
  void query() {
    std::array<char, 256> value;
    size_t returned = 0;
    const auto name = [&](cl_uint first) { return first + static_cast<cl_uint>(below(24)); };
    const size_t bytes = one_of<size_t>({value.size(), value.size(), 0, 1, 4});
    void *const out = once_in(5) ? nullptr : value.data();
    note("clGetInfo", [&] {
      switch (below(9)) {
        case 0:
          return clGetDeviceInfo(device_, name(CL_DEVICE_TYPE), bytes, out, &returned);
        case 1:
          return clGetContextInfo(context_, name(CL_CONTEXT_REFERENCE_COUNT), bytes, out,
                                  &returned);
        case 2:
          return clGetCommandQueueInfo(pick(queues_), name(CL_QUEUE_CONTEXT), bytes, out,
                                       &returned);
        case 3:
          return clGetMemObjectInfo(pick(memory_), name(CL_MEM_TYPE), bytes, out, &returned);
        case 4:
          return clGetImageInfo(pick(memory_), name(CL_IMAGE_FORMAT), bytes, out, &returned);
        case 5:
          return clGetKernelInfo(pick(kernels_), name(CL_KERNEL_FUNCTION_NAME), bytes, out,
                                 &returned);
        case 6:
          return clGetEventInfo(pick(events_), name(CL_EVENT_COMMAND_QUEUE), bytes, out, &returned);
        case 7:
          return clGetEventProfilingInfo(pick(events_), name(CL_PROFILING_COMMAND_QUEUED), bytes,
                                         out, &returned);
        default:
          return clGetKernelWorkGroupInfo(pick(kernels_), once_in(4) ? nullptr : device_,
                                          name(CL_KERNEL_WORK_GROUP_SIZE), bytes, out, &returned);
      }
    });
  }
  template <typename T, typename Release>
  void release_one(std::vector<T> &list, size_t most, Release release_object) {
    // A few objects of each kind suffice.
    while (list.size() > most || (!list.empty() && once_in(8))) {
      const size_t index = below(list.size());
      note("clRelease", [&] { return release_object(list[index]); });
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
    }
  }
  void release_something() {
    release_one(kernels_, 8, clReleaseKernel);
    release_one(events_, 16, clReleaseEvent);
    release_one(memory_, 12, [&](cl_mem memory) {
      // Kernels do not retain their arguments.
      for (const cl_kernel kernel : kernels_) {
        clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr);
      }
      return clReleaseMemObject(memory);
    });
    release_one(samplers_, 3, clReleaseSampler);
    release_one(queues_, 4, [&](cl_command_queue queue) {
      // SVM is freed at the end, when nothing can use it.
      if (!shared_.empty()) {
        end_user_events();
        clFinish(queue);
      }
      return clReleaseCommandQueue(queue);
    });
    if (user_events_.size() > 4) {
      // No user event can be completed afterwards.
      clSetUserEventStatus(user_events_.front(), once_in(4) ? -7 : CL_COMPLETE);
      clReleaseEvent(user_events_.front());
      user_events_.erase(user_events_.begin());
    }
  }
  template <typename T, typename Release>
  static void release_all(const std::vector<T> &list, Release release_object) {
    for (const T object : list) {
      release_object(object);
    }
  }

  std::mt19937 random_;
  cl_device_id device_;
  /// Set when all its objects are destroyed.
  std::atomic<bool> context_ended_{false};
  const char *source_ = tame_kernels;
  std::vector<char> host_;
  cl_context context_ = nullptr;
  cl_program program_ = nullptr;
  std::vector<cl_command_queue> queues_;
  std::vector<cl_mem> memory_;
  std::vector<cl_sampler> samplers_;
  std::vector<cl_kernel> kernels_;
  std::vector<cl_event> events_;
  std::vector<cl_event> user_events_;
  std::vector<Mapping> mappings_;
  std::vector<void *> shared_;
  std::string faults_;
  size_t successes_ = 0;
  size_t failures_ = 0;
};

/// Calls of each thread: MUX_TEST_CALLS, or some thousands.
uint32_t calls_of_test() {
  const char *const text = std::getenv("MUX_TEST_CALLS");
  return text != nullptr ? static_cast<uint32_t>(std::strtoul(text, nullptr, 10)) : 3000;
}

}  // namespace

TEST_CASE_METHOD(PlatformFixture, "random calls of OpenCL return codes of the specification",
                 "[random_test]") {
  const uint32_t seed = seed_of_test();
  INFO("MUX_TEST_SEED=" << seed);
  const uint32_t calls = calls_of_test();
  // Each thread is a separate program; they share the device.
  const auto faults = run_in_threads(
      [&](unsigned thread) {
        RandomProgram program(device, seed + thread);
        for (uint32_t call = 0; call < calls; ++call) {
          program.call();
        }
        std::string result = program.faults();
        if (program.successes() < calls / 5 || program.failures() < calls / 20) {
          result += std::to_string(program.successes()) + " calls succeeded, " +
                    std::to_string(program.failures()) + " failed\n";
        }
        return result;
      },
      4);
  for (const std::string &fault : faults) {
    CHECK(fault == "");
  }
}

}  // namespace mux::test::random_calls
