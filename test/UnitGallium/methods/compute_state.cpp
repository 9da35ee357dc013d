#include "fixtures.h"

#include <mux/compiler.h>

namespace gallium_test::compute_state {

namespace {

mux_result_t create(mux_gallium_context_t context, std::string_view source, uint32_t language,
                    mux_gallium_compute_state_t *made) {
  mux_gallium_compute_template_t description{};
  description.language = language;
  description.source = source.data();
  description.source_length = source.size();
  return muxGalliumCreateComputeState(context, &description, made);
}

constexpr std::string_view two_kernels =
    "kernel void one(global uint *buffer_0) { buffer_0[0] = 1; }"
    "kernel void two(global uint *buffer_0) { buffer_0[0] = 2; }";

}  // namespace

TEST_CASE("P01, P04 create_compute_state: every kernel of a program is an entry point") {
  Context context;
  const Resource buffer(buffer_of(4));
  mux_gallium_compute_state_t program = compile(context, two_kernels);
  bind_buffer(context, 0, buffer);
  succeed(muxGalliumBindComputeState(context, program));
  for (const auto &[name, value] : {std::pair{"two", 2U}, std::pair{"one", 1U}}) {
    mux_gallium_grid_info_t info{};
    succeed(muxGalliumGetComputeEntryPoint(program, name, &info.entry_point));
    std::fill_n(info.block, 3, 1U);
    std::fill_n(info.grid, 3, 1U);
    succeed(muxGalliumLaunchGrid(context, &info));
    CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == value);
  }
  mux_gallium_compute_state_info_t described{};
  succeed(muxGalliumGetComputeStateInfo(program, 1, &described));
  CHECK(described.entry_point_count == 2);
  CHECK(described.max_block_size > 0);
  uint32_t none = 0;
  refuse(muxGalliumGetComputeEntryPoint(program, "three", &none), mux_error_missing_kernel,
         "no entry point");
  refuse(muxGalliumGetComputeStateInfo(program, 2, &described), mux_error_invalid_value,
         "no such entry point");
}

TEST_CASE("P01 create_compute_state: a binary of the compiler is a program as well") {
  Context context;
  const Resource buffer(buffer_of(4));
  mux_compile_info_t info{};
  info.source = two_kernels.data();
  info.source_length = two_kernels.size();
  mux_compilation_t compilation = nullptr;
  succeed(muxCompile(&info, allocator(), &compilation));
  const std::string_view binary(static_cast<const char *>(muxGetCompilationBinary(compilation)),
                                muxGetCompilationBinaryLength(compilation));
  mux_gallium_compute_state_t program = nullptr;
  succeed(create(context, binary, mux_gallium_language_binary, &program));
  bind_buffer(context, 0, buffer);
  run(context, program, 1);
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 1);
  muxDestroyCompilation(compilation, allocator());
  refuse(create(context, "no binary at all", mux_gallium_language_binary, &program),
         mux_error_invalid_binary, "");
}

TEST_CASE("P01, F29 create_compute_state: errors are in the message, and the log at the callback") {
  Context context;
  std::vector<std::pair<mux_gallium_debug_type_e, std::string>> messages;
  const mux_gallium_debug_sink_t sink = {
      [](void *user_data, mux_gallium_debug_type_e type, const char *text) {
        static_cast<decltype(messages) *>(user_data)->emplace_back(type, text);
      },
      &messages, false};
  succeed(muxGalliumSetDebugCallback(context, &sink));
  mux_gallium_compute_state_t program = nullptr;
  refuse(create(context, "kernel void bad() { missing = 1; }", mux_gallium_language_opencl_c,
                &program),
         mux_error_failure, "missing");
  CHECK(program == nullptr);
  REQUIRE(messages.size() == 2);
  CHECK(messages[0].first == mux_gallium_debug_shader_info);
  CHECK(messages[0].second.find("missing") != std::string::npos);
  CHECK(messages[1].first == mux_gallium_debug_error);
}

TEST_CASE("P01 create_compute_state: parameters that nothing can be bound to are refused") {
  Context context;
  mux_gallium_compute_state_t program = nullptr;
  const auto attempt = [&](std::string_view source) {
    return create(context, source, mux_gallium_language_opencl_c, &program);
  };
  refuse(attempt("kernel void k(global uint *other) {}"), mux_error_invalid_value,
         "parameter other of kernel k");
  refuse(attempt("kernel void k(global uint *buffer_32) {}"), mux_error_invalid_value, "limit");
  refuse(attempt("kernel void k(uint buffer_0) {}"), mux_error_invalid_value, "type");
  refuse(attempt("kernel void k(global uint *buffer_0_size) {}"), mux_error_invalid_value, "type");
  refuse(attempt("kernel void k(global uint *shared) {}"), mux_error_invalid_value, "type");
  refuse(create(context, "", mux_gallium_language_opencl_c, &program), mux_error_invalid_value,
         "no source");
  refuse(create(context, "x", 9, &program), mux_error_invalid_value, "language");
}

TEST_CASE("P01, P14 create_compute_state: a shader in TGSI is a program with one entry point") {
  constexpr std::string_view shader =
      "COMP\n"
      "PROPERTY CS_FIXED_BLOCK_WIDTH 4\n"
      "PROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
      "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
      "DCL SV[0], THREAD_ID\n"
      "DCL BUFFER[0]\n"
      "DCL TEMP[0], LOCAL\n"
      "IMM[0] UINT32 {2, 7, 0, 0}\n"
      "  0: SHL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
      "  1: STORE BUFFER[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
      "  2: END\n";
  Context context;
  mux_gallium_compute_state_t program = nullptr;
  const mux_result_t result = create(context, shader, mux_gallium_language_tgsi, &program);
  CHECK(limits().compute_tgsi);
  succeed(result);
  const Resource buffer(buffer_of(32));
  bind_buffer(context, 0, buffer);
  run(context, program, 1, 4);
  CHECK(context.read_as<uint32_t>(buffer, 0, 8) == std::vector<uint32_t>{7, 7, 7, 7, 0, 0, 0, 0});
}

TEST_CASE("P02 bind_compute_state: launches run the program that is bound") {
  Context context;
  const Resource buffer(buffer_of(4));
  bind_buffer(context, 0, buffer);
  mux_gallium_compute_state_t one =
      compile(context, "kernel void k(global uint *buffer_0) { buffer_0[0] = 1; }");
  mux_gallium_compute_state_t two =
      compile(context, "kernel void k(global uint *buffer_0) { buffer_0[0] = 2; }");
  run(context, two, 1);
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 2);
  run(context, one, 1);
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 1);
  succeed(muxGalliumBindComputeState(context, nullptr));
  mux_gallium_grid_info_t info{};
  refuse(muxGalliumLaunchGrid(context, &info), mux_error_invalid_value, "no compute program");
}

TEST_CASE("P03, F01 destroy_compute_state: recorded grids run, and a bound program stays usable") {
  Context context;
  const Resource buffer(buffer_of(4));
  bind_buffer(context, 0, buffer);
  mux_gallium_compute_state_t program =
      compile(context, "kernel void k(global uint *buffer_0) { buffer_0[0] += 1; }");
  constexpr uint32_t zero = 0;
  succeed(muxGalliumClearBuffer(context, buffer, 0, 4, &zero, 4));
  run(context, program, 1);
  succeed(muxGalliumDestroyComputeState(context, program));
  mux_gallium_grid_info_t info{};
  std::fill_n(info.block, 3, 1U);
  std::fill_n(info.grid, 3, 1U);
  succeed(muxGalliumLaunchGrid(context, &info));
  succeed(muxGalliumBindComputeState(context, nullptr));
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 2);
}

}  // namespace gallium_test::compute_state
