#include <array>

#include "pictures/picture.h"

namespace gallium_test::shader_states {

namespace {

constexpr const char *vertex_text =
    "VERT\n"
    "DCL IN[0]\n"
    "DCL OUT[0], POSITION\n"
    "  0: MOV OUT[0], IN[0]\n"
    "  1: END\n";
constexpr const char *fragment_text =
    "FRAG\n"
    "DCL OUT[0], COLOR\n"
    "IMM[0] FLT32 {0x3f800000, 0x00000000, 0x00000000, 0x3f800000}\n"
    "  0: MOV OUT[0], IMM[0]\n"
    "  1: END\n";
constexpr const char *geometry_text =
    "GEOM\n"
    "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
    "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
    "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
    "DCL IN[][0], POSITION\n"
    "DCL OUT[0], POSITION\n"
    "  0: END\n";

mux_gallium_shader_template_t description_of(uint32_t stage, const std::string &text) {
  mux_gallium_shader_template_t made{};
  made.stage = stage;
  made.source = text.c_str();
  made.source_length = text.size();
  return made;
}

void refuse_shader(const mux_gallium_shader_template_t &description, mux_result_t result,
                   std::string_view text) {
  const Context context;
  mux_gallium_shader_state_t made = nullptr;
  refuse(muxGalliumCreateShader(context, &description, &made), result, text);
  CHECK(made == nullptr);
}

}  // namespace

TEST_CASE("F01, F05 shader_state: create, bind, destroy, by their own context and stage") {
  Context context;
  const Context other;
  const std::array<std::string, 2> texts{vertex_text, fragment_text};
  for (uint32_t stage = 0; stage < texts.size(); ++stage) {
    const mux_gallium_shader_template_t description = description_of(stage, texts[stage]);
    mux_gallium_shader_state_t made = nullptr;
    succeed(muxGalliumCreateShader(context, &description, &made));
    REQUIRE(made != nullptr);
    succeed(muxGalliumBindShader(context, stage, made));
    refuse(muxGalliumBindShader(context, 1 - stage, made), mux_error_invalid_value,
           "another stage");
    refuse(muxGalliumBindShader(other, stage, made), mux_error_invalid_value, "another context");
    refuse(muxGalliumDestroyShader(other, made), mux_error_invalid_value, "another context");
    succeed(muxGalliumDestroyShader(context, made));
    succeed(muxGalliumBindShader(context, stage, nullptr));
    refuse(muxGalliumCreateShader(context, &description, nullptr), mux_error_null_out_parameter,
           "is NULL");
  }
  for (const uint32_t stage : {uint32_t{mux_gallium_stage_compute}, 6U, ~0U}) {
    refuse(muxGalliumBindShader(context, stage, nullptr), mux_error_invalid_value, "stage");
  }
  succeed(muxGalliumInjectDeviceReset(context, mux_gallium_reset_guilty));
  refuse(muxGalliumBindShader(context, 0, nullptr), mux_error_failure, "reset");
}

TEST_CASE("F05 shader_state: stages and texts that make no shader") {
  const std::string vertex = vertex_text;
  for (const uint32_t stage : {uint32_t{mux_gallium_stage_compute}, 6U, ~0U}) {
    refuse_shader(description_of(stage, vertex), mux_error_invalid_value, "stage");
  }
  mux_gallium_shader_template_t empty = description_of(0, vertex);
  empty.source_length = 0;
  refuse_shader(empty, mux_error_invalid_value, "source");
  empty = description_of(0, vertex);
  empty.source = nullptr;
  refuse_shader(empty, mux_error_invalid_value, "source");
  refuse_shader(description_of(1, vertex), mux_error_failure, "another stage");
  const std::string broken = vertex + "  2: WHAT OUT[0]\n";
  refuse_shader(description_of(0, broken), mux_error_failure, "");
  const std::string geometry = geometry_text;
  refuse_shader(description_of(mux_gallium_stage_geometry, geometry), mux_error_feature_unsupported,
                "not supported yet");
}

TEST_CASE("F05 shader_state: what is wrong goes to the debug callback") {
  const Context context;
  std::string received;
  const mux_gallium_debug_sink_t sink{
      [](void *user_data, mux_gallium_debug_type_e, const char *message) {
        *static_cast<std::string *>(user_data) += message;
      },
      &received, false};
  succeed(muxGalliumSetDebugCallback(context, &sink));
  const std::string broken = "VERT\nDCL OUT[0], POSITION\n  0: WHAT OUT[0], OUT[0]\n  1: END\n";
  const mux_gallium_shader_template_t description = description_of(0, broken);
  mux_gallium_shader_state_t made = nullptr;
  refuse(muxGalliumCreateShader(context, &description, &made), mux_error_failure, "WHAT");
  CHECK(received.find("WHAT") != std::string::npos);
}

TEST_CASE("D33 shader_state: stream outputs are ranges of registers and buffers") {
  const std::string text = vertex_text;
  mux_gallium_shader_template_t valid = description_of(0, text);
  valid.stream_output_count = 1;
  valid.stream_output_strides[3] = 4;
  valid.stream_outputs[0] = {0, 1, 3, 3, 0, 3};
  const Context context;
  mux_gallium_shader_state_t made = nullptr;
  succeed(muxGalliumCreateShader(context, &valid, &made));
  using Output = mux_gallium_stream_output_t;
  struct Change {
    uint32_t Output::*member;
    uint32_t value;
  };
  for (const Change &change :
       {Change{&Output::register_index, 1000}, Change{&Output::start_component, 2},
        Change{&Output::start_component, ~0U}, Change{&Output::num_components, 4},
        Change{&Output::num_components, ~0U}, Change{&Output::output_buffer, 4},
        Change{&Output::stream, 4}}) {
    mux_gallium_shader_template_t changed = valid;
    changed.stream_outputs[0].*change.member = change.value;
    refuse_shader(changed, mux_error_invalid_value, "stream output");
  }
  mux_gallium_shader_template_t many = valid;
  many.stream_output_count = MUX_GALLIUM_MAX_STREAM_OUTPUTS + 1;
  refuse_shader(many, mux_error_invalid_value, "stream outputs");
}

}  // namespace gallium_test::shader_states
