// The C++ wrapper of the public API.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>
#include <mux/mux.hpp>
#include <numeric>
#include <string_view>
#include <vector>

namespace {

constexpr const char *source = R"(
  kernel void scale(global int *values, int factor) { values[get_global_id(0)] *= factor; })";

// Counts live allocations.
mux_allocator_info_t counting_allocator(int &live) {
  mux_allocator_info_t allocator = mux::default_allocator();
  allocator.user_data = &live;
  allocator.alloc = [](void *user_data, size_t size, size_t alignment) -> void * {
    ++*static_cast<int *>(user_data);
    return mux::default_allocator().alloc(nullptr, size, alignment);
  };
  allocator.free = [](void *user_data, void *pointer) {
    *static_cast<int *>(user_data) -= pointer == nullptr ? 0 : 1;
    std::free(pointer);
  };
  return allocator;
}

struct Scale {
  explicit Scale(const mux::Device &device)
      : executable(device, mux::Compilation(source).binary()), kernel(executable, "scale") {}

  mux::Executable executable;
  mux::Kernel kernel;
};

}  // namespace

TEST_CASE("the wrapper runs every buffer command and a kernel", "[cpp-wrapper]") {
  const mux::Device device;
  const Scale scale(device);
  constexpr size_t count = 100;
  mux::Buffer first(device, count * sizeof(int));
  const mux::Buffer second(device, count * sizeof(int));
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  std::vector<int> result(count);

  mux::CommandBuffer commands(device);
  mux_sync_point_t written = nullptr;
  commands.write(first, 0, values.data(), first.size(), {}, &written);
  commands.nd_range(scale.kernel, {mux::argument(first), mux::argument(3)},
                    mux::NdRange({count}, {16}), {&written, 1});
  commands.fill(second, 0, second.size(), 7);
  commands.copy(first, 0, second, 0, 50 * sizeof(int));
  bool called = false;
  commands.callback([](mux_queue_t, mux_command_buffer_t,
                       void *user_data) { *static_cast<bool *>(user_data) = true; },
                    &called);
  commands.read(second, 0, result.data(), second.size());
  commands.finalize();
  device.queue().run(commands);

  CHECK(called);
  std::vector<int> expected(count, 7);
  for (size_t i = 0; i < 50; ++i) {
    expected[i] = static_cast<int>(i) * 3;
  }
  CHECK(result == expected);
  second.read(std::span(values));
  CHECK(values == expected);
  first.write(std::span(result).subspan(0, 2), 4);
  CHECK(first.map().as<int>()[2] == expected[1]);
}

TEST_CASE("the wrapper links objects, with headers in memory", "[cpp-wrapper]") {
  const mux::Header headers[] = {{"dir/factor.h", "int factor(void);\n"}};
  int live = 0;
  const mux_allocator_info_t allocator = counting_allocator(live);
  {
    const mux::Compilation caller(
        "#include <dir/factor.h>\nkernel void scale(global int *a) { a[0] *= factor(); }", {},
        "caller.cl", mux_compile_output_object, allocator, headers);
    const mux::Compilation callee("int factor(void) { return 21; }", {}, "callee.cl",
                                  mux_compile_output_object, allocator);
    const std::span<const std::byte> both[] = {caller.binary(), callee.binary()};
    const mux::Compilation linked =
        mux::Compilation::link(both, {}, mux_compile_output_portable, allocator);
    const mux::Device device;
    const mux::Executable executable(device, linked.binary());
    CHECK(executable.kernel_names() == std::vector<std::string>{"scale"});
    CHECK_THROWS_AS(mux::Compilation::link(std::span(both).first(1)), mux::CompileError);
    CHECK_THROWS_AS(mux::Compilation::link(both, "-no-such-option"), mux::CompileError);
    CHECK_THROWS_AS(mux::Compilation::link({}), mux::Error);
  }
  CHECK(live == 0);
}

TEST_CASE("the wrapper returns the features of the compiler", "[cpp-wrapper]") {
  const mux::CompilerFeatures features = mux::compiler_features();
  CHECK(features.versions.back() == std::string_view("CL3.1"));
  CHECK_FALSE(features.features.empty());
  CHECK_FALSE(features.extensions.empty());
}

TEST_CASE("the wrapper copies and fills memory, orders commands and calls completions",
          "[cpp-wrapper]") {
  const mux::Device device;
  std::vector<int> values(100);
  std::vector<int> copies(100);
  mux::CommandBuffer commands(device);
  mux_sync_point_t filled = nullptr;
  mux_sync_point_t marked = nullptr;
  commands.fill_memory(values.data(), 100 * sizeof(int), 7, {}, &filled);
  commands.barrier({&filled, 1}, &marked);
  commands.copy_memory(values.data(), copies.data(), 100 * sizeof(int), {&marked, 1});
  commands.barrier();
  int told = 0;
  const auto tell = [](const mux_command_completion_t *completion, void *user_data) {
    *static_cast<int *>(user_data) += completion->status == mux_success ? 1 : 100;
  };
  commands.set_completion(2, tell, &told);
  commands.set_completion(3, tell, &told);
  commands.set_completion(3, nullptr, nullptr);
  CHECK_THROWS_AS(commands.set_completion(4, tell, &told), mux::Error);
  commands.finalize();
  device.queue().run(commands);
  CHECK(copies == std::vector<int>(100, 7));
  CHECK(told == 1);
  CHECK_THROWS_AS(commands.barrier(), mux::Error);
  CHECK_THROWS_AS(commands.copy_memory(values.data(), nullptr, 4), mux::Error);
  CHECK_THROWS_AS(commands.fill_memory(nullptr, 4, 7), mux::Error);
}

TEST_CASE("the wrapper creates devices with a number of compute units", "[cpp-wrapper]") {
  int live = 0;
  {
    const std::vector<mux_device_info_t> infos = mux::device_infos(mux_device_type_cpu);
    REQUIRE_FALSE(infos.empty());
    const mux::Device device(infos[0], {3, nullptr, 0}, counting_allocator(live));
    CHECK(live > 0);
    CHECK(device.get()->info->compute_units == 3);
    const Scale scale(device);
    const mux::Buffer buffer(device, 64 * sizeof(int));
    mux::CommandBuffer commands(device);
    commands.fill(buffer, 0, buffer.size(), 5);
    commands.nd_range(scale.kernel, {mux::argument(buffer), mux::argument(4)},
                      mux::NdRange({64}, {16}));
    commands.finalize();
    device.queue().run(commands);
    std::vector<int> result(64);
    buffer.read(std::span(result));
    CHECK(result == std::vector<int>(64, 20));
    CHECK_THROWS_AS(mux::Device(infos[0], {MUX_MAX_COMPUTE_UNITS + 1, nullptr, 0}), mux::Error);
  }
  CHECK(live == 0);
}

TEST_CASE("the wrapper runs every image command", "[cpp-wrapper]") {
  const mux::Device device;
  const mux::ImageInfo info = {mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 4, 3};
  const mux::Image first(device, info);
  const mux::Image second(device, info);
  const mux::Buffer buffer(device, 4 * 3 * 4);
  std::vector<uint32_t> pixels(12);
  std::iota(pixels.begin(), pixels.end(), 100);
  std::vector<uint32_t> result(12);
  const mux_extent_3d_t whole = {4, 3, 1};

  mux::CommandBuffer commands(device);
  commands.write(first, {0, 0, 0}, whole, pixels.data());
  commands.fill(first, {0, 0, 0}, {1, 1, 1}, std::array<float, 4>{1, 0, 0, 1});
  commands.fill(first, {1, 0, 0}, {1, 1, 1}, uint32_t{7});
  commands.copy(first, {0, 0, 0}, second, {0, 0, 0}, whole);
  commands.copy(second, {2, 2, 0}, second, {0, 1, 0}, {1, 1, 1});
  commands.copy(second, {0, 0, 0}, buffer, 0, whole);
  commands.copy(buffer, 4, first, {3, 2, 0}, {1, 1, 1});
  commands.read(first, {3, 2, 0}, {1, 1, 1}, &result[0]);
  commands.read(second, {0, 1, 0}, {2, 1, 1}, &result[1], 8, 8);
  commands.finalize();
  device.queue().run(commands);

  CHECK(result[0] == 7);
  CHECK(result[1] == 110);
  CHECK(result[2] == 105);
  CHECK(first.map().as<uint32_t>()[0] == 0xff0000ff);
  CHECK(buffer.map().as<uint32_t>()[11] == 111);
}

TEST_CASE("the wrapper passes images and samplers to kernels", "[cpp-wrapper]") {
  constexpr const char *reads_image = R"(
    kernel void sample(read_only image2d_t in, sampler_t how, write_only image2d_t out) {
      const int2 at = (int2)(get_global_id(0), get_global_id(1));
      write_imageui(out, at, read_imageui(in, how, at + (int2)(1, 0)));
    })";
  const mux::Device device;
  const mux::ImageInfo info = {mux_image_type_2d, mux_image_format_R8_uint, 8, 8};
  const mux::Image in(device, info);
  const mux::Image out(device, info);
  mux::Mapping pixels = in.map();
  std::iota(pixels.as<uint8_t>().begin(), pixels.as<uint8_t>().end(), uint8_t{0});
  pixels.flush();
  const mux::Executable executable(device, mux::Compilation(reads_image).binary());
  const mux::Kernel sample(executable, "sample");
  mux::CommandBuffer commands(device);
  commands.nd_range(sample,
                    {mux::argument(in),
                     mux::argument(mux::make_sampler(mux_address_mode_clamp_edge,
                                                     mux_filter_mode_nearest, false)),
                     mux::argument(out)},
                    mux::NdRange({8, 8}, {8, 8}));
  commands.finalize();
  device.queue().run(commands);
  const mux::Mapping result = out.map();
  CHECK(result.as<uint8_t>()[0] == 1);
  CHECK(result.as<uint8_t>()[7] == 7);
  CHECK(result.as<uint8_t>()[62] == 63);
}

TEST_CASE("the wrapper describes images, and uses host memory for them", "[cpp-wrapper]") {
  int live = 0;
  {
    const mux::Device device(mux::device_infos().front(), counting_allocator(live));
    CHECK(mux::image_formats(device, mux_image_type_3d).size() == 146);
    alignas(4096) static uint8_t pixels[2 * 3 * 8];
    mux::ImageInfo info = {mux_image_type_3d, mux_image_format_R8_uint, 4, 3, 2};
    info.row_size = 8;
    mux::Image image(device, info, pixels);
    CHECK(image.size() == sizeof(pixels));
    CHECK(image.get()->slice_size == 24);
    mux::CommandBuffer commands(device);
    commands.fill(image, {3, 2, 1}, {1, 1, 1}, uint8_t{9});
    commands.finalize();
    device.queue().run(commands);
    CHECK(pixels[24 + 16 + 3] == 9);

    const mux_image_t object = image.get();
    mux::Image moved = std::move(image);
    CHECK(moved.get() == object);
    CHECK(image.get() == nullptr);
    moved = mux::Image(device, {mux_image_type_1d, mux_image_format_R32_sfloat, 16});
    CHECK(moved.size() == 64);
    info.row_size = 3;
    CHECK_THROWS_AS(mux::Image(device, info), mux::Error);
  }
  CHECK(live == 0);
}

TEST_CASE("the wrapper waits for fences and semaphores", "[cpp-wrapper]") {
  const mux::Device device;
  const mux::Queue queue = device.queue();
  mux::CommandBuffer first(device);
  mux::CommandBuffer second(device);
  first.finalize();
  second.finalize();
  mux::Fence fence(device);
  mux::Semaphore semaphore(device);
  mux_semaphore_t semaphores[] = {semaphore.get()};
  queue.dispatch(second, fence.get(), semaphores);
  CHECK_FALSE(queue.try_wait(fence, std::chrono::nanoseconds(0)));
  queue.dispatch(first, nullptr, {}, semaphores);
  queue.wait(fence);
  CHECK(queue.try_wait(fence, std::chrono::seconds(1)));
  queue.wait_all();
  fence.reset();
  semaphore.reset();
  first.reset();
}

TEST_CASE("the wrapper clones command buffers and updates their arguments", "[cpp-wrapper]") {
  const mux::Device device;
  const mux::Queue queue = device.queue();
  const Scale scale(device);
  std::vector<int> own(16, 1);
  mux::Buffer first(device, 16 * sizeof(int));
  mux::Buffer second(device, 16 * sizeof(int));
  first.write(std::span(own));
  second.write(std::span(own));
  const auto value_of = [](mux::Buffer &buffer) { return buffer.map().as<int>()[15]; };

  auto original = std::make_unique<mux::CommandBuffer>(device);
  CHECK_THROWS_AS(original->clone(), mux::Error);
  original->nd_range(scale.kernel, {mux::argument(first), mux::argument(3)},
                     mux::NdRange({16}, {4}));
  CHECK_THROWS_AS(original->update(0, 1, mux::argument(5)), mux::Error);
  original->finalize();
  mux::CommandBuffer clone = original->clone();
  clone.update(0, 1, mux::argument(5));
  queue.run(*original);
  CHECK(value_of(first) == 3);
  queue.run(clone);
  CHECK(value_of(first) == 15);
  original.reset();

  const uint64_t indices[] = {1, 0};
  const int factor = 7;
  const mux_descriptor_info_t arguments[] = {mux::argument(factor), mux::argument(second)};
  clone.update(0, indices, arguments);
  queue.run(clone);
  CHECK(value_of(first) == 15);
  CHECK(value_of(second) == 7);
  CHECK_THROWS_AS(clone.update(0, std::span(indices, 1), arguments), mux::Error);
  CHECK_THROWS_AS(clone.update(1, 0, mux::argument(first)), mux::Error);
  CHECK_THROWS_AS(clone.update(0, 2, mux::argument(first)), mux::Error);

  const int last = 2;
  const mux_descriptor_info_t others[] = {mux::argument(second), mux::argument(last)};
  clone.update(0, scale.kernel, others, mux::NdRange({15}, {5}));
  queue.run(clone);
  CHECK(value_of(second) == 7);
  clone.update(0, scale.kernel, others, mux::NdRange({16}, {8}));
  queue.run(clone);
  CHECK(value_of(second) == 14);
  CHECK_THROWS_AS(clone.update(0, scale.kernel, {}, mux::NdRange({16}, {8})), mux::Error);

  mux::CommandBuffer on_host(device);
  on_host.nd_range(scale.kernel,
                   {mux::host_argument(own.data(), own.size() * sizeof(int)), mux::argument(2)},
                   mux::NdRange({16}, {4}));
  on_host.finalize();
  queue.run(on_host);
  CHECK(own == std::vector<int>(16, 2));
}

TEST_CASE("the wrapper moves objects and frees everything", "[cpp-wrapper]") {
  int live = 0;
  {
    mux::Device device(mux::device_infos().front(), counting_allocator(live));
    mux::Buffer buffer(device, 64);
    const mux_buffer_t object = buffer.get();
    mux::Buffer moved = std::move(buffer);
    CHECK(moved.get() == object);
    CHECK(buffer.get() == nullptr);
    moved = mux::Buffer(device, 128);
    CHECK(moved.size() == 128);

    Scale scale(device);
    mux::Kernel kernel = std::move(scale.kernel);
    scale.kernel = std::move(kernel);
    mux::CommandBuffer commands(device);
    commands = mux::CommandBuffer(device);
    mux::Device taken = std::move(device);
    CHECK(device.get() == nullptr);
    device = std::move(taken);
  }
  CHECK(live == 0);
}

TEST_CASE("the wrapper uses host memory", "[cpp-wrapper]") {
  const mux::Device device;
  const Scale scale(device);
  alignas(4096) static int values[1024];
  std::iota(std::begin(values), std::end(values), 0);
  const mux::Buffer buffer(device, values, sizeof(values));
  mux::CommandBuffer commands(device);
  commands.nd_range(scale.kernel, {mux::argument(buffer), mux::argument(2)},
                    mux::NdRange({1024}, {64}));
  commands.finalize();
  device.queue().run(commands);
  CHECK(values[1023] == 2046);
}

TEST_CASE("the wrapper's exceptions have code and text", "[cpp-wrapper]") {
  const mux::Device device;
  CHECK_THROWS_AS(mux::Compilation("kernel void broken( {"), mux::CompileError);
  try {
    mux::Compilation("kernel void broken(global int *out) { out[0] = nothing; }", "", "name.cl");
    FAIL("that compiled");
  } catch (const mux::CompileError &error) {
    CHECK_THAT(error.what(), Catch::Contains("name.cl:1:") && Catch::Contains("nothing"));
  }
  try {
    mux::Buffer(device, 0);
    FAIL("a buffer of no size");
  } catch (const mux::Error &error) {
    CHECK(error.result() == mux_error_invalid_value);
    CHECK_THAT(error.what(),
               Catch::Contains("muxCreateBuffer") && Catch::Contains("mux_error_invalid_value"));
  }
  const Scale scale(device);
  try {
    mux::Kernel(scale.executable, "missing");
    FAIL("a kernel that is not there");
  } catch (const mux::Error &error) {
    CHECK(error.result() == mux_error_missing_kernel);
  }
  CHECK_THROWS_AS(mux::Executable(device, {}), mux::Error);
  CHECK_THROWS_AS(mux::NdRange({1, 1, 1, 1}, {}), mux::Error);
}

TEST_CASE("the wrapper describes executables and kernels", "[cpp-wrapper]") {
  const mux::Device device;
  const Scale scale(device);
  CHECK(scale.executable.kernel_names() == std::vector<std::string>{"scale"});
  const std::vector<mux_kernel_argument_info_t> arguments = scale.kernel.arguments();
  REQUIRE(arguments.size() == 2);
  CHECK(arguments[0].kind == mux_kernel_argument_kind_buffer);
  CHECK(arguments[1].kind == mux_kernel_argument_kind_plain_old_data);
  CHECK(arguments[1].size == sizeof(int));
  CHECK(std::string(arguments[1].name) == "factor");
  CHECK(scale.kernel.info().required_local_size[0] == 0);
  const size_t global[] = {1024, 3};
  const std::array<size_t, 3> local =
      scale.kernel.suggested_local_size(global, mux_local_size_fit_divides);
  CHECK(global[0] % local[0] == 0);
  CHECK(global[1] % local[1] == 0);
  CHECK(local[2] == 1);
  CHECK_THROWS_AS(scale.kernel.suggested_local_size({}), mux::Error);
}

TEST_CASE("the wrapper gives values for constants and lists them", "[cpp-wrapper]") {
  const mux::Device device;
  const mux::Compilation compilation(
      "__attribute__((weak)) constant int factor = 2;\n"
      "__attribute__((weak)) constant uchar8 bytes = 1;\n"
      "kernel void k(global int *out) { out[get_global_id(0)] = factor * bytes.s7; }\n");
  const std::array<std::byte, 8> bytes = {{{}, {}, {}, {}, {}, {}, {}, std::byte{7}}};
  const std::vector<mux::ConstantValue> values = {{"factor", 10},
                                                  {"bytes", std::span<const std::byte>(bytes)}};
  const mux::Executable executable(device, compilation.binary(), values);
  const std::vector<mux_constant_info_t> constants = executable.constants();
  REQUIRE(constants.size() == 2);
  CHECK(constants[0].name == std::string("factor"));
  CHECK(*static_cast<const int *>(constants[0].value) == 10);
  CHECK(*static_cast<const int *>(constants[0].default_value) == 2);
  CHECK(constants[1].size == 8);
  const mux::Kernel kernel(executable, "k");
  mux::Buffer out(device, sizeof(int));
  mux::CommandBuffer commands(device);
  commands.nd_range(kernel, {mux::argument(out)}, mux::NdRange({1}, {1}));
  int result = 0;
  commands.read(out, 0, &result, sizeof(result));
  commands.finalize();
  device.queue().run(commands);
  CHECK(result == 70);
  const std::vector<mux::ConstantValue> wrong = {{3, 10}};
  CHECK_THROWS_AS(mux::Executable(device, compilation.binary(), wrong), mux::Error);
}

TEST_CASE("the wrapper measures durations and counters", "[cpp-wrapper]") {
  int live = 0;
  {
    const mux::Device device(mux::device_infos().front(), counting_allocator(live));
    const std::vector<mux::QueryCounter> counters = mux::query_counters(device);
    const auto find = [&](std::string_view name) {
      const auto found =
          std::find_if(counters.begin(), counters.end(),
                       [&](const mux::QueryCounter &counter) { return counter.name == name; });
      REQUIRE(found != counters.end());
      return *found;
    };
    CHECK(find("work-items").storage == mux_query_counter_storage_uint64);
    CHECK(find("work-items").unit == mux_query_counter_unit_generic);
    CHECK(find("CPU time").unit == mux_query_counter_unit_nanoseconds);
    CHECK(find("CPU time").category == "threads");
    CHECK(find("commands").hardware_counters == 0);

    const Scale scale(device);
    mux::Buffer buffer(device, 1000 * sizeof(int));
    buffer.write(std::span<const int>(std::vector<int>(1000, 1)));
    mux::QueryPool times(device, 2);
    const uint32_t uuids[] = {find("work-items").uuid, find("commands").uuid};
    mux::QueryPool counts(device, uuids);
    mux::CommandBuffer commands(device);
    commands.reset_query_pool(times);
    commands.reset_query_pool(counts, 0, 1);
    commands.begin_query(times);
    commands.begin_query(counts);
    commands.nd_range(scale.kernel, {mux::argument(buffer), mux::argument(3)},
                      mux::NdRange({1000}, {10}));
    mux_sync_point_t ended = nullptr;
    commands.end_query(times, 0, 1, {}, &ended);
    commands.fill(buffer, 0, 4, 7, {&ended, 1});
    commands.end_query(times, 1, 1);
    commands.end_query(counts);
    commands.finalize();
    CHECK(times.durations()[0].end == 0);
    device.queue().run(commands);

    REQUIRE(times.size() == 2);
    const std::vector<mux_query_duration_result_s> durations = times.durations();
    CHECK(durations[0].start != 0);
    CHECK(durations[0].start <= durations[0].end);
    CHECK(durations[0].start == durations[1].start);
    CHECK(durations[0].end <= durations[1].end);
    CHECK(counts.counters()[0].uint64 == 1000);
    CHECK(counts.counters()[1].uint32 == 2);
    CHECK_THROWS_AS(counts.durations(), mux::Error);
    CHECK_THROWS_AS(times.counters(), mux::Error);

    const mux_query_pool_t object = times.get();
    mux::QueryPool moved = std::move(times);
    CHECK(moved.get() == object);
    CHECK(times.get() == nullptr);
    moved = mux::QueryPool(device, 5);
    CHECK(moved.size() == 5);
    CHECK(mux::QueryPool(device, uuids, 1).counters().size() == 2);
    CHECK(mux::QueryPool(device, 1, 1).durations().size() == 1);
    // An unknown queue type.
    CHECK_THROWS_AS(mux::QueryPool(device, 1, ~0U), mux::Error);
    try {
      mux::QueryPool(device, 0);
      FAIL("a pool of no slots");
    } catch (const mux::Error &error) {
      CHECK(error.result() == mux_error_invalid_value);
    }
    const uint32_t unknown[] = {0};
    CHECK_THROWS_AS(mux::QueryPool(device, unknown), mux::Error);
  }
  CHECK(live == 0);
}
