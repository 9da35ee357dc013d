#include "command_buffers.h"

namespace mux::test {

CommandBufferFunctions::CommandBufferFunctions(cl_platform_id platform) {
  const auto load = [&]<typename Function>(const char *name, Function &function) {
    function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
    REQUIRE(function != nullptr);
  };
  load("clCreateCommandBufferKHR", create);
  load("clFinalizeCommandBufferKHR", finalize);
  load("clRetainCommandBufferKHR", retain);
  load("clReleaseCommandBufferKHR", release);
  load("clEnqueueCommandBufferKHR", enqueue);
  load("clCommandBarrierWithWaitListKHR", barrier);
  load("clCommandCopyBufferKHR", copy_buffer);
  load("clCommandCopyBufferRectKHR", copy_buffer_rect);
  load("clCommandCopyBufferToImageKHR", copy_buffer_to_image);
  load("clCommandCopyImageKHR", copy_image);
  load("clCommandCopyImageToBufferKHR", copy_image_to_buffer);
  load("clCommandFillBufferKHR", fill_buffer);
  load("clCommandFillImageKHR", fill_image);
  load("clCommandNDRangeKernelKHR", nd_range);
  load("clCommandSVMMemcpyKHR", svm_memcpy);
  load("clCommandSVMMemFillKHR", svm_mem_fill);
  load("clGetCommandBufferInfoKHR", get_info);
  load("clUpdateMutableCommandsKHR", update);
  load("clGetMutableCommandInfoKHR", get_command_info);
}

OwnCommandBuffer::OwnCommandBuffer(const CommandBufferFunctions &functions, cl_command_queue queue,
                                   const cl_command_buffer_properties_khr *properties)
    : functions_(functions) {
  cl_int code = -1;
  object_ = functions.create(1, &queue, properties, &code);
  succeed(code);
  REQUIRE(object_ != nullptr);
}

OwnCommandBuffer::~OwnCommandBuffer() {
  functions_.release(object_);
}

Handle<cl_command_queue> CommandBufferFixture::make_queue(cl_command_queue_properties flags) const {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, flags, 0};
  return created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, properties, code);
  });
}

void CommandBufferFixture::run(cl_command_buffer_khr target) const {
  Handle<cl_event> event;
  succeed(functions.enqueue(0, nullptr, target, 0, nullptr, event.out()));
  succeed(clWaitForEvents(1, event.address()));
}

void CommandBufferFixture::finalize_and_run(cl_command_buffer_khr target) const {
  succeed(functions.finalize(target));
  run(target);
}

cl_command_buffer_state_khr CommandBufferFixture::state_of(cl_command_buffer_khr target) const {
  return info<cl_command_buffer_state_khr>(functions.get_info, target, CL_COMMAND_BUFFER_STATE_KHR);
}

}  // namespace mux::test
