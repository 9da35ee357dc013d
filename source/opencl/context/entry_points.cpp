// Entry points of contexts.

#include <algorithm>

#include "opencl/context/context.h"
#include "opencl/platform/platform.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"
#include "opencl/support/properties.h"

using namespace mux::opencl;

namespace {

void take_property(cl_context_properties name, cl_context_properties value) {
  switch (name) {
    case CL_CONTEXT_PLATFORM:
      checked<Platform>(reinterpret_cast<cl_platform_id>(value));
      break;
    case CL_CONTEXT_INTEROP_USER_SYNC:
      require(value == CL_TRUE || value == CL_FALSE, CL_INVALID_PROPERTY,
              "CL_CONTEXT_INTEROP_USER_SYNC is not CL_TRUE or CL_FALSE");
      break;
    case CL_CONTEXT_MEMORY_INITIALIZE_KHR:
      require((static_cast<cl_context_memory_initialize_khr>(value) &
               ~cl_context_memory_initialize_khr{CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR |
                                                 CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR}) == 0,
              CL_INVALID_PROPERTY, "CL_CONTEXT_MEMORY_INITIALIZE_KHR has unknown bits");
      break;
    default:
      fail(CL_INVALID_PROPERTY, "unknown context property");
  }
}

std::vector<cl_context_properties> checked_properties(const cl_context_properties *properties) {
  return copy_properties(properties, CL_INVALID_PROPERTY, take_property);
}

void require_notify(ContextNotify function, const void *user_data) {
  require(function != nullptr || user_data == nullptr, CL_INVALID_VALUE,
          "pfn_notify is NULL, but user_data is not");
}

cl_context create_context(std::vector<cl_context_properties> properties,
                          std::vector<Ref<Device>> devices, ContextNotify function,
                          void *user_data) {
  return New<Context>(std::move(devices), std::move(properties),
                      Context::Notify{function, user_data})
      .give();
}

void context_info(const Context &context, cl_context_info name, const InfoOut &out) {
  switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return out.of(context.references());
    case CL_CONTEXT_NUM_DEVICES:
      return out.of(static_cast<cl_uint>(context.devices().size()));
    case CL_CONTEXT_DEVICES: {
      std::vector<cl_device_id> devices;
      for (const Ref<Device> &device : context.devices()) {
        devices.push_back(device.get());
      }
      return out.array(std::span<const cl_device_id>(devices));
    }
    case CL_CONTEXT_PROPERTIES:
      return out.array(context.properties());
    default:
      fail_unknown_info("a context", name);
  }
}

}  // namespace

cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                           const cl_device_id *devices, ContextNotify pfn_notify, void *user_data,
                           cl_int *errcode_ret) {
  return create("clCreateContext", errcode_ret, [&] {
    require(devices != nullptr && num_devices != 0, CL_INVALID_VALUE,
            "num_devices is 0 or devices is NULL");
    require_notify(pfn_notify, user_data);
    std::vector<Ref<Device>> checked_devices;
    for (cl_uint index = 0; index < num_devices; ++index) {
      Device &device = checked<Device>(devices[index]);
      const bool known = std::ranges::any_of(
          checked_devices, [&](const Ref<Device> &other) { return other.get() == &device; });
      // Duplicate devices are ignored.
      if (!known) {
        checked_devices.emplace_back(device);
      }
    }
    return create_context(checked_properties(properties), std::move(checked_devices), pfn_notify,
                          user_data);
  });
}

cl_context clCreateContextFromType(const cl_context_properties *properties,
                                   cl_device_type device_type, ContextNotify pfn_notify,
                                   void *user_data, cl_int *errcode_ret) {
  return create("clCreateContextFromType", errcode_ret, [&] {
    require_notify(pfn_notify, user_data);
    require_device_type(device_type);
    std::vector<Ref<Device>> devices;
    for (Device *device : Platform::get().devices()) {
      if (matches(device_type)) {
        devices.emplace_back(device);
      }
    }
    // Properties are checked before devices, so that an invalid property is reported first.
    std::vector<cl_context_properties> copy = checked_properties(properties);
    require(!devices.empty(), CL_DEVICE_NOT_FOUND, "no device of this type");
    return create_context(std::move(copy), std::move(devices), pfn_notify, user_data);
  });
}

cl_int clRetainContext(cl_context context) {
  return call("clRetainContext", [&] { retain<Context>(context); });
}

cl_int clReleaseContext(cl_context context) {
  return call("clReleaseContext", [&] { release<Context>(context); });
}

cl_int clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret) {
  return call("clGetContextInfo", [&] {
    context_info(checked<Context>(context), param_name,
                 {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK *pfn_notify)(cl_context context,
                                                                    void *user_data),
                                      void *user_data) {
  return call<Context>("clSetContextDestructorCallback", context, [&] {
    Context &object = checked<Context>(context);
    require(pfn_notify != nullptr, CL_INVALID_VALUE, "pfn_notify is NULL");
    object.on_destruction([=] { pfn_notify(context, user_data); });
  });
}
