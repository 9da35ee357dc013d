#include "muxbench/kernels_runner.h"
#include "muxbench/launch_on_opencl.h"

namespace mux::bench {
namespace {

class OpenClRunner : public Runner {
 public:
  OpenClRunner(const std::string &name, const Workload &workload, const OpenClDevice &device)
      : Runner(device.name()),
        workload_(workload),
        device_(device),
        program_(device.build_program(kernel_class_source(name))) {
    for (const Array &array : workload.arrays) {
      buffers_.push_back(device_.create_buffer(array.initial.bytes().size()));
      device_.write(buffers_.back(), array.initial.bytes());
    }
    // One kernel object for each launch, so that arguments are set only once.
    for (const Launch &launch : workload.launches) {
      kernels_.push_back(device_.create_kernel(program_, name.c_str()));
      set_arguments(device_, kernels_.back(), launch, buffers_);
    }
  }

  ~OpenClRunner() override {
    for (const cl_kernel kernel : kernels_) {
      device_.functions().release_kernel(kernel);
    }
    device_.functions().release_program(program_);
    for (const cl_mem buffer : buffers_) {
      device_.functions().release_mem_object(buffer);
    }
  }

  void restore() override {
    for (size_t index = 0; index < buffers_.size(); ++index) {
      if (workload_.arrays[index].tolerance) {
        device_.write(buffers_[index], workload_.arrays[index].initial.bytes());
      }
    }
  }

  void run() override {
    for (size_t index = 0; index < kernels_.size(); ++index) {
      const Launch &launch = workload_.launches[index];
      device_.enqueue(kernels_[index], launch.global_size, launch.local_size);
    }
    device_.finish();
  }

  std::vector<std::byte> read(size_t array) override {
    std::vector<std::byte> bytes(workload_.arrays[array].initial.bytes().size());
    device_.read(buffers_[array], bytes);
    return bytes;
  }

 private:
  const Workload &workload_;
  OpenClDevice device_;
  cl_program program_;
  std::vector<cl_mem> buffers_;
  std::vector<cl_kernel> kernels_;
};

}  // namespace

std::unique_ptr<Runner> make_opencl_runner(const std::string &name, const Workload &workload,
                                           const OpenClDevice &device) {
  return std::make_unique<OpenClRunner>(name, workload, device);
}

}  // namespace mux::bench
