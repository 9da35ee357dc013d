// Entry points that build, compile and link programs.

#include <algorithm>

#include "opencl/program/building.h"
#include "opencl/program/compiler.h"
#include "opencl/program/device_lists.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

/// Error codes of an entry point for invalid options and for source with errors.
struct Codes {
  cl_int options;
  cl_int failure;
};

constexpr Codes build_codes = {CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE};
constexpr Codes compile_codes = {CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE};

using Headers = std::vector<compiler::Header>;

void require_listener(const BuildListener &listener) {
  require(listener.function != nullptr || listener.user_data == nullptr, CL_INVALID_VALUE,
          "pfn_notify is NULL, but user_data is not");
}

void require_success(cl_int code) {
  require(code == CL_SUCCESS, code, "see the program's build log");
}

std::string text_of(const char *options) {
  return options != nullptr ? options : "";
}

cl_int compile_source(Building &building, cl_program_binary_type type, const Headers &headers,
                      const Codes &codes) {
  std::vector<compiler::Specialization> specialization;
  for (const auto &[id, value] : building.program().specialization()) {
    specialization.push_back({id, value});
  }
  const Program &program = building.program();
  const compiler::Source source = {program.source(),
                                   program.origin() == Program::Origin::intermediate_language};
  const compiler::Result result =
      compiler::compile(source, building.options(), type, headers, specialization);
  std::string log;
  if (result.binary == nullptr) {
    building.fail_all(result.log);
    return compiler::takes(building.options(), log) ? codes.failure : codes.options;
  }
  bool succeeded = true;
  for (size_t position = 0; position < building.devices().size(); ++position) {
    succeeded = building.succeed(position, result.binary, result.log) && succeeded;
  }
  return succeeded ? CL_SUCCESS : codes.failure;
}

cl_int start_compiling(std::shared_ptr<Building> building, const BuildListener &listener,
                       cl_program_binary_type type, Headers headers, const Codes &codes) {
  std::string log;
  if (listener.function != nullptr && !compiler::takes(building->options(), log)) {
    building->fail_all(log);
    return codes.options;
  }
  return carry_out(std::move(building), listener,
                   [type, headers = std::move(headers), codes](Building &work) {
                     return compile_source(work, type, headers, codes);
                   });
}

/// Builds a program from the binaries that it was created with.
cl_int build_binaries(Building &building) {
  for (size_t position = 0; position < building.devices().size(); ++position) {
    const Build &before = building.before(position);
    building.succeed(position, before.binary, before.loaded);
  }
  return CL_SUCCESS;
}

std::string options_of_binary(const Program &program, std::span<const size_t> devices,
                              const char *options) {
  for (const size_t device : devices) {
    require(bool(program.build(device)->loaded), CL_INVALID_BINARY,
            "the binary for a device is an object or library, not an executable");
  }
  return options != nullptr ? options : program.build(devices.front())->binary->options;
}

void build_program(Program &program, cl_uint count, const cl_device_id *list, const char *options,
                   const BuildListener &listener) {
  std::vector<size_t> devices = checked_devices(program, count, list);
  require_listener(listener);
  if (program.origin() == Program::Origin::binary) {
    std::string text = options_of_binary(program, devices, options);
    return require_success(
        carry_out(std::make_shared<Building>(program, std::move(devices), std::move(text)),
                  listener, build_binaries));
  }
  require(program.can_be_compiled(), CL_INVALID_OPERATION,
          "the program has no source and no binary for a device");
  require_success(
      start_compiling(std::make_shared<Building>(program, std::move(devices), text_of(options)),
                      listener, CL_PROGRAM_BINARY_TYPE_EXECUTABLE, {}, build_codes));
}

/// Parses the headers of clCompileProgram(). They are ignored for SPIR-V, which has no includes.
Headers checked_headers(const Program &program, cl_uint count, const cl_program *programs,
                        const char **names) {
  if (program.origin() == Program::Origin::intermediate_language) {
    return {};
  }
  require((count == 0) == (programs == nullptr) && (count == 0) == (names == nullptr),
          CL_INVALID_VALUE,
          "num_input_headers, input_headers and header_include_names are inconsistent");
  Headers headers;
  for (cl_uint index = 0; index < count; ++index) {
    const Program &header = checked<Program>(programs[index]);
    require_same(header.context(), program.context());
    require(names[index] != nullptr && *names[index] != '\0', CL_INVALID_VALUE,
            "an element of header_include_names is NULL");
    headers.push_back({names[index], header.source()});
  }
  return headers;
}

using Objects = std::vector<std::shared_ptr<const Binary>>;

/// The objects to link for each device; empty for devices where no program has one.
std::vector<Objects> checked_objects(const Context &context, std::span<const size_t> devices,
                                     cl_uint count, const cl_program *programs) {
  require(count != 0 && programs != nullptr, CL_INVALID_VALUE,
          "num_input_programs is 0 or input_programs is NULL");
  std::vector<Objects> objects(devices.size());
  for (cl_uint index = 0; index < count; ++index) {
    const Program &program = checked<Program>(programs[index]);
    require_same(program.context(), context);
    for (size_t position = 0; position < devices.size(); ++position) {
      const BuildResult build = program.build(devices[position]);
      require(build->status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION,
              "the compilation of an input program has not finished");
      if (build->is_object()) {
        objects[position].push_back(build->binary);
      }
    }
  }
  bool some = false;
  for (const Objects &list : objects) {
    require(list.empty() || list.size() == count, CL_INVALID_OPERATION,
            "only some of the input programs have an object for a device");
    some = some || !list.empty();
  }
  require(some, CL_INVALID_OPERATION, "no input program has an object or library");
  return objects;
}

/// Devices with the same objects share the result.
cl_int link_objects(Building &building, const std::vector<Objects> &objects) {
  bool succeeded = true;
  std::vector<compiler::Result> results(objects.size());
  for (size_t position = 0; position < objects.size(); ++position) {
    const auto same = std::ranges::find(objects, objects[position]);
    const auto first = static_cast<size_t>(same - objects.begin());
    if (first == position) {
      results[position] = compiler::link(objects[position], building.options());
    }
    const compiler::Result &result = results[first];
    if (result.binary == nullptr) {
      building.fail_all(result.log);
      return CL_LINK_PROGRAM_FAILURE;
    }
    succeeded = building.succeed(position, result.binary, result.log) && succeeded;
  }
  return succeeded ? CL_SUCCESS : CL_LINK_PROGRAM_FAILURE;
}

/// Objects to link, and the devices that they are for.
struct LinkInput {
  std::vector<size_t> devices;
  std::vector<Objects> objects;
};

LinkInput without_empty(std::span<const size_t> devices, std::vector<Objects> objects) {
  LinkInput input;
  for (size_t position = 0; position < devices.size(); ++position) {
    if (!objects[position].empty()) {
      input.devices.push_back(devices[position]);
      input.objects.push_back(std::move(objects[position]));
    }
  }
  return input;
}

struct LinkRequest {
  cl_uint device_count;
  const cl_device_id *devices;
  const char *options;
  cl_uint program_count;
  const cl_program *programs;
  BuildListener listener;
};

std::vector<size_t> devices_of(const Context &context, const LinkRequest &request) {
  std::vector<size_t> devices = checked_devices(context, request.device_count, request.devices);
  for (size_t index = 0; request.devices == nullptr && index < context.devices().size(); ++index) {
    devices.push_back(index);
  }
  return devices;
}

/// Returns a program in `linked` as soon as linking has begun, also if it fails.
cl_int link_program(Context &context, const LinkRequest &request, cl_program &linked) {
  std::vector<size_t> devices = devices_of(context, request);
  require_listener(request.listener);
  LinkInput input = without_empty(
      devices, checked_objects(context, devices, request.program_count, request.programs));
  const std::string options = text_of(request.options);
  const auto require_options = [&] {
    std::string log;
    require(compiler::linker_accepts(options, log), CL_INVALID_LINKER_OPTIONS,
            "invalid linker options");
  };
  if (request.listener.function != nullptr) {
    require_options();
  }
  New<Program> program(context, std::move(devices), Program::Origin::linked);
  const cl_int code =
      carry_out(std::make_shared<Building>(*program, std::move(input.devices), options),
                request.listener, [objects = std::move(input.objects)](Building &building) {
                  return link_objects(building, objects);
                });
  if (code != CL_SUCCESS) {
    require_options();
  }
  linked = program.give();
  return code;
}

}  // namespace

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                      const char *options, BuildNotify pfn_notify, void *user_data) {
  return call<Program>("clBuildProgram", program, [&] {
    build_program(checked<Program>(program), num_devices, device_list, options,
                  {pfn_notify, user_data});
  });
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                        const char *options, cl_uint num_input_headers,
                        const cl_program *input_headers, const char **header_include_names,
                        BuildNotify pfn_notify, void *user_data) {
  return call<Program>("clCompileProgram", program, [&] {
    Program &object = checked<Program>(program);
    std::vector<size_t> devices = checked_devices(object, num_devices, device_list);
    Headers headers =
        checked_headers(object, num_input_headers, input_headers, header_include_names);
    const BuildListener listener = {pfn_notify, user_data};
    require_listener(listener);
    require(object.can_be_compiled(), CL_INVALID_OPERATION, "the program has no source");
    require_success(start_compiling(
        std::make_shared<Building>(object, std::move(devices), text_of(options)), listener,
        CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, std::move(headers), compile_codes));
  });
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                         const char *options, cl_uint num_input_programs,
                         const cl_program *input_programs, BuildNotify pfn_notify, void *user_data,
                         cl_int *errcode_ret) {
  cl_program linked = nullptr;
  const cl_int code = call<Context>("clLinkProgram", context, [&] {
    return link_program(checked<Context>(context),
                        {num_devices,
                         device_list,
                         options,
                         num_input_programs,
                         input_programs,
                         {pfn_notify, user_data}},
                        linked);
  });
  if (errcode_ret != nullptr) {
    *errcode_ret = code;
  }
  return linked;
}
