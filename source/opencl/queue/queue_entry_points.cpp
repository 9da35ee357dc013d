// Entry points of command queues.

#include "opencl/queue/queue.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"
#include "opencl/support/properties.h"

using namespace mux::opencl;

namespace {

constexpr cl_command_queue_properties host_flags =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties device_flags =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

struct QueueProperties {
  cl_command_queue_properties flags = 0;
  std::vector<cl_queue_properties> list;
};

void require_flags(cl_command_queue_properties flags) {
  require((flags & ~(host_flags | device_flags)) == 0, CL_INVALID_VALUE,
          "unknown bits in the command queue properties");
  require((flags & device_flags) == 0, CL_INVALID_QUEUE_PROPERTIES,
          "on-device queues are not supported");
}

/// Checks a priority or throttle hint: exactly one of three bits is set.
void require_level(cl_queue_properties level) {
  require(level == 1 || level == 2 || level == 4, CL_INVALID_VALUE,
          "a priority or throttle hint is not one of its three values");
}

QueueProperties checked_properties(const cl_queue_properties *properties) {
  QueueProperties checked;
  const auto take = [&](cl_queue_properties name, cl_queue_properties value) {
    switch (name) {
      case CL_QUEUE_PROPERTIES:
        require_flags(value);
        checked.flags = value;
        break;
      case CL_QUEUE_SIZE:
        fail(CL_INVALID_QUEUE_PROPERTIES, "CL_QUEUE_SIZE is only for on-device queues");
      case CL_QUEUE_PRIORITY_KHR:
      case CL_QUEUE_THROTTLE_KHR:
        require_level(value);
        break;
      default:
        fail(CL_INVALID_VALUE, "unknown command queue property");
    }
  };
  checked.list = copy_properties(properties, CL_INVALID_VALUE, take);
  return checked;
}

cl_command_queue create_queue(Context &context, Device &device, QueueProperties properties) {
  require(context.has(device), CL_INVALID_DEVICE, "the device is not in the context");
  return New<Queue>(context, device, properties.flags, std::move(properties.list)).give();
}

void queue_info(Queue &queue, cl_command_queue_info name, const InfoOut &out) {
  switch (name) {
    case CL_QUEUE_CONTEXT:
      return out.of<cl_context>(&queue.context());
    case CL_QUEUE_DEVICE:
      return out.of<cl_device_id>(&queue.device());
    case CL_QUEUE_REFERENCE_COUNT:
      return out.of(queue.references());
    case CL_QUEUE_PROPERTIES:
      return out.of(queue.flags());
    case CL_QUEUE_PROPERTIES_ARRAY:
      return out.array(queue.properties());
    case CL_QUEUE_DEVICE_DEFAULT:
      return out.of<cl_command_queue>(nullptr);
    case CL_QUEUE_SIZE:
      fail(CL_INVALID_COMMAND_QUEUE, "CL_QUEUE_SIZE is only for on-device queues");
    default:
      fail_unknown_info("a command queue", name);
  }
}

}  // namespace

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *errcode_ret) {
  return create<Context>("clCreateCommandQueueWithProperties", context, errcode_ret, [&] {
    Context &object = checked<Context>(context);
    return create_queue(object, checked<Device>(device), checked_properties(properties));
  });
}

cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                       const cl_queue_properties_khr *properties,
                                                       cl_int *errcode_ret) {
  return create<Context>("clCreateCommandQueueWithPropertiesKHR", context, errcode_ret, [&] {
    Context &object = checked<Context>(context);
    return create_queue(object, checked<Device>(device), checked_properties(properties));
  });
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *errcode_ret) {
  return create<Context>("clCreateCommandQueue", context, errcode_ret, [&] {
    Context &object = checked<Context>(context);
    Device &own = checked<Device>(device);
    require((properties & ~host_flags) == 0, CL_INVALID_VALUE,
            "unknown bits in the command queue properties");
    return create_queue(object, own, {properties, {}});
  });
}

cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue) {
  return call<Context>("clSetDefaultDeviceCommandQueue", context, [&] {
    const Context &object = checked<Context>(context);
    require(object.has(checked<Device>(device)), CL_INVALID_DEVICE,
            "the device is not in the context");
    fail(CL_INVALID_OPERATION, "the device does not support on-device queues");
  });
}

cl_int clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties,
                                 cl_bool, cl_command_queue_properties *) {
  return call<Queue>("clSetCommandQueueProperty", command_queue, [&] {
    checked<Queue>(command_queue);
    fail(CL_INVALID_OPERATION, "the properties of a command queue cannot be changed");
  });
}

cl_int clRetainCommandQueue(cl_command_queue command_queue) {
  return call("clRetainCommandQueue", [&] { retain<Queue>(command_queue); });
}

cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  return call("clReleaseCommandQueue", [&] { release<Queue>(command_queue); });
}

cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  return call("clGetCommandQueueInfo", [&] {
    queue_info(checked<Queue>(command_queue), param_name,
               {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clFlush(cl_command_queue command_queue) {
  return call<Queue>("clFlush", command_queue, [&] { checked<Queue>(command_queue).flush(); });
}

cl_int clFinish(cl_command_queue command_queue) {
  return call<Queue>("clFinish", command_queue, [&] { checked<Queue>(command_queue).finish(); });
}
