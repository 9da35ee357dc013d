#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cstring>
#include <numeric>
#include <random>
#include <regex>

#include "object_checks.h"
#include "target/fake_objects.h"

namespace mux::test::mux_create_built_in_kernel {

namespace {

constexpr EntryPoint entry_point("muxCreateBuiltInKernel");

const Create<mux_kernel_t> create = [](mux_device_t device, mux_allocator_info_t allocator,
                                       mux_kernel_t *out_kernel) {
  return muxCreateBuiltInKernel(device, "mux_copy", 8, allocator, out_kernel);
};

struct Parameter {
  bool global, is_const;
  std::string type, name;
};

struct Declaration {
  std::string name;
  std::vector<Parameter> parameters;
};

/// Parses the declarations of the host device, by the syntax of the specification.
std::vector<Declaration> declarations() {
  std::vector<Declaration> result;
  const std::string all = host_device_info()->builtin_kernel_declarations;
  const std::regex kernel_form("([A-Za-z_][A-Za-z0-9_]*)\\(([^()]*)\\)");
  const std::regex parameter_form("(global )?(const )?([a-z0-9]+\\*?) ([a-z_]+)");
  size_t begin = 0;
  while (begin <= all.size()) {
    const size_t end = std::min(all.find(';', begin), all.size());
    const std::string text = all.substr(begin, end - begin);
    begin = end + 1;
    CAPTURE(text);
    std::smatch kernel;
    REQUIRE(std::regex_match(text, kernel, kernel_form));
    Declaration declaration{kernel[1], {}};
    std::string parameters = kernel[2];
    while (!parameters.empty()) {
      const size_t comma = std::min(parameters.find(','), parameters.size());
      std::string one = parameters.substr(0, comma);
      parameters.erase(0, comma == parameters.size() ? comma : comma + 2);
      std::smatch parameter;
      CAPTURE(one);
      REQUIRE(std::regex_match(one, parameter, parameter_form));
      declaration.parameters.push_back(
          {parameter[1].matched, parameter[2].matched, parameter[3], parameter[4]});
    }
    result.push_back(declaration);
  }
  return result;
}

class BuiltInFixture : public KernelFixture {
 public:
  mux_kernel_t built_in(const std::string &name) {
    mux_kernel_t kernel = nullptr;
    REQUIRE(muxCreateBuiltInKernel(device, name.data(), name.size(), allocator, &kernel) ==
            mux_success);
    at_end([this, kernel] { muxDestroyKernel(device, kernel, allocator); });
    return kernel;
  }
};

/// ND-ranges of every shape, which must not affect results.
const Range ranges[] = {Range::linear(1, 1),
                        Range::linear(1000, 1),
                        Range::linear(1000, 64),
                        Range::linear(64, 1000),
                        {2, {7, 9, 1}, {2, 4, 1}, {3, 5, 0}},
                        {3, {5, 3, 4}, {3, 2, 1}, {1, 1, 1}}};

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc01: a null name is mux_error_invalid_value",
                 "[muxCreateBuiltInKernel]") {
  mux_kernel_t kernel = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateBuiltInKernel(device, nullptr, 1, allocator, &kernel));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc02: a name that is not declared is "
                 "mux_error_missing_kernel",
                 "[muxCreateBuiltInKernel]") {
  const int64_t live = counter.live();
  for (const std::string name : {"k", "mux_", "mux_cop", "mux_copyy", "Mux_copy", "copy",
                                 "mux_copy(", " mux_copy", "global", "source", "uchar", ";",
                                 "mux_copy(global const uchar* source, global uchar* "
                                 "destination, ulong size)"}) {
    CAPTURE(name);
    mux_kernel_t kernel = nullptr;
    entry_point.fails_because(
        "declares no built-in kernel", mux_error_missing_kernel,
        muxCreateBuiltInKernel(device, name.data(), name.size(), allocator, &kernel));
  }
  // A null terminator is not part of a name.
  mux_kernel_t kernel = nullptr;
  entry_point.fails(mux_error_missing_kernel,
                    muxCreateBuiltInKernel(device, "mux_copy", 9, allocator, &kernel));
  entry_point.fails(mux_error_missing_kernel,
                    muxCreateBuiltInKernel(device, "mux_copy", 7, allocator, &kernel));
  CHECK(counter.live() == live);
}

TEST_CASE_METHOD(FakeTargetFixture,
                 "muxCreateBuiltInKernel.rc02: names are found in the declarations alone, on every "
                 "target",
                 "[muxCreateBuiltInKernel]") {
  mux_device_info_s info = *target.info(0);
  objects.device.info = &info;
  const auto create_on_fake = [&](const char *declared, const char *name) {
    info.builtin_kernel_declarations = declared;
    mux_kernel_t kernel = nullptr;
    return muxCreateBuiltInKernel(&objects.device, name, std::strlen(name), allocator, &kernel);
  };
  constexpr const char *examples =
      "kernel1(global const int* in, global int* out);"
      "kernel2(read_only image3d_t in, read_write image2d_t out, float val);"
      "kernel3(local const float* restrict in, __global volatile float* out)";
  for (const char *name : {"kernel1", "kernel2", "kernel3"}) {
    CAPTURE(name);
    CHECK(create_on_fake(examples, name) == mux_success);
  }
  for (const char *name : {"kernel", "kernel4", "in", "kernel1(", "2"}) {
    CAPTURE(name);
    CHECK(create_on_fake(examples, name) == mux_error_missing_kernel);
  }
  CHECK(create_on_fake("a(); b ( int x ) ;", "a") == mux_success);
  CHECK(create_on_fake("a(); b ( int x ) ;", "b") == mux_success);
  CHECK(create_on_fake("a(); b ( int x ) ;", " ") == mux_error_missing_kernel);
  CHECK(create_on_fake("", "a") == mux_error_missing_kernel);
  CHECK(create_on_fake(nullptr, "a") == mux_error_missing_kernel);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc03: a name of length 0 is mux_error_invalid_value",
                 "[muxCreateBuiltInKernel]") {
  mux_kernel_t kernel = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateBuiltInKernel(device, "mux_copy", 0, allocator, &kernel));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc04: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateBuiltInKernel]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc05: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateBuiltInKernel]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel.rc06: every kernel that is declared can be created",
                 "[muxCreateBuiltInKernel]") {
  check_success(*this, create, muxDestroyKernel);
  for (const Declaration &declaration : declarations()) {
    CAPTURE(declaration.name);
    // Not null-terminated: other characters follow the name.
    const std::string name = declaration.name + "xyz";
    const Create<mux_kernel_t> create_declared = [&](mux_device_t on, mux_allocator_info_t with,
                                                     mux_kernel_t *out_kernel) {
      return muxCreateBuiltInKernel(on, name.data(), declaration.name.size(), with, out_kernel);
    };
    check_success(*this, create_declared, muxDestroyKernel);
    mux_kernel_t kernel = nullptr;
    REQUIRE(create_declared(device, allocator, &kernel) == mux_success);
    CHECK(kernel->device == device);
    CHECK(kernel->local_memory_size == 0);
    muxDestroyKernel(device, kernel, allocator);
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateBuiltInKernel]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuiltInKernel: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateBuiltInKernel]") {
  check_out_of_memory(entry_point, *this, create, muxDestroyKernel);
}

TEST_CASE("Devices.vu05: the host device declares its built-in kernels in the given syntax",
          "[muxCreateBuiltInKernel]") {
  const mux_device_info_t info = host_device_info();
  CHECK(info->supports_builtin_kernels);
  CHECK((info->source_capabilities & mux_source_capabilities_builtin_kernel) != 0);
  REQUIRE(info->builtin_kernel_declarations != nullptr);
  const std::string all = info->builtin_kernel_declarations;
  // The only white space is ' ', and neither attributes, [] nor the kernel keyword are used.
  CHECK(std::none_of(all.begin(), all.end(), [](unsigned char character) {
    return std::isspace(character) != 0 && character != ' ';
  }));
  for (const char *word : {"[", "]", "__attribute__", "kernel ", "void", "struct"}) {
    CHECK(all.find(word) == std::string::npos);
  }
  std::vector<std::string> names;
  for (const Declaration &declaration : declarations()) {
    CHECK(declaration.name.size() + 1 <= 64);
    CHECK(std::find(names.begin(), names.end(), declaration.name) == names.end());
    names.push_back(declaration.name);
  }
  CHECK(names == std::vector<std::string>{"mux_copy", "mux_fill_8", "mux_fill_16", "mux_fill_32",
                                          "mux_fill_64", "mux_fill_128"});
}

TEST_CASE_METHOD(BuiltInFixture,
                 "muxCreateBuiltInKernel: the kernels have their declared arguments",
                 "[muxCreateBuiltInKernel]") {
  const std::pair<const char *, uint64_t> sizes[] = {
      {"uchar", 1}, {"ushort", 2}, {"uint", 4}, {"ulong", 8}, {"uint4", 16}};
  for (const Declaration &declaration : declarations()) {
    CAPTURE(declaration.name);
    mux_kernel_t kernel = built_in(declaration.name);
    uint64_t count = 0;
    REQUIRE(muxGetKernelArgumentCount(kernel, &count) == mux_success);
    REQUIRE(count == declaration.parameters.size());
    for (uint64_t i = 0; i < count; ++i) {
      const Parameter &parameter = declaration.parameters[i];
      CAPTURE(parameter.name);
      mux_kernel_argument_info_t info{};
      REQUIRE(muxGetKernelArgumentInfo(kernel, i, &info) == mux_success);
      CHECK(info.name == parameter.name);
      CHECK(info.type_name == parameter.type);
      if (parameter.global) {
        CHECK(info.kind == mux_kernel_argument_kind_buffer);
        CHECK(info.access == (parameter.is_const ? mux_kernel_argument_access_read
                                                 : mux_kernel_argument_access_write));
        CHECK(info.size == 8);
      } else {
        CHECK(info.kind == mux_kernel_argument_kind_plain_old_data);
        CHECK(info.access == 0);
        const auto *const known =
            std::find_if(std::begin(sizes), std::end(sizes),
                         [&](const auto &entry) { return parameter.type == entry.first; });
        REQUIRE(known != std::end(sizes));
        CHECK(info.size == known->second);
      }
    }
  }
}

TEST_CASE_METHOD(BuiltInFixture,
                 "muxCreateBuiltInKernel: mux_copy copies its size argument, for any ND-range",
                 "[muxCreateBuiltInKernel]") {
  mux_kernel_t kernel = built_in("mux_copy");
  constexpr size_t room = 200000;
  const TestBuffer source = make_buffer(room);
  const TestBuffer destination = make_buffer(room);
  std::mt19937 random(7);
  std::generate(source.bytes.begin(), source.bytes.end(), [&] { return random(); });
  for (const Range &range : ranges) {
    CAPTURE(range.global[0], range.local[0]);
    for (const uint64_t size : {0, 1, 63, 64, 65, 4096, 100003}) {
      CAPTURE(size);
      std::fill(destination.bytes.begin(), destination.bytes.end(), uint8_t{0xee});
      launch(kernel, Arguments().buffer(source, 3).buffer(destination, 5).value(size), range);
      std::vector<uint8_t> expected(room, 0xee);
      std::copy_n(source.bytes.begin() + 3, size, expected.begin() + 5);
      CHECK(std::equal(expected.begin(), expected.end(), destination.bytes.begin()));
    }
  }
}

TEST_CASE_METHOD(BuiltInFixture,
                 "muxCreateBuiltInKernel: mux_fill_N repeats its pattern, for any ND-range",
                 "[muxCreateBuiltInKernel]") {
  constexpr size_t room = 20000;
  const TestBuffer destination = make_buffer(room);
  uint8_t pattern[16];
  std::iota(std::begin(pattern), std::end(pattern), uint8_t{1});
  for (const size_t bytes : {1, 2, 4, 8, 16}) {
    mux_kernel_t kernel = built_in("mux_fill_" + std::to_string(bytes * 8));
    for (const Range &range : ranges) {
      CAPTURE(bytes, range.global[0], range.local[0]);
      for (const uint64_t count : {0, 1, 5, 1201}) {
        CAPTURE(count);
        std::fill(destination.bytes.begin(), destination.bytes.end(), uint8_t{0xee});
        // At an address that is not aligned for any pattern.
        launch(kernel, Arguments().buffer(destination, 3).data(pattern, bytes).value(count), range);
        size_t wrong = 0;
        for (size_t i = 0; i < room; ++i) {
          const bool filled = i >= 3 && i < 3 + count * bytes;
          wrong += destination.bytes[i] != (filled ? pattern[(i - 3) % bytes] : 0xee) ? 1 : 0;
        }
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE_METHOD(BuiltInFixture,
                 "muxCreateBuiltInKernel: null buffers fail the command unless the size is 0, and "
                 "descriptors are checked as for any kernel",
                 "[muxCreateBuiltInKernel]") {
  const TestBuffer buffer = make_buffer(64);
  mux_kernel_t copy = built_in("mux_copy");
  mux_kernel_t fill = built_in("mux_fill_32");
  const auto run_one = [&](mux_kernel_t kernel, Arguments &arguments) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(record(commands, kernel, arguments, Range::linear(1, 1)) == mux_success);
    return run(commands);
  };
  Arguments from_null;
  from_null.null_buffer().buffer(buffer).value(uint64_t{1});
  CHECK(run_one(copy, from_null) == mux_error_fence_failure);
  Arguments to_null;
  to_null.buffer(buffer).null_buffer().value(uint64_t{1});
  CHECK(run_one(copy, to_null) == mux_error_fence_failure);
  Arguments nothing;
  nothing.null_buffer().null_buffer().value(uint64_t{0});
  CHECK(run_one(copy, nothing) == mux_success);
  Arguments fill_null;
  fill_null.null_buffer().value(uint32_t{1}).value(uint64_t{1});
  CHECK(run_one(fill, fill_null) == mux_error_fence_failure);

  Arguments wrong_size;
  wrong_size.buffer(buffer).value(uint64_t{1}).value(uint64_t{1});
  CHECK(record(command_buffer, fill, wrong_size, Range::linear(1, 1)) == mux_error_invalid_value);
  Arguments too_few;
  too_few.buffer(buffer);
  CHECK(record(command_buffer, fill, too_few, Range::linear(1, 1)) == mux_error_invalid_value);
}

TEST_CASE_METHOD(BuiltInFixture,
                 "muxCreateBuiltInKernel: commands see each other's results in the order recorded",
                 "[muxCreateBuiltInKernel][scheduling]") {
  constexpr uint64_t count = 50000;
  const TestBuffer first = make_buffer(count * sizeof(uint32_t));
  const TestBuffer second = make_buffer(count * sizeof(uint32_t));
  mux_kernel_t copy = built_in("mux_copy");
  mux_kernel_t fill = built_in("mux_fill_32");
  const Range range = Range::linear(16, 1);
  mux_command_buffer_t commands = make_command_buffer();
  for (uint32_t round = 1; round <= 20; ++round) {
    Arguments filling;
    filling.buffer(first).value(round).value(count);
    REQUIRE(record(commands, fill, filling, range) == mux_success);
    Arguments copying;
    copying.buffer(first).buffer(second).value(count * sizeof(uint32_t));
    REQUIRE(record(commands, copy, copying, range) == mux_success);
    Arguments filling_again;
    filling_again.buffer(first).value(round + 1000).value(count);
    REQUIRE(record(commands, fill, filling_again, range) == mux_success);
  }
  REQUIRE(run(commands) == mux_success);
  const auto all = [](const TestBuffer &buffer, uint32_t value) {
    const auto values = buffer.as<uint32_t>();
    return std::all_of(values.begin(), values.end(),
                       [&](uint32_t element) { return element == value; });
  };
  CHECK(all(first, 1020));
  CHECK(all(second, 20));
}

}  // namespace mux::test::mux_create_built_in_kernel
